import { ERROR, type JsonObject, META, member } from "@mcptest/pack";
import { errorResponse, resultResponse, rpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { packageVersion } from "../server/package-info.js";
import { frameworkFaults, type Where } from "./groups.js";
import { ahead, onUnknownResource } from "./negotiation-rpc-shape.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

const MODERN: Where = { eras: ["modern"] };
const LEGACY: Where = { eras: ["legacy"] };

/** Hooks that answer `methods` by themselves. */
function instead(methods: string | string[], answer: (call: Call) => Outcome): Hooks {
  return {
    around: (call, next) => ([methods].flat().includes(call.method) ? Promise.resolve(answer(call)) : next()),
  };
}

function failing(call: Call, code: number, message: string, data?: JsonObject, status = 200): Outcome {
  const error = rpcError(code, message, data === undefined ? {} : { data });
  return { status, message: errorResponse(call.id, error) };
}

function complete(): JsonObject {
  return {
    resultType: "complete",
    _meta: { [META.serverInfo]: { name: "mcptest-testkit", version: packageVersion() } },
  };
}

/** An empty result, complete by the rules of its era. */
function served(call: Call): Outcome {
  return { status: 200, message: resultResponse(call.id, call.era === "modern" ? complete() : {}) };
}

/** Hooks that give the error for a tool that does not exist another code. */
function unknownToolCode(code: number, data?: JsonObject, status = 200): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const message = member(member(outcome.message, "error"), "message");
      const isUnknown =
        call.method === "tools/call" && typeof message === "string" && message.startsWith("Unknown tool");
      return isUnknown ? failing(call, code, message, data, status) : outcome;
    },
  };
}

const reservedFaults = frameworkFaults("A14", "rpc-reserved-codes", "failed", MODERN, [
  {
    name: "reserved-code",
    description: "A tool that does not exist gives -32050, which is reserved",
    hooks: unknownToolCode(-32050),
  },
  {
    name: "header-mismatch-over-stdio",
    description: "A tool that does not exist gives -32020 on stdio, where there are no headers",
    transports: ["stdio"],
    hooks: unknownToolCode(ERROR.headerMismatch),
  },
  {
    name: "capability-declared-and-missed",
    description: "A tool that does not exist gives -32021 for a capability that is declared",
    hooks: unknownToolCode(ERROR.missingClientCapability, { requiredCapabilities: { elicitation: { form: {} } } }, 400),
  },
  {
    name: "version-listed-and-refused",
    description: "A tool that does not exist gives -32022 for the version that is spoken",
    hooks: unknownToolCode(
      ERROR.unsupportedProtocolVersion,
      { supported: ["2026-07-28"], requested: "2026-07-28" },
      400,
    ),
  },
]);

const retiredFaults = frameworkFaults("A15", "rpc-retired-codes", "failed", MODERN, [
  {
    name: "unknown-resource-32002",
    description: "A resource that does not exist gives -32002",
    hooks: onUnknownResource((message) => withCode(message, ERROR.resourceNotFoundLegacy)),
  },
  {
    name: "unknown-tool-32042",
    description: "A tool that does not exist gives -32042",
    hooks: unknownToolCode(-32042),
  },
]);

const rangeFaults = [
  ...frameworkFaults("A16", "rpc-legacy-range-codes", "warning", MODERN, [
    {
      name: "unknown-tool-32001",
      description: "A tool that does not exist gives -32001",
      hooks: unknownToolCode(-32001),
    },
    {
      name: "unknown-tool-32000",
      description: "A tool that does not exist gives -32000",
      hooks: unknownToolCode(-32000),
    },
  ]),
  ...frameworkFaults("A17", "rpc-app-code-range", "warning", MODERN, [
    {
      name: "unknown-tool-32500",
      description: "A tool that does not exist gives -32500, inside the range of JSON-RPC",
      hooks: unknownToolCode(-32500),
    },
  ]),
];

const unknownResourceFaults = frameworkFaults("A28", "resource-not-found-shape", "failed", MODERN, [
  {
    name: "unknown-resource-empty",
    description: "A resource that does not exist has empty contents",
    hooks: onUnknownResource((message) => emptied(message, [])),
  },
  {
    name: "unknown-resource-as-text",
    description: "A resource that does not exist has a text that says so",
    hooks: onUnknownResource((message) => emptied(message, [{ uri: "testkit:///none", text: "Resource not found" }])),
  },
  {
    name: "unknown-resource-32603",
    description: "A resource that does not exist gives -32603",
    hooks: onUnknownResource((message) => withCode(message, ERROR.internal)),
  },
  {
    name: "unknown-resource-0",
    description: "A resource that does not exist gives the code 0",
    hooks: onUnknownResource((message) => withCode(message, 0)),
  },
]);

function withCode(message: JsonObject, code: number): JsonObject {
  return { ...message, error: { ...(message.error as JsonObject), code } };
}

function emptied(message: JsonObject, contents: JsonObject[]): JsonObject {
  const result = { ...complete(), contents, ttlMs: 0, cacheScope: "private" };
  return { ...without(message, "error"), result };
}

