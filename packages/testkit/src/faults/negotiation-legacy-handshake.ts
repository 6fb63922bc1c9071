import { ERROR, isObject, type JsonObject, LEGACY_VERSIONS, member } from "@mcptest/pack";
import { errorResponse, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { core, frameworkFaults, type Where } from "./groups.js";
import { answering, onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

const LEGACY: Where = { eras: ["legacy"] };
/** Revisions that say outright that only what was negotiated may be used. */
const STRICT = ["2025-11-25", "2025-06-18"];
const OLD = ["2025-03-26", "2024-11-05"];
/** All but the oldest. */
const NEWER = [...STRICT, "2025-03-26"];
const OLDEST = "2024-11-05";

const isKnown = (version: unknown) => typeof version === "string" && LEGACY_VERSIONS.includes(version);

/** Hooks that answer `initialize` for a version that no revision has as `other` says. */
function forUnknown(other: string | undefined): Hooks {
  return core({
    negotiate(requested, supported) {
      if (!isKnown(requested)) return other ?? requested;
      return supported.includes(requested) ? requested : (supported[0] ?? requested);
    },
  });
}

/** Hooks that refuse `initialize` for versions that `isRefused` says. */
function refusingVersions(isRefused: (version: unknown) => boolean, code: number, data?: JsonObject): Hooks {
  return answering("initialize", (call, next) => {
    if (!isRefused(call.params.protocolVersion)) return next();
    const error = rpcError(code, "Unsupported protocol version", data ? { data } : {});
    return { status: 400, message: errorResponse(call.id, error) };
  });
}

/** The version that answers `initialize` does not fit (A104). */
const versions = [
  ...frameworkFaults("A104", "legacy-init-version", "failed", LEGACY, [
    {
      name: "init-echoes-version",
      description: "initialize is answered with whatever version was asked for, if no revision has it",
      hooks: forUnknown(undefined),
    },
    {
      name: "init-answers-no-revision",
      description: 'initialize for a version that no revision has is answered with "1.0"',
      hooks: forUnknown("1.0"),
    },
    {
      name: "init-unknown-version-refused",
      description: "initialize for a version that no revision has is refused with -32600",
      hooks: refusingVersions((version) => !isKnown(version), ERROR.invalidRequest),
    },
    {
      name: "init-supported-version-denied",
      description: "2024-11-05 is spoken with a client that asks for nonsense, and not with one that asks for it",
      versions: NEWER,
      hooks: core({
        negotiate: (requested, supported) => (isKnown(requested) ? (supported[0] ?? requested) : OLDEST),
      }),
    },
  ]),
  ...frameworkFaults("A104", "legacy-init-version", "warning", LEGACY, [
    {
      name: "init-refusal-names-versions",
      description: "initialize for an unknown version is refused with -32602 that lists the supported ones",
      hooks: refusingVersions((version) => !isKnown(version), ERROR.invalidParams, { supported: ["2025-11-25"] }),
    },
    {
      name: "init-answers-2026",
      description: "initialize for an unknown version is answered with 2026-07-28, which has no initialize",
      hooks: forUnknown("2026-07-28"),
    },
    {
      name: "init-answers-oldest",
      description: "initialize for an unknown version is answered with the oldest that is spoken, not the newest",
      versions: NEWER,
      hooks: core({
        negotiate(requested, supported) {
          if (!isKnown(requested) || requested === OLDEST) return OLDEST;
          return supported[0] ?? requested;
        },
      }),
    },
  ]),
];

/** Hooks that change `serverInfo` in the result of `initialize`. */
function onInfo(change: (info: JsonObject) => JsonObject): Hooks {
  return onResult("initialize", (result) =>
    isObject(result.serverInfo) ? { ...result, serverInfo: change(result.serverInfo) } : result,
  );
}

/** The result of `initialize` has not its shape (A105). */
const shapes = frameworkFaults("A105", "legacy-init-shape", "failed", LEGACY, [
  {
    name: "init-without-server-info",
    description: "The result of initialize has no serverInfo",
    hooks: onResult("initialize", (result) => without(result, "serverInfo")),
  },
  {
    name: "init-server-without-version",
    description: "serverInfo has a name and no version",
    hooks: onInfo((info) => without(info, "version")),
  },
  {
    name: "init-server-version-number",
    description: "The version in serverInfo is a number",
    hooks: onInfo((info) => ({ ...info, version: 2 })),
  },
  {
    name: "init-instructions-list",
    description: "The instructions are a list of texts",
    hooks: onResult("initialize", (result) => ({ ...result, instructions: ["Call echo."] })),
  },
  {
    name: "init-capabilities-list",
    description: "The capabilities are a list of names",
    hooks: onResult("initialize", (result) => ({ ...result, capabilities: ["tools"] })),
  },
]);

/** Hooks that send something on the stream of `tools/list`, ahead of its answer. */
function besideTools(send: (call: Call) => void, hooks: Hooks = {}): Hooks {
  return {
    ...hooks,
    around(call, next) {
      if (call.method === "tools/list" && call.session) send(call);
      return next();
    },
  };
}

function asking(method: string, params: JsonObject): Hooks {
  return besideTools((call) => void call.ask(method, params).catch(() => {}));
}

const SAMPLING = { messages: [{ role: "user", content: { type: "text", text: "Hello" } }], maxTokens: 10 };

/** What was not negotiated is used (A106). */
const unnegotiated = [
  ...frameworkFaults("A106", "legacy-negotiated-only", "failed", { ...LEGACY, versions: STRICT }, [
    {
      name: "roots-undeclared",
      description: "The server asks for roots, which the client did not declare",
      hooks: asking("roots/list", {}),
    },
    {
      name: "log-without-logging",
      description: "A log message comes from a server whose capabilities have no logging",
      hooks: besideTools(
        ({ emit }) => emit({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "Hi" } }),
        { capabilities: (given) => without(given, "logging") },
      ),
    },
    {
      name: "list-changed-undeclared",
      description: "The server tells of a changed list of tools, although its capabilities have no listChanged",
      hooks: besideTools(({ emit }) => emit({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }), {
        capabilities: (given) => ({ ...given, tools: {} }),
      }),
    },
  ]),
  ...frameworkFaults("A106", "legacy-negotiated-only", "warning", { ...LEGACY, versions: OLD }, [
    {
      name: "sampling-unnegotiated",
      description:
        "The server asks for a sample, which the client did not declare, in a revision that only implies the rule",
      hooks: asking("sampling/createMessage", SAMPLING),
    },
  ]),
];

/** `ping` is not answered with an empty result (A107). */
const pings = frameworkFaults("A107", "legacy-ping", "failed", LEGACY, [
  {
    name: "ping-pong",
    description: "The result of ping has a member",
    hooks: onResult("ping", () => ({ pong: true })),
  },
  {
    name: "ping-unknown",
    description: "ping is refused with -32601",
    // In 2025-03-26 a batch of pings tells whether there are batches.
    versions: [...STRICT, OLDEST],
    hooks: answering("ping", async (call, next) => {
      const outcome = await next();
      if (member(outcome.message, "result") === undefined) return outcome;
      return { ...outcome, message: errorResponse(call.id, rpcError(ERROR.methodNotFound, "Method not found: ping")) };
    }),
  },
]);

const EARLY = { jsonrpc: "2.0", id: "early-1", method: "roots/list" };

/** Something is asked before `notifications/initialized` (A108). */
const early = frameworkFaults("A108", "legacy-server-waits-initialized", "warning", LEGACY, [
  {
    name: "asks-with-initialize",
    description: "roots/list follows the answer to initialize at once",
    hooks: answering("initialize", async (call, next) => {
      const declared = member(call.params.capabilities, "roots") !== undefined;
      return { ...(await next()), ...(declared ? { after: (send) => send(EARLY) } : {}) };
    }),
  },
  {
    name: "asks-on-get-before-initialized",
    description: "roots/list comes on the stream of a GET, whether the client is initialized or not",
    transports: ["http"],
    form: "streamable",
    versions: NEWER,
    hooks: {
      http: {
        standing(stream, session) {
          if (session && member(session.declared, "roots") !== undefined) stream.emit(EARLY);
        },
      },
    },
  },
]);

/** Faults of the generic server: the handshake of the legacy revisions. */
export const legacyHandshakeFaults: Fault[] = [...versions, ...shapes, ...unnegotiated, ...pings, ...early];
