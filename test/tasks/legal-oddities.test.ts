import { listFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { pickByName } from "./testing/baseline.js";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";

const variants = listFaults().filter(({ kind, on }) => kind === "variant" && (on === undefined || on === "jobs"));
const cases = variants.flatMap((variant) =>
  variant.transports
    .filter((transport) => transport === "http" || pickByName(variant.name, [true, false]))
    .flatMap((transport) => variant.eras.map((era) => ({ variant, transport, era, name: variant.name }))),
);

describe("what a server may do", () => {
  it.each(cases)("$name over $transport, $era: no check blames it", async ({ variant, transport, era }) => {
    const options = { roles: { task: { tool: "job", inputResponses: "auto" } }, pollTimeoutMs: 5_000 };
    const report = await withServer(transport, { era, variants: [variant.name] }, (target) =>
      runTasks({ target, era, options }),
    );
    const pack = packOf(report);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "warning")).toEqual([]);
    const undecided = idsOf(pack, "could-not-run");
    if (variant.owner?.verdict === "could-not-run") expect(undecided).toContain(variant.owner.check);
    else expect(undecided).toEqual([]);
  });
});

describe("a task that asks while it runs", () => {
  const asking = { task: { tool: "ask", inputResponses: { "*": { action: "accept", content: { name: "Ada" } } } } };

  it.each([[], ["answered-key-lingers"], ["random-input-keys"], ["input-before-task"]])(
    "is answered from the configuration, and passes (%s)",
    async (...variants) => {
      const report = await withServer("http", { era: "modern", variants }, (target) =>
        runTasks({ target, options: { roles: asking } }),
      );
      expect(packOf(report).summary).toBe("8/8 checks passed, 0 failed, 0 could not run, 0 not applicable");
    },
  );

  it("is answered with what its forms allow, when asked for auto", async () => {
    const options = { roles: { task: { tool: "ask_many", inputResponses: "auto" } } };
    const report = await withServer("http", { era: "modern" }, (target) => runTasks({ target, options }));
    expect(report.outcome).toBe("passed");
  });

  it("leaves the result open without an answer for its key, and is cancelled", async () => {
    const options = { roles: { task: { tool: "ask", inputResponses: { other: { action: "decline" } } } } };
    const sent: string[] = [];
    const report = await withServer("http", { era: "modern" }, (target) =>
      runTasks({
        target,
        options,
        request: {
          tamper: (message) => {
            sent.push(message.method ?? "");
            return message;
          },
        },
      }),
    );
    const pack = packOf(report);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-inline-result"]);
    expect(pack.incompleteReason).toMatchInlineSnapshot(
      `"1 of 8 checks did not run: the task asks for input ("name") and no answer is configured; give answers, or "auto", with --options 'tasks={"roles":{"task":{"inputResponses":"auto"}}}' (tasks-inline-result)"`,
    );
    expect(sent.at(-1)).toBe("tasks/cancel");
  });

  it("says which declaration the server wants when no answers are configured", async () => {
    const options = { roles: { task: { tool: "ask" } } };
    const report = await withServer("http", { era: "modern" }, (target) => runTasks({ target, options }));
    expect(packOf(report).incompleteReason).toMatchInlineSnapshot(
      `"6 of 8 checks did not run: the call of "ask" was answered with {"code":-32021,"message":"Missing required client capability","data":{"requiredCapabilities":{"elicitation":{}}}}; it wants a client that declares elicitation: give answers, or "auto", with --options 'tasks={"roles":{"task":{"inputResponses":"auto"}}}' (tasks-result-type-discipline, tasks-undeclared-creation-refused, tasks-ttl-shape, tasks-inline-result, tasks-mcp-name-routing, tasks-undeclared-capability-rejected)"`,
    );
  });
});