const UNKNOWN = "conformance/does-not-exist";

const methodFaults = [
  ...frameworkFaults("A13", "rpc-method-not-found", "failed", { eras: ["modern", "legacy"] }, [
    {
      name: "unknown-method-result",
      description: "A method that does not exist gives an empty result",
      hooks: instead(UNKNOWN, served),
    },
    {
      name: "unknown-method-32603",
      description: "A method that does not exist gives -32603",
      hooks: instead(UNKNOWN, (call) => failing(call, ERROR.internal, "Cannot read properties of undefined")),
    },
  ]),
  ...frameworkFaults("A13", "rpc-method-not-found", "failed", { eras: ["modern", "legacy"], transports: ["stdio"] }, [
    {
      name: "unknown-method-crash",
      description: "The process ends on a method that does not exist",
      hooks: instead(UNKNOWN, (call) => {
        call.crash();
        return { status: 200 };
      }),
    },
  ]),
  ...frameworkFaults("A13", "rpc-method-not-found", "failed", { ...LEGACY, transports: ["http"], form: "streamable" }, [
    {
      name: "unknown-method-page",
      description: "A method that does not exist gives a web page with 404",
      hooks: instead(UNKNOWN, () => ({ status: 404, text: "<h1>Not found</h1>", contentType: "text/html" })),
    },
    {
      name: "unknown-method-500",
      description: "A method that does not exist gives 500",
      hooks: instead(UNKNOWN, (call) => failing(call, ERROR.methodNotFound, "Method not found", undefined, 500)),
    },
  ]),
  ...frameworkFaults(
    "A13",
    "rpc-method-not-found",
    "warning",
    { ...LEGACY, transports: ["http"], form: "streamable" },
    [
      {
        name: "unknown-method-404-in-session",
        description: "A method that does not exist gives 404 in a session, which tells the client to start over",
        hooks: instead(UNKNOWN, (call) => failing(call, ERROR.methodNotFound, "Method not found", undefined, 404)),
      },
    ],
  ),
];

/** Hooks that change the error for `initialize`: with full modern headers, and as old clients send it. */
function onHandshake(change: (message: string) => { code: number; message: string }): Hooks {
  return {
    refusal(check, error, context) {
      const { message } = error;
      const isHandshake = check === "handshake" || (check === "version-header" && !context.headers.has("mcp-method"));
      if (!isHandshake) return error;
      const changed = change(message);
      return rpcError(check === "handshake" ? changed.code : error.code, changed.message);
    },
  };
}

const removedFaults = [
  ...frameworkFaults("A21", "rpc-removed-methods", "failed", MODERN, [
    {
      name: "ping-invalid-params",
      description: "ping gives -32602",
      hooks: instead("ping", (call) => failing(call, ERROR.invalidParams, "No ping")),
    },
    {
      name: "tasks-internal-error",
      description: "The methods of tasks give -32603, although there is no Tasks extension",
      hooks: instead(["tasks/list", "tasks/get", "tasks/result", "tasks/cancel"], (call) =>
        failing(call, ERROR.internal, "No task store"),
      ),
    },
    {
      name: "handshake-invalid-request",
      description: "initialize gives -32600",
      transports: ["http"],
      hooks: onHandshake((message) => ({ code: ERROR.invalidRequest, message })),
    },
    {
      name: "elicitation-complete",
      description: "Says that an elicitation is complete, when tools are called",
      hooks: ahead("tools/call", () => [
        { method: "notifications/elicitation/complete", params: { elicitationId: "e-1" } },
      ]),
    },
  ]),
  ...frameworkFaults("A21", "rpc-removed-methods", "warning", MODERN, [
    {
      name: "ping-served",
      description: "ping is answered with a result",
      hooks: instead("ping", served),
    },
    {
      name: "subscribe-served",
      description: "resources/subscribe and resources/unsubscribe are answered with a result",
      hooks: instead(["resources/subscribe", "resources/unsubscribe"], served),
    },
    {
      name: "handshake-32022",
      description: "initialize gives -32022",
      transports: ["http"],
      hooks: {
        refusal: (check, error) =>
          check === "handshake"
            ? rpcError(ERROR.unsupportedProtocolVersion, error.message, {
                data: { supported: ["2026-07-28"], requested: "2026-07-28" },
              })
            : error,
      },
    },
  ]),
  ...frameworkFaults("A24", "rpc-init-diagnostic", "warning", MODERN, [
    {
      name: "handshake-unexplained",
      description: "The error for initialize does not say which versions there are",
      hooks: onHandshake(() => ({ code: ERROR.methodNotFound, message: "Method not found" })),
    },
  ]),
];

/** Faults of the generic server: error codes, and methods that do not exist (any more). */
export const rpcCodeFaults: Fault[] = [
  ...reservedFaults,
  ...retiredFaults,
  ...rangeFaults,
  ...unknownResourceFaults,
  ...methodFaults,
  ...removedFaults,
];
