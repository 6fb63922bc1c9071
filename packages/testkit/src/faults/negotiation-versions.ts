import { ERROR, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { errorResponse, type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Check, MessageContext } from "../server/checks.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { answering, onError, onResult, passing, perConnection, refusing } from "./reshape.js";
import type { Fault } from "./types.js";

const MODERN: Where = { eras: ["modern"] };
const REFUSED = ERROR.unsupportedProtocolVersion;

const badRequest = (code: number) => rpcError(code, "Bad request", { status: 400 });

/** What is asked for beside server/discover, whose answer to a version is another rule's. */
function isOther(at: MessageContext): boolean {
  return "method" in at && at.method !== "server/discover";
}

/** Hooks that change what the requests but server/discover are refused with. */
function otherwise(check: Check, change: (error: RpcError) => RpcError | undefined): Hooks {
  return { refusal: (failed, error, at) => (failed === check && isOther(at) ? change(error) : error) };
}

/** Hooks that change `data` of every -32022. */
function refusalData(change: (data: JsonObject) => JsonObject): Hooks {
  return onError(REFUSED, (error) => ({ ...error, data: change(isObject(error.data) ? error.data : {}) }));
}

function isRefused({ message }: Outcome): boolean {
  return member(member(message, "error"), "code") === REFUSED;
}

/** Hooks that do something with what comes behind a refused version on the same connection. */
function poisoned(answer: (call: Call) => Outcome | undefined): Hooks {
  const state = perConnection(() => ({ refused: false }));
  return {
    async around(call, next) {
      const before = state(call).refused;
      const outcome = await next();
      if (isRefused(outcome)) state(call).refused = true;
      return before && !isRefused(outcome) ? (answer(call) ?? outcome) : outcome;
    },
  };
}

const refusalFaults = [
  ...frameworkFaults("C01", "version-unsupported-error", "failed", MODERN, [
    {
      name: "any-version-served",
      description: "Every version is served, but by server/discover",
      hooks: otherwise("version", () => undefined),
    },
    {
      name: "version-other-code",
      description: "A version is refused with -32602, but by server/discover",
      hooks: otherwise("version", () => badRequest(ERROR.invalidParams)),
    },
    {
      name: "version-data-missing",
      description: "-32022 has no data",
      hooks: onError(REFUSED, ({ code, message }) => ({ code, message }) as JsonObject),
    },
    {
      name: "version-supported-text",
      description: "data.supported of -32022 is a string",
      hooks: refusalData((data) => ({ ...data, supported: "2026-07-28" })),
    },
    {
      name: "version-requested-own",
      description: "data.requested of -32022 is the version of the server",
      hooks: refusalData((data) => ({ ...data, requested: "2026-07-28" })),
    },
    {
      name: "version-lists-what-it-refuses",
      description: "data.supported of -32022 has the very version that was refused",
      hooks: refusalData((data) => ({
        ...data,
        supported: [...(Array.isArray(data.supported) ? data.supported : []), data.requested ?? null],
      })),
    },
  ]),
  ...frameworkFaults("C02", "version-supported-consistent", "warning", MODERN, [
    {
      name: "version-supported-differs",
      description: "data.supported of -32022 has a version more than server/discover",
      hooks: refusalData((data) => ({ ...data, supported: ["2026-07-28", "2027-01-01"] })),
    },
  ]),
  ...frameworkFaults("C03", "version-per-request", "failed", MODERN, [
    {
      name: "version-spoils-connection",
      description: "Behind a refused version everything on the connection is refused",
      hooks: () =>
        poisoned((call) => ({ status: 400, message: errorResponse(call.id, badRequest(ERROR.invalidRequest)) })),
    },
    {
      name: "version-ends-process",
      description: "The process ends with the first request behind a refused version",
      transports: ["stdio"],
      hooks: () =>
        poisoned((call) => {
          call.crash();
          return undefined;
        }),
    },
  ]),
];

/** Lists a legacy version everywhere. */
const listsLegacy: Hooks = {
  async around(call, next) {
    const listing = (versions: unknown) => [...(Array.isArray(versions) ? versions : []), "2025-11-25"];
    const change = onResult("server/discover", (result) => ({
      ...result,
      supportedVersions: listing(result.supportedVersions),
    }));
    const refusal = refusalData((data) => ({ ...data, supported: listing(data.supported) }));
    const inner = () => refusal.around?.(call, next) ?? next();
    return change.around?.(call, inner) ?? inner();
  },
};

const otherFaults = [
  ...frameworkFaults("C09", "version-dual-server-era-by-opening", "failed", MODERN, [
    {
      name: "legacy-version-unserved",
      description: "server/discover lists 2025-11-25, and initialize is refused",
      hooks: listsLegacy,
    },
  ]),
  ...frameworkFaults("C10", "version-missing-meta", "failed", MODERN, [
    {
      name: "version-optional",
      description: "A request without a version in _meta is served",
      hooks: passing("meta-version"),
    },
    {
      name: "version-missing-other-code",
      description: "A request without a version in _meta is refused with -32600",
      hooks: refusing("meta-version", () => badRequest(ERROR.invalidRequest)),
    },
    {
      name: "version-missing-200",
      description: "A request without a version in _meta is refused with HTTP 200",
      transports: ["http"],
      hooks: refusing("meta-version", (error) => Object.assign(error, { status: 200 })),
    },
    {
      name: "capabilities-optional",
      description: "A request without client capabilities in _meta is served",
      transports: ["stdio"],
      hooks: passing("meta-capabilities"),
    },
    {
      name: "client-info-required",
      description: "A request without client info in _meta is refused",
      hooks: answering(["tools/list", "prompts/list", "resources/list"], (call, next) => {
        if (member(member(call.params, "_meta"), META.clientInfo) !== undefined) return next();
        return { status: 400, message: errorResponse(call.id, badRequest(ERROR.invalidParams)) };
      }),
    },
  ]),
  ...frameworkFaults("C10", "version-missing-meta", "warning", { ...MODERN, transports: ["http"] }, [
    {
      name: "version-missing-mismatch",
      description: "A request without a version in _meta is refused with -32020, as if its header were wrong",
      hooks: refusing("meta-version", () => badRequest(ERROR.headerMismatch)),
    },
  ]),
];

/** Faults of versions and eras. */
export const versionRuleFaults: Fault[] = [...refusalFaults, ...otherFaults];
