import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { ProbeAnswer, ProbedMethod } from "./probe-answer.js";
import { judgeAnswer, judgeProbes } from "./probe-verdict.js";
import type { Probes } from "./undeclared-probes.js";

function answer(method: ProbedMethod, message: JsonObject | undefined, parts: Partial<ProbeAnswer> = {}): ProbeAnswer {
  return { method, exchange: 1, outcome: message ? "answered" : "no-response", status: 200, message, ...parts };
}

const error = (code: unknown, data?: JsonObject): JsonObject => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message: "refused", ...(data ? { data } : {}) } as JsonObject,
});
const probes = (parts: Partial<Probes> = {}): Probes => ({ answers: [], stillThere: true, ...parts });
const judge = (given: ProbeAnswer, parts: Partial<Probes> = {}) => judgeAnswer(given, probes(parts));

describe("judgeAnswer", () => {
  it("passes -32021, with whatever data and status: those are another check's", () => {
    expect(judge(answer("tasks/get", error(-32021)))).toEqual({
      method: "tasks/get",
      outcome: "passed",
      code: -32021,
      httpStatus: 200,
      exchange: 1,
    });
  });

  it("warns of -32003 and says what else is missing (T06)", () => {
    expect(judge(answer("tasks/get", error(-32003))).message).toMatchInlineSnapshot(
      `"refused with -32003, the number of a draft: renumbered to -32021 on 2026-06-18; it also lacks error.data.requiredCapabilities.extensions["io.modelcontextprotocol/tasks"] and HTTP status 400 (it is 200)"`,
    );
    const data = { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } };
    expect(judge(answer("tasks/get", error(-32003, data), { status: 400 }))).toMatchObject({
      outcome: "warning",
      message: "refused with -32003, the number of a draft: renumbered to -32021 on 2026-06-18",
    });
  });

  it.each([-32601, -32602, -32600, -32603, -32000, undefined, "-32021"])("fails the code %j (T06)", (code) => {
    expect(judge(answer("tasks/cancel", error(code)))).toMatchObject({ outcome: "failed" });
  });

  it("fails a request that was served", () => {
    const ack = { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications: {} } };
    expect(judge(answer("tasks/update", { jsonrpc: "2.0", id: 1, result: { resultType: "complete" } }))).toMatchObject({
      outcome: "failed",
      message: 'it was served: a result came, {"resultType":"complete"}',
    });
    expect(judge(answer("subscriptions/listen", ack))).toMatchObject({ outcome: "failed" });
  });

  it("leaves -32602 open when the task was gone, and nothing else", () => {
    expect(judge(answer("tasks/get", error(-32602)), { stillThere: false })).toMatchObject({
      outcome: "could-not-run",
    });
    expect(judge(answer("tasks/get", error(-32603)), { stillThere: false })).toMatchObject({ outcome: "failed" });
    const served = answer("tasks/cancel", { jsonrpc: "2.0", id: 1, result: {} });
    expect(judge(served, { stillThere: false })).toMatchObject({ outcome: "failed" });
  });

  it("warns of a missing listen only where one with an empty filter is missing too (J8)", () => {
    const missing = answer("subscriptions/listen", error(-32601), { status: 404 });
    expect(judge(missing, { emptyListen: missing })).toMatchObject({ outcome: "warning" });
    const acknowledged = answer("subscriptions/listen", { jsonrpc: "2.0", method: "x" });
    expect(judge(missing, { emptyListen: acknowledged })).toMatchObject({ outcome: "failed" });
    expect(judge(missing)).toMatchObject({ outcome: "failed" });
    expect(judge(answer("tasks/get", error(-32601)), { emptyListen: missing })).toMatchObject({ outcome: "failed" });
  });

  it("fails a refusal without a JSON-RPC error, but not one that a gateway may have given", () => {
    expect(judge(answer("tasks/get", undefined, { status: 400 }))).toMatchObject({
      outcome: "failed",
      httpStatus: 400,
    });
    expect(judge(answer("tasks/get", undefined, { status: 500 }))).toMatchObject({ outcome: "failed" });
    for (const status of [200, 302, 401, 403, 421, 429, 502, 503])
      expect(judge(answer("tasks/get", undefined, { status }))).toMatchObject({ outcome: "could-not-run" });
  });

  it("blames nobody for what comes before the server, whatever its body (A80)", () => {
    const listen = answer("subscriptions/listen", error(-32000), { status: 403 });
    expect(judge(listen)).toMatchObject({
      outcome: "could-not-run",
      message: "turned away with HTTP 403, which comes before the server",
    });
    for (const status of [401, 403, 407, 421, 429])
      expect(judge(answer("tasks/get", error(-32001), { status }))).toMatchObject({ outcome: "could-not-run" });
    expect(judge(answer("tasks/get", error(-32021), { status: 403 }))).toMatchObject({ outcome: "passed" });
  });

  it("blames nobody for silence", () => {
    const silent = answer("subscriptions/listen", undefined, { outcome: "timeout" });
    const message = "no answer within our own limit";
    expect(judge(silent)).toMatchObject({ outcome: "could-not-run", message, origin: "host" });
    const origins = (["closed", "unreachable", "limit"] as const).map(
      (outcome) => judge(answer("tasks/get", undefined, { outcome, status: undefined })).origin,
    );
    expect(origins).toEqual(["environment", "environment", "host"]);
  });
});

describe("judgeProbes", () => {
  it("gives each method the worst of its answers, in the order of the methods", () => {
    const answers = [
      answer("tasks/get", error(-32021)),
      answer("tasks/get", error(-32003), { exchange: 2 }),
      answer("tasks/update", error(-32601), { exchange: 3 }),
      answer("tasks/update", error(-32021), { exchange: 4 }),
    ];
    expect(judgeProbes(probes({ answers })).map((each) => [each.method, each.outcome, each.exchange])).toEqual([
      ["tasks/get", "warning", 2],
      ["tasks/update", "failed", 3],
    ]);
  });
});
