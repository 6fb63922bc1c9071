import { at, isObject, META } from "@mcptest/pack";
import type { Hooks } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { FIRST_ROLE } from "./testing/full-profile.js";
import { judgeFull } from "./testing/judge-full.js";

const TASKS = "io.modelcontextprotocol/tasks";
const PLAIN = { resultType: "complete", content: [{ type: "text", text: "done" }] };

/** Answers declared calls of the tool `job` plainly where `isPlain` says so. */
function decidingBy(isPlain: (hasParam: boolean) => boolean): Hooks {
  return {
    async around(call, next) {
      const declared = at(call.params, "_meta", META.clientCapabilities, "extensions", TASKS);
      if (call.method !== "tools/call" || call.params.name !== "job" || !isObject(declared)) return await next();
      if (!isPlain(isObject(call.params.task))) return await next();
      return { status: 200, message: { jsonrpc: "2.0", id: call.id, result: PLAIN } };
    },
  };
}

describe("params.task and a server that decides from call to call", () => {
  it("is not blamed: the same call is answered now with a task and now plainly", async () => {
    let count = 0;
    const { verdicts, check } = await judgeFull({
      hooks: [decidingBy((hasParam) => hasParam && count++ === 0)],
      options: FIRST_ROLE,
    });
    expect(verdicts.failed).toEqual([]);
    expect(verdicts.warning).toEqual([]);
    expect(check("tasks-legacy-param-ignored").skipReason).toBe("could-not-run");
    expect(check("tasks-legacy-param-ignored").error?.message).toMatchInlineSnapshot(
      `"the server answers the same tools/call, declared, now with a task and now with a plain result: nothing shows that params.task makes the difference"`,
    );
  });

  it("is blamed where the param makes the difference each time", async () => {
    const { verdicts, check } = await judgeFull({
      hooks: [decidingBy((hasParam) => hasParam)],
      options: FIRST_ROLE,
    });
    expect(verdicts.failed).toEqual(["tasks-legacy-param-ignored"]);
    expect(check("tasks-legacy-param-ignored").evidence?.length).toBeGreaterThan(10);
  });
});
