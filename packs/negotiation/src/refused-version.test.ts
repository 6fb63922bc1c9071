import { META } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { refusalProblem } from "./refused-version.js";
import { answered } from "./testing/exchange.js";

function problem(method: string, requested: string): string | undefined {
  const data = { supported: ["2026-07-28"], requested };
  const params = { protocolVersion: "2025-11-25", _meta: { [META.protocolVersion]: "2026-07-28" } };
  const exchange = answered(method, params, { error: { code: -32022, message: "?", data } });
  return refusalProblem(exchange, data)?.kind;
}

describe("requested of a -32022", () => {
  it("is any version that the request carries", () => {
    expect(["2026-07-28", "2025-11-25"].map((version) => problem("initialize", version))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("is no version that the request does not carry", () => {
    expect(problem("initialize", "2024-11-05")).toBe("requested");
    expect(problem("tools/list", "2025-11-25")).toBe("requested");
  });
});
