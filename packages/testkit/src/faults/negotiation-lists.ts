import { ERROR, type JsonObject, META, member } from "@mcptest/pack";
import { textResource } from "../generic/resource-list.js";
import { CACHE } from "../modern/cache.js";
import { errorResponse, invalidParams, methodNotFound, type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { packageVersion } from "../server/package-info.js";
import { frameworkFaults, generic, type Where } from "./groups.js";
import { answering, onResult, perConnection, without } from "./reshape.js";
import type { Fault } from "./types.js";

const MODERN: Where = { eras: ["modern"] };
const BOTH: Where = { eras: ["modern", "legacy"] };

function refused(call: Call, error: RpcError, status = 200): Outcome {
  return { status, message: errorResponse(call.id, error) };
}

/** Hooks that take a capability away. */
function lacking(name: string): Hooks {
  return { capabilities: (given) => without(given, name) };
}

/** Hooks that refuse a list which could be served as the first message on a connection. */
function discoverFirst(): Hooks {
  const seen = perConnection(() => ({ count: 0 }));
  return {
    async around(call, next) {
      const isFirst = ++seen(call).count === 1;
      const outcome = await next();
      const isServed = isFirst && call.method.endsWith("/list") && member(outcome.message, "result") !== undefined;
      return isServed ? refused(call, rpcError(ERROR.invalidRequest, "Call server/discover first"), 400) : outcome;
    },
  };
}

/** Sends a log message to every request that asks for any. */
const talkative: Hooks = {
  around(call, next) {
    const level = member(member(call.params, "_meta"), META.logLevel);
    const params = { level: "info", data: "At work" };
    if (level !== undefined) call.emit({ jsonrpc: "2.0", method: "notifications/message", params });
    return next();
  },
};

/** Hooks that give `tools/list` one more tool where the condition holds. */
function oneMore(name: (call: Call) => string | undefined): Hooks {
  return onResult("tools/list", (result, call) => {
    const more = name(call);
    if (more === undefined || !Array.isArray(result.tools)) return result;
    return { ...result, tools: [...result.tools, { name: more, inputSchema: { type: "object" } }] };
  });
}

/** Hooks that answer the reading of some URIs: with these contents, or with -32602. */
function reading(answer: (uri: string) => JsonObject | "refused" | undefined): Hooks {
  return answering("resources/read", (call, next) => {
    const uri = member(call.params, "uri");
    const given = typeof uri === "string" ? answer(uri) : undefined;
    if (given === undefined) return next();
    if (given === "refused") return refused(call, invalidParams("Resource not found"));
    const serverInfo = { name: "mcptest-testkit", version: packageVersion() };
    const modern = { resultType: "complete", ...CACHE, _meta: { [META.serverInfo]: serverInfo } };
    const result = { ...(call.era === "modern" ? modern : {}), contents: [given] };
    return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
  });
}

const text = (uri: string): JsonObject => ({ uri, mimeType: "text/plain", text: "Here it is." });

/** Faults of lists, of what they name, and of capabilities beside them. */
export const listRuleFaults: Fault[] = [
  ...frameworkFaults("B10", "discover-optional-for-client", "failed", MODERN, [
    {
      name: "discover-needed-first",
      description: "A list is refused as the first message on a connection",
      hooks: discoverFirst,
    },
  ]),
  ...frameworkFaults("B12", "discover-capability-handlers", "failed", MODERN, [
    {
      name: "prompts-undeclared",
      description: "There are prompts, and the capability is not declared",
      hooks: lacking("prompts"),
    },
    {
      name: "prompts-unserved",
      description: "The capability prompts is declared, and prompts/list is not known",
      hooks: answering("prompts/list", (call) => refused(call, methodNotFound("prompts/list"), 404)),
    },
    {
      name: "prompts-undeclared-other-code",
      description: "The capability prompts is not declared, and prompts/list is refused with -32600",
      hooks: {
        ...lacking("prompts"),
        ...answering("prompts/list", (call) => refused(call, rpcError(ERROR.invalidRequest, "No prompts here"), 400)),
      },
    },
    {
      name: "logs-undeclared",
      description: "Log messages are sent where they are asked for, and the capability logging is not declared",
      hooks: { ...lacking("logging"), ...talkative },
    },
  ]),
  ...frameworkFaults("B12", "discover-capability-handlers", "warning", MODERN, [
    {
      name: "prompts-undeclared-empty",
      description: "The capability prompts is not declared, and prompts/list gives an empty list",
      hooks: { ...lacking("prompts"), ...onResult("prompts/list", (result) => ({ ...result, prompts: [] })) },
    },
  ]),
  ...frameworkFaults("B13", "tools-order-stable", "warning", MODERN, [
    {
      name: "tools-shuffled",
      description: "Every second tools/list gives the tools in reverse",
      hooks: () => {
        let count = 0;
        return onResult("tools/list", (result) =>
          ++count % 2 === 0 && Array.isArray(result.tools) ? { ...result, tools: [...result.tools].reverse() } : result,
        );
      },
    },
  ]),
  ...frameworkFaults("A20", "rpc-list-not-per-connection", "failed", MODERN, [
    {
      name: "list-by-connection",
      description: "tools/list has a tool more that is another one on each connection",
      transports: ["http"],
      hooks: () => {
        let count = 0;
        const own = perConnection(() => ({ name: `tool-${++count}` }));
        return oneMore((call) => own(call).name);
      },
    },
    {
      name: "list-after-another",
      description: "tools/list has a tool more once prompts/list was asked for on the connection",
      hooks: () => {
        const state = perConnection(() => ({ asked: false }));
        const more = oneMore((call) => (state(call).asked ? "summary-tool" : undefined));
        return {
          around(call, next) {
            if (call.method === "prompts/list") state(call).asked = true;
            return more.around?.(call, next) ?? next();
          },
        };
      },
    },
    {
      name: "list-after-a-call",
      description: "tools/list has a tool more once toy_card was called on the connection",
      hooks: () => {
        const state = perConnection(() => ({ called: false }));
        const more = oneMore((call) => (state(call).called ? "card-tool" : undefined));
        return {
          around(call, next) {
            if (call.method === "tools/call" && call.params.name === "toy_card") state(call).called = true;
            return more.around?.(call, next) ?? next();
          },
        };
      },
    },
  ]),
  ...frameworkFaults("B14", "resources-listed-readable", "failed", BOTH, [
    {
      name: "uri-normalised-before-reading",
      description: "A URI is normalised before it is looked up: what is listed with dots cannot be read",
      hooks: reading((uri) => (uri.includes("/../") ? "refused" : undefined)),
    },
    {
      name: "listed-without-contents",
      description: "Reading a listed resource gives no contents",
      hooks: onResult("resources/read", (result, call) =>
        member(call.params, "uri") === "testkit:///search?q=1&q=2" ? { ...result, contents: [] } : result,
      ),
    },
    {
      name: "template-raw-literals",
      description: "A template is matched with its literals as they stand, and not encoded",
      hooks: {
        ...generic({ resources: [textResource("testkit:///café/soup", "soup", "Soup of the day.")] }),
        ...reading((uri) => (uri === "testkit:///caf%C3%A9/soup" ? "refused" : undefined)),
      },
    },
    {
      name: "template-dot-for-any",
      description: "A dot in a template stands for any character",
      hooks: reading((uri) => (/^testkit:\/\/\/pairs\/[^/{}]+-[^/{}]+[^.]txt$/.test(uri) ? text(uri) : undefined)),
    },
    {
      name: "template-braces-read",
      description: "A template itself can be read as if it were a URI",
      hooks: reading((uri) => (uri === "testkit:///items/{id}" ? text(uri) : undefined)),
    },
  ]),
  ...frameworkFaults("B14", "resources-listed-readable", "warning", BOTH, [
    {
      name: "contents-uri-normalised",
      description: "The contents of a resource name its URI in a normal form",
      hooks: reading((uri) => (uri.includes("/../") ? text("testkit://example.org/b") : undefined)),
    },
    {
      name: "listed-internal-error",
      description: "Reading a listed resource gives an internal error",
      hooks: answering("resources/read", (call, next) =>
        member(call.params, "uri") === "testkit:///pixel.png"
          ? refused(call, rpcError(ERROR.internal, "Internal error"))
          : next(),
      ),
    },
  ]),
];
