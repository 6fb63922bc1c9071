import type { Exchange, Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { hadExpired, isBefore, type Ledger, ledger, recordsOf } from "./ledger.js";
import { exchangeWith } from "./testing/exchange.js";

const TASK = { taskId: "a", status: "working", createdAt: "x", lastUpdatedAt: "x", ttlMs: 1_000 };

/** An exchange that was sent `second` seconds into the run and answered 10 ms later. */
function at(second: number, method: string, params: JsonObject, response: JsonObject, parts: Partial<Exchange> = {}) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: second, method, params });
  const json = { jsonrpc: "2.0", id: second, ...response };
  return exchangeWith({
    number: second + 1,
    method,
    sentAt: new Date(second * 1_000).toISOString(),
    request: { headers: [], body, byteLength: body.length, sha256: "" },
    messages: [{ afterMs: 10, raw: "", byteLength: 0, sha256: "", json, via: "body" }],
    response: json,
    ...parts,
  });
}

function fold(...exchanges: Exchange[]): Ledger {
  return exchanges.reduce(ledger.fold, ledger.initial());
}

const created = at(0, "tools/call", { name: "job" }, { result: { resultType: "task", ...TASK } });
const read = (second: number, task: Json, parts?: Partial<Exchange>) =>
  at(second, "tasks/get", { taskId: "a" }, { result: task }, parts);

describe("the ledger", () => {
  it("knows when an answer came, also where the response has become another object than the message", () => {
    const copied = { ...read(1, { ...TASK, status: "completed" }), durationMs: 900 };
    const [first] = copied.messages;
    const seen = fold({ ...copied, response: structuredClone(copied.response) });
    expect(seen.sightings[0]?.arrivedAt).toBe(1_000 + (first?.afterMs ?? 0));
  });

  it("names a task after the call that made it, also when somebody else was told of it first", () => {
    const tags = (check: string) => ({ tags: { ...created.tags, check } });
    const notified = { jsonrpc: "2.0", method: "notifications/tasks", params: TASK };
    const other = at(0, "tools/list", {}, {}, tags("fixture:tool list"));
    const message = { afterMs: 1, raw: "", byteLength: 0, sha256: "", json: notified, via: "body" } as const;
    const told = { ...other, messages: [message] };
    const made = { ...created, number: 2, ...tags("fixture:call of the role askTwice") };
    expect(recordsOf(fold(told, made)).map(({ subject }) => subject)).toEqual(["askTwice"]);
  });

  it("holds every object of a task, in order of arrival, with what caused it", () => {
    const nested = at(1, "tools/call", { name: "job", task: {} }, { result: { task: { ...TASK, taskId: "b" } } });
    const listed = at(3, "tasks/list", {}, { result: { tasks: [{ ...TASK, taskId: "b" }, 7] } });
    const seen = fold(read(2, { ...TASK, status: "completed" }), created, nested, listed);
    expect(seen.sightings.map(({ exchange, source, form, method }) => [exchange, source, form, method])).toEqual([
      [1, "tools/call", "flat", "tools/call"],
      [2, "tools/call", "nested", "tools/call"],
      [3, "tasks/get", "flat", "tasks/get"],
      [4, "tasks/list", "listed", "tasks/list"],
    ]);
    const records = recordsOf(seen);
    expect(records.map(({ taskId, sightings }) => [taskId, sightings.length])).toEqual([
      ["a", 2],
      ["b", 2],
    ]);
    expect(records[0]?.created?.exchange).toBe(1);
  });

  it("keeps tasks of two processes apart that have the same id, and those of two HTTP connections together", () => {
    const other = (transport: Exchange["transport"]) => read(1, TASK, { transport, connection: "connection-2" });
    const records = (transport: Exchange["transport"]) => recordsOf(fold({ ...created, transport }, other(transport)));
    expect(records("stdio").map(({ sightings }) => sightings.length)).toEqual([1, 1]);
    expect(records("http").map(({ sightings }) => sightings.length)).toEqual([2]);
  });

  it("holds notifications, each not older than the message before it", () => {
    const message = (afterMs: number, status: string) => ({
      afterMs,
      raw: "",
      byteLength: 0,
      sha256: "",
      via: "event" as const,
      json: { jsonrpc: "2.0", method: "notifications/tasks", params: { ...TASK, status } },
    });
    const stream = at(5, "subscriptions/listen", {}, {}, { messages: [message(20, "working"), message(90, "failed")] });
    const { sightings } = fold(created, stream);
    expect(sightings.slice(1).map(({ sentAt, arrivedAt }) => [sentAt, arrivedAt])).toEqual([
      [5_000, 5_020],
      [5_020, 5_090],
    ]);
    expect(isBefore(sightings[1]!, sightings[2]!)).toBe(true);
    expect(isBefore(sightings[2]!, sightings[1]!)).toBe(false);
  });

  it("leaves out what breaks a rule on purpose, what other packs and other principals sent, and results without a task", () => {
    const tags = created.tags;
    const others = [{ defect: "x" }, { pack: "@acme/pack" }, { identity: "second" }];
    expect(fold(...others.map((more) => ({ ...created, tags: { ...tags, ...more } }))).sightings).toEqual([]);
    const plain = at(1, "tools/call", { name: "job" }, { result: { content: [], taskId: "x", status: "working" } });
    expect(fold(plain).sightings).toEqual([]);
  });

  it("copes with bodies that were too large to keep", () => {
    const { response: _response, ...rest } = created;
    const cut: Exchange = { ...rest, messages: [{ ...created.messages[0]!, json: undefined, cut: true }] };
    const body = { headers: [], body: '{"jsonrpc"', cut: true as const, byteLength: 9e9, sha256: "" };
    const seen = fold(cut, read(1, TASK, { request: body }));
    expect(seen.sightings).toHaveLength(1);
    expect(seen.sightings[0]).not.toHaveProperty("requestedId");
  });

  it("knows what was asked of a task, what was refused, and since when its time is over", () => {
    const update = { taskId: "a", inputResponses: { name: { action: "decline" } } };
    const seen = fold(
      created,
      at(1, "tasks/update", update, { result: {} }),
      at(2, "tasks/cancel", { taskId: "a" }, { error: { code: -32602, message: "gone" } }),
    );
    const [record] = recordsOf(seen);
    expect(record?.requests.map(({ method, acknowledged }) => [method, acknowledged])).toEqual([
      ["tasks/update", true],
      ["tasks/cancel", false],
    ]);
    expect(record?.refusals.map(({ code }) => code)).toEqual([-32602]);
    expect(hadExpired(record!, record!.requests[0]!)).toBe(true);
    expect(hadExpired(record!, record!.created!)).toBe(false);
  });

  it("takes ids such as __proto__ for what they are", () => {
    const odd = at(0, "tools/call", { name: "job" }, { result: { resultType: "task", ...TASK, taskId: "__proto__" } });
    expect(recordsOf(fold(odd)).map(({ taskId, subject }) => [taskId, subject])).toEqual([["__proto__", "task"]]);
  });
});
