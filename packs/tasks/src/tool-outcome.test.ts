import { describe, expect, it } from "vitest";
import { withError, withResult } from "./testing/exchange.js";
import { differsFromPlain, notAnOutcome, reportsError } from "./tool-outcome.js";

const text = (words: string) => [{ type: "text", text: words }];
const RELATED = { "io.modelcontextprotocol/related-task": { taskId: "a" } };

describe("the outcome of a failed task", () => {
  it("is a tool result or a JSON-RPC error", () => {
    expect(notAnOutcome(withResult({ content: text("no"), isError: true }))).toBeUndefined();
    expect(notAnOutcome(withError(4001))).toBeUndefined();
    expect(notAnOutcome(withResult({ isError: true }))).toContain('"content" must be an array');
    expect(notAnOutcome(withResult({ error: { code: 4001, message: "no" } }))).toContain("neither a JSON-RPC error");
  });

  it("reports an error in a result alone", () => {
    expect(reportsError(withResult({ content: [], isError: true }))).toBe(true);
    expect(reportsError(withResult({ content: [] }))).toBe(false);
    expect(reportsError(withError(4001))).toBe(false);
  });
});

describe("the outcome of a task and that of a plain call", () => {
  const plain = withResult({ content: text("done"), structuredContent: { count: 1, kind: "x" } });

  it("are the same but for _meta and the order of members", () => {
    const same = { _meta: RELATED, structuredContent: { kind: "x", count: 1 }, content: text("done") };
    expect(differsFromPlain(withResult(same), plain)).toBeUndefined();
    expect(differsFromPlain(withResult({ content: text("done") }), plain)).toContain("a plain call gives");
    expect(differsFromPlain(withResult({ content: text("done") }), withError(-32000))).toContain("is refused with");
  });

  it("are not compared where one of them has no shape: that is the matter of another check", () => {
    expect(differsFromPlain(withResult({}), plain)).toBeUndefined();
    expect(differsFromPlain(withError(-32603), plain)).toBeUndefined();
    expect(differsFromPlain(withResult({ content: [] }), withResult({ task: { taskId: "b" } }))).toBeUndefined();
  });
});
