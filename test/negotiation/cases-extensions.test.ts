import type { Json, JsonObject } from "@mcptest/pack";
import type { ServerOptions } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { EVERY_OPTION, runNegotiation, verdictsOf, withServer } from "./testing/run-negotiation.js";

const TASKS = "io.modelcontextprotocol/tasks";
const TEST_MS = 120_000;

/** The checks of extensions and their ids, which these cases are about. */
const CHECKS = [
  "ext-id-grammar",
  "ext-id-reserved",
  "ext-id-owned-domain",
  "ext-map-object",
  "ext-settings-object",
  "ext-no-use-undeclared",
  "ext-fallback-or-reject",
  "ext-advertised-in-discover",
  "ext-unknown-tolerated",
  "ext-methods-gated",
  "ext-result-type-known",
  "ext-check-before-offer",
  "ext-advertised-present",
  "ext-advertised-to-all",
];

type Hooks = NonNullable<ServerOptions["hooks"]>[number];

async function judged(hooks: Hooks, checkIds = CHECKS) {
  const served: ServerOptions = { era: "modern", hooks: [hooks] };
  return await withServer("http", served, async (target) => {
    const { failed, warning, noted, open } = verdictsOf(
      await runNegotiation({ target, checkIds, options: { call: EVERY_OPTION.call } }),
    );
    return { failed, warning, noted, open };
  });
}

/** A `tasks/get` that knows no task, gated as it should be. */
const NO_TASK: Hooks = {
  around: async (call, next) => {
    if (call.method !== "tasks/get") return await next();
    const error = { code: -32602, message: "Task not found" };
    return { status: 200, message: { jsonrpc: "2.0", id: call.id, error } };
  },
};

describe("N12: the shape of capabilities.extensions", () => {
  const cases: [map: string, expected: Partial<Awaited<ReturnType<typeof judged>>>][] = [
    ["null", { failed: ["ext-map-object"] }],
    ["[]", { failed: ["ext-map-object"] }],
    ["true", { failed: ["ext-map-object"] }],
    [`["${TASKS}"]`, { failed: ["ext-map-object"] }],
    [`{"${TASKS}":true}`, { failed: ["ext-settings-object"] }],
    [`{"${TASKS}":null}`, { failed: ["ext-settings-object"] }],
    ['{"tasks":{}}', { failed: ["ext-id-grammar"] }],
    ['{"io.myext":{}}', { failed: ["ext-id-grammar"] }],
    ['{"com.example/":{}}', { warning: ["ext-id-grammar"] }],
    ['{"com.mcp.tools/x":{}}', { warning: ["ext-id-reserved"] }],
    ['{"-a.b/x":{}}', { failed: ["ext-id-grammar"] }],
    ['{"io.modelcontextprotocol/Tasks":{}}', { warning: ["ext-id-reserved"] }],
    [`{"${TASKS}":{"version":"1.0"}}`, { noted: ["ext-settings-object"] }],
    ['{"__proto__":{}}', { failed: ["ext-id-grammar"] }],
  ];

  it.each(cases)(
    "%s",
    async (map, expected) => {
      const extensions = JSON.parse(map) as Json;
      const said = await judged({ ...NO_TASK, capabilities: (given) => ({ ...given, extensions }) });
      expect(said).toMatchObject({ failed: [], warning: [], open: [], ...expected });
    },
    TEST_MS,
  );

  it("leaves the prototype of every object as it was", () => {
    expect(Object.hasOwn(Object.prototype, "extensions")).toBe(false);
    expect(({} as JsonObject).version).toBeUndefined();
  });
});

describe("N14: advertised but absent, present but not advertised", () => {
  const tasks: Hooks["capabilities"] = (given) => ({ ...given, extensions: { [TASKS]: {} } });

  it(
    "advertised, and tasks/get is not there",
    async () => {
      expect(await judged({ capabilities: tasks })).toMatchObject({ failed: ["ext-methods-gated"], open: [] });
    },
    TEST_MS,
  );

  it(
    "not advertised, and a call gives a task",
    async () => {
      const said = await judged({
        around: async (call, next) => {
          const outcome = await next();
          if (call.method !== "tools/call") return outcome;
          const result = { resultType: "task", taskId: "1", status: "working" };
          return { ...outcome, message: { jsonrpc: "2.0", id: call.id, result } };
        },
      });
      expect(said).toMatchObject({ failed: ["ext-result-type-known"], warning: [], open: [] });
    },
    TEST_MS,
  );

  it.each(["extensions", "prompts"])(
    "server/discover gives other %s to a client that declares an extension",
    async (name) => {
      const said = await judged({
        capabilities: (given, _era, call) =>
          call.declared.extensions === undefined ? given : { ...given, [name]: { "com.example/more": {} } },
      });
      expect(said).toMatchObject({ failed: [], warning: ["ext-advertised-to-all"], open: [] });
    },
    TEST_MS,
  );

  it(
    "advertised, and never a task: passes",
    async () => {
      expect(await judged({ ...NO_TASK, capabilities: tasks })).toMatchObject({ failed: [], warning: [], open: [] });
    },
    TEST_MS,
  );
});
