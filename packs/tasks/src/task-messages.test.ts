import { type Exchange, type JsonObject, META } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { ledger } from "./ledger.js";
import { taskProgress } from "./task-progress.js";
import { taskQuestions, wrongRelatedTask } from "./task-questions.js";
import { exchangeWith } from "./testing/exchange.js";

const START = Date.parse("2025-11-25T12:00:00.000Z");
const TASK = { taskId: "t", status: "working", createdAt: "x", lastUpdatedAt: "x", ttl: null };
const ASK = { jsonrpc: "2.0", id: 7, method: "elicitation/create", params: { message: "?" } };

/** What came at a time: milliseconds after the start. */
type Came = [atMs: number, json: JsonObject];

/** An exchange on one connection: sent at a time, with what came for it; the last message is its response. */
function sent(number: number, sentAtMs: number, method: string, params: JsonObject, ...came: Came[]): Exchange {
  const messages = came.map(([atMs, json]) => ({
    afterMs: atMs - sentAtMs,
    raw: "",
    byteLength: 0,
    sha256: "",
    json,
    via: "event" as const,
  }));
  const last = came.at(-1);
  const body = JSON.stringify({ jsonrpc: "2.0", id: number, method, params });
  return exchangeWith({
    number,
    id: number,
    method,
    tags: { lane: "http-legacy-2025-11-25", identity: "first" },
    sentAt: new Date(START + sentAtMs).toISOString(),
    durationMs: (last?.[0] ?? sentAtMs) - sentAtMs,
    request: { headers: [], body, byteLength: body.length, sha256: "" },
    messages,
    response: last?.[1],
  });
}

const result = (value: JsonObject): JsonObject => ({ jsonrpc: "2.0", id: 1, result: value });
const created = (number: number, taskId: string, meta: JsonObject = {}) =>
  sent(number, number * 10, "tools/call", { name: "a", task: {}, _meta: meta }, [
    number * 10 + 5,
    result({ task: { ...TASK, taskId } }),
  ]);
const read = (number: number, sentAtMs: number, status: string) =>
  sent(number, sentAtMs, "tasks/get", { taskId: "t" }, [sentAtMs + 5, result({ ...TASK, status })]);
/** A message that belongs to no request: on stdio as it came, over HTTP on the stream of a GET. */
const unasked = (number: number, atMs: number, json: JsonObject): Exchange => ({
  ...sent(number, 0, "", {}, [atMs, json]),
  method: undefined,
  id: undefined,
  response: undefined,
  durationMs: 0,
});

describe("a question belongs to a task", () => {
  const of = (...exchanges: Exchange[]) => taskQuestions(exchanges).map(({ taskId }) => taskId);

  it("in the stream of its tasks/result, whatever else is open", () => {
    const waits = sent(3, 30, "tasks/result", { taskId: "t" }, [50, ASK], [60, result({})]);
    expect(of(created(1, "t"), created(2, "u"), waits)).toEqual(["t"]);
    expect(of(created(1, "u"), waits)).toEqual([]);
  });

  it("beside it, where the connection has one task and nothing else is open", () => {
    const question = unasked(9, 50, ASK);
    expect(of(created(1, "t"), read(2, 45, "working"), question)).toEqual(["t"]);
    expect(of(created(1, "t"), created(2, "u"), question)).toEqual([]);
    expect(of(created(1, "t"), sent(2, 45, "tools/call", {}, [90, result({})]), question)).toEqual([]);
    expect(of(created(1, "t"), { ...question, connection: "another" })).toEqual([]);
    expect(of(created(1, "t"), unasked(9, 12, ASK))).toEqual([]);
  });

  it("never when it asks about the client itself, or is no request", () => {
    const { id: _id, ...notification } = ASK;
    const others = [{ ...ASK, method: "roots/list" }, notification].map((json, index) => unasked(8 + index, 50, json));
    expect(of(created(1, "t"), ...others)).toEqual([]);
  });

  it("and names it", () => {
    const related = (value: unknown) => ({ _meta: { [META.relatedTask]: value } });
    expect(wrongRelatedTask(related({ taskId: "t" }), "t")).toBeUndefined();
    const wrong = [{}, related({ taskId: "u" }), related("t"), undefined].map((one) => wrongRelatedTask(one, "t"));
    expect(wrong).toMatchInlineSnapshot(`
      [
        "_meta["io.modelcontextprotocol/related-task"] is missing",
        "_meta["io.modelcontextprotocol/related-task"] names another task",
        "_meta["io.modelcontextprotocol/related-task"] must be an object with the taskId, not "t"",
        "_meta["io.modelcontextprotocol/related-task"] is missing",
      ]
    `);
  });
});

describe("progress of a task", () => {
  const call = created(1, "t", { progressToken: "p" });
  const progress = (progressToken: string) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress: 1 },
  });
  function wrong(transport: "http" | "stdio", ...exchanges: Exchange[]): string[] {
    const all = [call, ...exchanges].map((exchange) => ({ ...exchange, transport }));
    return taskProgress(all.reduce(ledger.fold, ledger.initial()), all).wrong.map(({ key }) => key);
  }
  const waits = (number: number, sentAtMs: number, atMs: number, token = "p") =>
    sent(number, sentAtMs, "tasks/result", { taskId: "t" }, [atMs, progress(token)], [atMs + 1, result({})]);

  it("is right under its token while the task goes on", () => {
    expect(wrong("http", waits(2, 20, 50), read(3, 60, "completed"))).toEqual([]);
    expect(wrong("stdio", unasked(2, 50, progress("p")), read(3, 60, "completed"))).toEqual([]);
  });

  it("is wrong under another token", () => {
    expect(wrong("http", waits(2, 20, 50, "q"))).toEqual(["progress under another token"]);
  });

  it("is wrong after the end; what was on its way on another stream passes for a while", () => {
    const end = read(3, 60, "completed");
    expect(wrong("http", waits(2, 20, 90), end)).toEqual([]);
    expect(wrong("http", waits(2, 20, 3_000), end)).toEqual(["progress after the end of the task"]);
    expect(wrong("http", end, waits(4, 100, 110))).toEqual(["progress after the end of the task"]);
    expect(wrong("stdio", unasked(2, 90, progress("p")), end)).toEqual(["progress after the end of the task"]);
  });
});
