import { describe, expect, it } from "vitest";
import { backOffMs, deadlineIn, isRateLimited, retryAfterMs } from "./back-off.js";
import { exchangeWith } from "./testing/exchange.js";

const NOW = Date.parse("2026-07-28T00:00:00Z");
const after = (value: string) => retryAfterMs(exchangeWith({ headers: [["retry-after", value]] }), NOW);

describe("retryAfterMs", () => {
  it("reads seconds and dates", () => {
    expect(after("2")).toBe(2_000);
    expect(after(" 0 ")).toBe(0);
    expect(after("Tue, 28 Jul 2026 00:00:03 GMT")).toBe(3_000);
    expect(after("Tue, 28 Jul 2020 00:00:03 GMT")).toBe(0);
  });

  it("gives nothing for nonsense and for no header", () => {
    expect(after("soon")).toBeUndefined();
    expect(retryAfterMs(exchangeWith())).toBeUndefined();
  });
});

describe("backOffMs", () => {
  it("is what the server asks for, and never a busy loop", () => {
    const wait = (...values: string[]) =>
      backOffMs(exchangeWith({ headers: values.map((value) => ["retry-after", value]) }));
    expect(wait("2")).toBe(2_000);
    expect(wait()).toBe(500);
    expect(wait("0")).toBe(100);
    expect(wait("Tue, 28 Jul 2020 00:00:03 GMT")).toBe(100);
  });
});

describe("isRateLimited", () => {
  it("is 429, and 503 that names a time", () => {
    expect(isRateLimited(exchangeWith({ status: 429 }))).toBe(true);
    expect(isRateLimited(exchangeWith({ status: 503, headers: [["Retry-After", "1"]] }))).toBe(true);
    expect(isRateLimited(exchangeWith({ status: 503 }))).toBe(false);
    expect(isRateLimited(exchangeWith({ status: 200 }))).toBe(false);
  });
});

describe("deadlineIn", () => {
  it("never has a negative rest", () => {
    expect(deadlineIn(-5).remainingMs()).toBe(0);
    expect(deadlineIn(60_000).remainingMs()).toBeGreaterThan(0);
  });
});
