import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";
import { type Answer, type Asked, scriptedServer } from "./testing/scripted-server.js";

/** As `mcptest run` runs a pack: only where its extension is offered or used, and with the pack's own profile. */
const suite = { always: false, profile: undefined };

describe("the pack in a suite", () => {
  it("runs its default profile, or the one of its options", async () => {
    const profileOf = (options: Record<string, unknown>) =>
      withServer("http", { era: "modern" }, async (target) => {
        const report = await runTasks({ target, selection: suite, options });
        return packOf(report).profile;
      });
    expect(await profileOf({})).toBe("full");
    expect(await profileOf({ profile: "baseline" })).toBe("baseline");
  });

  it("picks a read-only tool that needs nothing, on 2025-11-25", async () => {
    const report = await withServer("http", { era: "legacy" }, (target) =>
      runTasks({ target, era: "legacy", selection: suite, options: {} }),
    );
    expect(report.outcome).toBe("passed");
    expect(packOf(report).discovery).toMatchObject({ probedTool: "must_task" });
  });

  it("is shown as what it was called before extensions, there", async () => {
    const report = await withServer("http", { era: "legacy" }, (target) =>
      runTasks({ target, era: "legacy", selection: suite, request: { require: ["io.modelcontextprotocol/tasks"] } }),
    );
    expect(report.exitCode).toBe(0);
    expect(report.servers[0]?.extensions.map(({ label }) => label)).toContain("Tasks (2025-11-25)");
  });
});

/** A server with these capabilities that answers `tasks/get` as one that has tasks. */
function serving(capabilities: JsonObject): (asked: Asked) => Answer | undefined {
  return ({ method }) => {
    if (method === "tasks/get") return { error: { code: -32602, message: "Unknown task" } };
    if (method !== "server/discover") return undefined;
    const rest = { resultType: "complete", supportedVersions: ["2026-07-28"], ttlMs: 0, cacheScope: "private" };
    return { result: { ...rest, capabilities } };
  };
}

describe("an advertisement that is none", () => {
  const ID = "io.modelcontextprotocol/tasks";
  it.each<[JsonObject, string]>([
    [
      { extensions: { [ID]: true } },
      `the settings of ${ID} are true, not an object; let capabilities.extensions["${ID}"] be an object, such as {}`,
    ],
    [{ extensions: { tasks: {} } }, 'it advertises "tasks", a flat key, which names no extension; advertise '],
    [
      { extensions: { "io.modelcontextprotocol/Tasks": {} } },
      'it advertises "io.modelcontextprotocol/Tasks", which differs in case and so is another id; advertise ',
    ],
    [{ extensions: [ID] }, "capabilities.extensions is an array, not an object; advertise "],
  ])("%j is said to be what it is", async (capabilities, words) => {
    const server = await scriptedServer(serving({ tools: {}, ...capabilities }));
    const report = await runTasks({ target: server.target }).finally(() => server.close());
    const message = packOf(report).checks[0]?.error?.message;
    expect(message).toContain(`server advertises no tasks wire on 2026-07-28; ${words}`);
  });

  it("is asked of a server of 2025-11-25 in its own words", async () => {
    const script = `for await (const line of require("node:readline").createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      const result = method === "initialize"
        ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "old", version: "1" } }
        : { tools: [] };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    }`;
    const args = ["-e", `(async () => { ${script} })()`];
    const target = { kind: "stdio", name: "old", command: process.execPath, args } as const;
    const report = await runTasks({ target, era: "legacy" });
    expect(packOf(report).checks[0]?.error?.message).toBe(
      "server advertises no tasks wire on 2025-11-25; declare capabilities.tasks, with requests.tools.call in it",
    );
  });
});

describe("a server that serves tasks and does not say so", () => {
  const hidden = serving({ tools: {} });

  it("is found out with one read, fails for not saying so, and nothing else of the extension wire is judged", async () => {
    const server = await scriptedServer(hidden);
    const report = await runTasks({ target: server.target, selection: suite }).finally(() => server.close());
    expect(report.servers[0]?.extensions).toMatchObject([
      { id: "io.modelcontextprotocol/tasks", advertised: false, inUse: true },
    ]);
    const pack = packOf(report);
    expect(pack.ran).toBe(true);
    expect(idsOf(pack, "failed")).toEqual(["tasks-extension-advertised"]);
    expect(idsOf(pack, "not-applicable")).toHaveLength(pack.checks.length - 1);
    const reads = server.asked.filter(({ method }) => method === "tasks/get");
    expect(reads.map(({ declared }) => declared)).toEqual([true]);
    expect(server.asked.some(({ method }) => method === "tools/call")).toBe(false);
  });

  it("is left alone when only what is advertised counts", async () => {
    const server = await scriptedServer(hidden);
    const request = { onlyAdvertised: true };
    const report = await runTasks({ target: server.target, selection: suite, request }).finally(() => server.close());
    expect(packOf(report).ran).toBe(false);
    expect(server.asked.map(({ method }) => method)).toEqual(["server/discover"]);
  });
});
