import { describe, expect, it } from "vitest";
import { readPoll } from "./poll.js";
import { exchangeWith, withError, withResult } from "./testing/exchange.js";

const read = (exchange: Parameters<typeof readPoll>[0]) => readPoll(exchange, "t-1");

describe("readPoll", () => {
  it("reads a task, also under a wrong discriminator, which another check owns (T04)", () => {
    const task = { resultType: "task", taskId: "t-1", status: "failed", error: { code: -32603, message: "x" } };
    expect(read(withResult(task))).toEqual({ kind: "task", task });
  });

  it("reads the body of an HTTP error", () => {
    expect(read(withError(-32602, { status: 400 }))).toMatchObject({ kind: "no-task", notFound: true });
  });

  it("asks again after a rate limit, a timeout, a gateway and a passing error", () => {
    const passing = [
      exchangeWith({ status: 429, outcome: "no-response", headers: [["Retry-After", "1"]] }),
      withError(-32000, { status: 429 }),
      exchangeWith({ outcome: "timeout", status: undefined }),
      exchangeWith({ outcome: "no-response", status: 502 }),
      withError(-32603),
    ];
    for (const exchange of passing) expect(read(exchange)).toEqual({ kind: "later" });
  });

  it("sees no task where asking again cannot help", () => {
    expect(read(withError(-32601))).toMatchObject({ kind: "no-task", notFound: false });
    expect(read(withError(-32021))).toMatchObject({ kind: "no-task", notFound: false });
    expect(read(withResult({}))).toMatchObject({ kind: "no-task", notFound: false });
    expect(read(withResult(null))).toMatchObject({ kind: "no-task" });
    expect(read(exchangeWith({ outcome: "no-response", status: 200 }))).toMatchObject({ kind: "no-task" });
  });

  it("names a nested task", () => {
    const reading = read(withResult({ task: { taskId: "t-1", status: "working" } }));
    expect(reading.kind === "no-task" && reading.problem.reason).toMatchInlineSnapshot(
      `"the task "t-1" never became readable: tasks/get was answered with the task's members inside a nested "task" object"`,
    );
  });

  it("blames nobody when nothing was sent (T16) or the connection ended", () => {
    const unsent = read(exchangeWith({ outcome: "unreachable", status: undefined, problem: "connect ECONNREFUSED" }));
    expect(unsent).toEqual({
      kind: "trouble",
      problem: { reason: "tasks/get could not be sent: connect ECONNREFUSED", origin: "environment", evidence: [1] },
    });
    const closed = { outcome: "closed", status: undefined } as const;
    expect(read(exchangeWith({ ...closed, transport: "stdio" }))).toMatchObject({ kind: "trouble" });
    expect(read(exchangeWith(closed))).toMatchObject({ kind: "no-task", problem: { origin: "environment" } });
    expect(read(exchangeWith({ outcome: "no-response", status: 401 }))).toMatchObject({
      kind: "trouble",
      problem: { origin: "environment" },
    });
  });
});
