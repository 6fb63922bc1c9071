import type { HttpTarget } from "@mcptest/core/wire";
import { describe, expect, it } from "vitest";
import { BASELINE } from "./testing/baseline.js";
import { cuttingProxy } from "./testing/cutting-proxy.js";
import { EIGHT, judge } from "./testing/judge.js";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";

describe("answers on the way", () => {
  it("are waited for when the server limits the rate, at each step", async () => {
    const limited = new Set<string>();
    const { pack } = await judge(({ method, declared }) => {
      const key = `${method} ${declared}`;
      if (method === "server/discover" || limited.has(key)) return undefined;
      limited.add(key);
      return { status: 429, text: "slow down", headers: { "Retry-After": "0" } };
    });
    expect(pack.summary).toBe(EIGHT);
  });

  it("leave a server alone that a proxy hides", async () => {
    const { pack } = await judge(({ method }) =>
      method === "tools/call" ? { status: 403, text: "<html>no</html>" } : undefined,
    );
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(pack.checks.find(({ id }) => id === "tasks-ttl-shape")).toMatchObject({ origin: "environment" });
  });

  it("are read to the last page, and a repeated cursor ends the list", async () => {
    const { pack, check } = await judge(({ method }) =>
      method === "tools/list"
        ? { result: { resultType: "complete", tools: [{ name: "job", inputSchema: {} }], nextCursor: "again" } }
        : undefined,
    );
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(check("tasks-wire-resolvable").notes).toEqual([
      'tools/list gave the cursor "again" a second time; the list is read up to there',
    ]);
    expect(pack.discovery).toMatchObject({ toolCount: 2, probedTool: "job" });
  });
});

describe("undeclared requests", () => {
  const refusal = { code: -32021, message: "No", data: { requiredCapabilities: {} } };
  const events = (...messages: object[]) => ({
    status: 200,
    headers: { "Content-Type": "text/event-stream" },
    text: messages.map((message) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`).join(""),
  });

  it("are judged by what answers them, not by a log message before it", async () => {
    const log = { method: "notifications/message", params: { level: "info", data: "refusing" } };
    const { pack } = await judge(({ method, declared }) =>
      method === "subscriptions/listen" && !declared ? events(log, log, { id: null, error: refusal }) : undefined,
    );
    expect(pack.summary).toBe(EIGHT);
  });

  it("are judged by the error that answers them, whatever its id (A05)", async () => {
    const { pack } = await judge(({ method, declared }) => {
      if (declared || !method.startsWith("tasks/")) return undefined;
      const text = JSON.stringify({ jsonrpc: "2.0", id: null, error: refusal });
      return { status: 400, text, headers: { "Content-Type": "application/json" } };
    });
    expect(pack.summary).toBe(EIGHT);
  });

  it("are judged by nothing else that comes on a listen", async () => {
    const { pack } = await judge(({ method, declared }) =>
      method === "subscriptions/listen" && !declared ? events({ errors: ["Unauthorized"] }) : undefined,
    );
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-undeclared-capability-rejected"]);
  });

  it.each([
    ["a web page", { status: 200, text: "<html>Welcome</html>" }],
    ["a redirect", { status: 307, text: "", headers: { Location: "http://127.0.0.1:1/mcp" } }],
    ["a coded body", { status: 200, text: "\u001f", headers: { "Content-Encoding": "gzip" } }],
    ["a server error", { status: 500, text: "oops" }],
  ])("that get %s prove no refusal", async (_name, answer) => {
    const { pack, check } = await judge(({ method, declared }) =>
      method === "tools/call" && !declared ? answer : undefined,
    );
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-undeclared-creation-refused"]);
    expect(check("tasks-undeclared-creation-refused").origin).toBe("environment");
  });
});

describe("no tool", () => {
  it("is named: the checks that need a task are open, with one reason", async () => {
    const { pack } = await judge(() => undefined, { roles: {} });
    expect(idsOf(pack, "passed")).toEqual(BASELINE.slice(0, 2));
    expect(pack.incompleteReason?.split("\n")).toHaveLength(1);
    expect(pack.incompleteReason).toContain(`--options 'tasks={"roles":{"task":{"tool":"NAME"}}}'`);
  });

  it("of that name is listed", async () => {
    const { pack, asked } = await judge(() => undefined, { roles: { task: { tool: "jub" } } });
    expect(idsOf(pack, "could-not-run")).toHaveLength(6);
    expect(pack.incompleteReason).toContain('the server lists no tool "jub"; it lists "job"');
    expect(asked.some(({ method }) => method === "tools/call")).toBe(false);
  });
});

describe("a long job", () => {
  it("may take all of pollTimeoutMs, whatever the limit of a check is", async () => {
    const options = { roles: { task: { tool: "job", arguments: { durationMs: 1_500 } } } };
    const report = await withServer("http", { era: "modern" }, (target) =>
      runTasks({ target, options, request: { checkTimeoutMs: 1_000 } }),
    );
    expect(packOf(report).summary).toBe(EIGHT);
  });
});

describe("a stream that ends before its response", () => {
  it.each([
    ["tasks/get", "modern"],
    ["tasks/get", "legacy"],
    ["tasks/result", "legacy"],
  ] as const)("is asked for once more: %s, %s", async (method, era) => {
    const report = await withServer("http", { era }, async (target) => {
      const proxy = await cuttingProxy((target as HttpTarget).url, method);
      const through = { ...target, url: proxy.url } as HttpTarget;
      const done = await runTasks({ target: through, era }).finally(() => proxy.close());
      expect(proxy.cut()).toBe(1);
      return done;
    });
    expect(report.outcome).toBe("passed");
  });
});
