import { at, type Json, type JsonObject, type Transport } from "@mcptest/pack";
import { startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";

const ADA = { action: "accept", content: { name: "Ada" } };
const RELATED = "io.modelcontextprotocol/related-task";

/** Judges the tool of the role `task` by the eight checks, on 2025-11-25. */
function judge(transport: Transport, tool: string, inputResponses?: Json, variants: string[] = []) {
  const roles = { task: { tool, ...(inputResponses === undefined ? {} : { inputResponses }) } };
  return withServer(transport, { era: "legacy", variants }, (target) =>
    runTasks({ target, era: "legacy", options: { roles, pollTimeoutMs: 5_000 } }),
  );
}

describe.each<Transport>(["http", "stdio"])("a task of 2025-11-25 that asks for input, over %s", (transport) => {
  it.each<[string, string, Json, string[]]>([
    ["the only answer", "ask", { whatever: ADA }, []],
    ["answers made of the forms", "ask_many", "auto", []],
    ["answers named like fields", "ask_twice", { name: ADA, city: { action: "decline" } }, []],
    ["one answer for all, asked beside tasks/result", "ask", { "*": ADA }, ["questions-at-once"]],
  ])("completes with %s", async (_, tool, inputResponses, variants) => {
    const report = await judge(transport, tool, inputResponses, variants);
    expect(idsOf(packOf(report), "failed")).toEqual([]);
    expect(idsOf(packOf(report), "could-not-run")).toEqual([]);
    expect(idsOf(packOf(report), "passed")).toContain("tasks-inline-result");
    expect(report).toMatchObject({ outcome: "passed", exitCode: 0 });
  });
});

it("without answers says how they are given", async () => {
  const report = await judge("http", "ask");
  const check = packOf(report).checks.find(({ id }) => id === "tasks-inline-result");
  expect(check?.skipReason).toBe("could-not-run");
  expect(check?.error?.message).toMatchInlineSnapshot(
    `"the call of "ask" was answered with {"code":-32600,"message":"The client must declare: elicitation"}; it wants a client that declares elicitation: give answers, or "auto", with --options 'tasks={"roles":{"task":{"inputResponses":"auto"}}}'"`,
  );
});

it("answers name the task of the request, and initialize declares what can be answered", async () => {
  const server = await startHttpServer({ era: "legacy", jobMs: 100 });
  const target = { kind: "http" as const, name: "testkit", url: server.url, headers: [] };
  const options = { roles: { task: { tool: "ask", inputResponses: { "*": ADA } } } };
  await runTasks({ target, era: "legacy", options }).finally(() => server.close());
  const sent = server.requests.filter(({ body }) => body !== "").map(({ body }) => JSON.parse(body) as JsonObject);
  const capabilities = sent
    .filter(({ method }) => method === "initialize")
    .map((one) => at(one, "params", "capabilities"));
  expect(capabilities).toEqual([{}, { elicitation: { form: {}, url: {} }, roots: {}, sampling: {} }]);
  const [answer, ...others] = sent.filter(({ method }) => method === undefined);
  const taskId = at(sent.find(({ method }) => method === "tasks/get") as Json, "params", "taskId");
  expect(answer?.result).toEqual({ ...ADA, _meta: { [RELATED]: { taskId } } });
  expect(others).toEqual([]);
});
