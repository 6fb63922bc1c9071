import { expect, it } from "vitest";
import { beginTrail } from "./trail.js";

const main = { profile: "strict", scenario: "main" } as const;

function said(trail: ReturnType<typeof beginTrail>, message: object): void {
  trail.take({ kind: "message", at: 0, from: "view", text: JSON.stringify(message), isJson: true });
}

it("keeps no more of a visit than there is room for, but for what is small", () => {
  const room = { left: 40_000 };
  const trail = beginTrail({ ...main, room });
  for (let id = 0; id < 5; id++) said(trail, { jsonrpc: "2.0", method: "x", params: { id, text: "x".repeat(4_000) } });
  said(trail, { jsonrpc: "2.0", id: "ping", result: {} });
  for (let n = 0; n < 5; n++) trail.error("console", "x".repeat(3_000));
  trail.end();
  const { messages, errors, cut } = trail.record;
  expect(messages.map(({ json, raw }) => [json !== undefined, raw.length > 0])).toEqual([
    ...Array(2).fill([true, true]),
    ...Array(3).fill([false, false]),
    [true, true],
  ]);
  expect(trail.hasAnswered("ping")).toBe(true);
  expect({ errors: errors.length, cut }).toEqual({ errors: 1, cut: true });
  expect(room.left).toBe(30_000);
});

it("leaves room for the visits that come after", () => {
  const room = { left: 1_000_000 };
  for (let visit = 0; visit < 20; visit++) {
    const trail = beginTrail({ ...main, room });
    for (let n = 0; n < 100; n++) said(trail, { jsonrpc: "2.0", method: "x", params: "x".repeat(5_000) });
    trail.end();
    expect(trail.record.cut).toBe(true);
  }
  expect(room.left).toBeGreaterThan(0);
});
