import {
  at,
  defineFixture,
  type Exchange,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  member,
  type OptionNeed,
  resultOf,
  sampleOf,
  unavailable,
} from "@mcptest/pack";
import { type Apps, apps as appsFixture } from "./apps.js";
import type { AppsOptions } from "./options.js";
import { ask, type Entry, type Surface } from "./surface.js";
import type { AppTool } from "./tools.js";

/** The option that names a call. */
export const CALLS_OPTION: OptionNeed = { path: ["calls"], example: "NAME={}" };

/** UI tools that one run calls. */
const MOST_CALLS = 20;

/** A call of a UI tool by either client. */
export interface UiCall {
  tool: AppTool;
  arguments: JsonObject;
  declares: boolean;
  exchange: Exchange;
  /** The `result` where it is one of `tools/call`: an object, no task handle and no request for input. */
  result?: JsonObject;
}

/** What was called, and why what was not called was not. */
export interface UiCalls {
  calls: UiCall[];
  /** Names of tools that nothing permits to call, or no arguments are known for. */
  left: string[];
}

/**
 * Calls each UI tool that may be called, once as a client with the extension and once as one without.
 * Both calls have the same arguments.
 */
export const madeCalls = defineFixture<UiCalls, { apps: typeof appsFixture }, AppsOptions>({
  name: "calls of UI tools",
  needs: { apps: appsFixture },
  timeoutMs: () => 120_000,
  async prepare({ apps }, { host, options }) {
    const calls: UiCall[] = [];
    const left: string[] = [];
    for (const tool of apps.uiTools) {
      const args = argumentsFor(tool.entry, options);
      if (args === undefined || calls.length >= 2 * MOST_CALLS) {
        left.push(tool.name);
        continue;
      }
      for (const client of clientsOf(apps, tool)) {
        const exchange = await ask(host, client, {
          method: "tools/call",
          params: { name: tool.name, arguments: args },
        });
        calls.push({ tool, arguments: args, declares: client.declares, exchange, result: callResult(exchange) });
      }
    }
    return { calls, left };
  },
});

/** The same for checks of results, which are not selected without any. */
export const uiCalls = defineFixture<UiCalls, { made: typeof madeCalls }, AppsOptions>({
  name: "calls of UI tools, needed",
  role: {
    name: "call of a UI tool",
    configured: ({ calls, discoverTools }, facts) => calls.length > 0 || discoverTools || facts.call !== "none",
    option: CALLS_OPTION,
    missing: "no UI tool is annotated readOnlyHint: true and needs no argument",
  },
  needs: { made: madeCalls },
  timeoutMs: () => 120_000,
  prepare({ made }, { optionName }) {
    if (made.calls.length > 0) return made;
    const how = optionName(CALLS_OPTION.path, CALLS_OPTION.example);
    const names = made.left.slice(0, 5).map((name) => excerpt(name, 60));
    const reason = names.length > 0 ? `nothing permits to call ${names.join(", ")}` : "no tool names a view";
    throw unavailable(`${reason}; name a call with ${how}`, {
      notApplicable: names.length === 0,
      origin: "environment",
      options: [CALLS_OPTION],
    });
  },
});

/** Both clients; that without the extension only where it is shown the tool. */
function clientsOf({ declared, plain }: Apps, { name }: AppTool): Surface[] {
  const isShown = ({ tools }: Surface) => tools.entries.some(({ entry }) => member(entry, "name") === name);
  return [declared, plain].filter(isShown);
}

/**
 * The arguments with which a tool may be called: those of the option `calls`; for a tool that is annotated read-only `{}`,
 * where it needs none, and made-up ones under the option `discoverTools`. `undefined` where it may not be called.
 */
export function argumentsFor(tool: JsonObject, { calls, discoverTools }: AppsOptions): JsonObject | undefined {
  const named = calls.find((call) => call.tool === member(tool, "name"));
  if (named) return named.arguments;
  if (!isReadOnly(tool)) return undefined;
  const schema = member(tool, "inputSchema");
  if (!needsArguments(schema)) return {};
  const made = discoverTools ? sampleOf(schema) : undefined;
  return isObject(made) ? made : undefined;
}

/** True where the harness may pass on a call that a view makes: the tool is named by the option, or read-only. */
export function mayForward(tools: readonly Entry[], name: string, { calls }: AppsOptions): boolean {
  if (calls.some(({ tool }) => tool === name)) return true;
  const found = tools.find(({ entry }) => member(entry, "name") === name);
  return found !== undefined && isReadOnly(found.entry);
}

/** The tool is annotated `readOnlyHint: true`. */
export function isReadOnly(tool: JsonObject): boolean {
  return at(tool, "annotations", "readOnlyHint") === true;
}

function needsArguments(schema: unknown): boolean {
  const required = member(schema, "required");
  return Array.isArray(required) && required.length > 0;
}

/** The result of a call, unless it is one of something else: a task handle, or a request for input. */
export function callResult(exchange: Exchange): JsonObject | undefined {
  const result = resultOf(exchange);
  if (!isObject(result)) return undefined;
  const type = member(result, "resultType");
  const isOther = type !== undefined && type !== "complete";
  const isLegacyTask = isObject(member(result, "task")) && member(result, "content") === undefined;
  return isOther || isLegacyTask ? undefined : result;
}

/** `tools/call of "name" {…}, declared`: what was sent, for a message. */
export function sentCall({ tool, declares, arguments: args }: Pick<UiCall, "tool" | "declares" | "arguments">): string {
  const how = declares ? "extension declared" : "extension not declared";
  return `tools/call of ${excerpt(tool.name, 80)} with ${excerpt(args as Json, 80)}, ${how}`;
}
