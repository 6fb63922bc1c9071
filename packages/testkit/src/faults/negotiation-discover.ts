import { randomUUID } from "node:crypto";
import { ERROR, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { errorResponse, methodNotFound, type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { listRuleFaults } from "./negotiation-lists.js";
import { metaFaults } from "./negotiation-meta.js";
import { resultRuleFaults } from "./negotiation-results.js";
import { versionRuleFaults } from "./negotiation-versions.js";
import { answering, onResult, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const MODERN: Where = { eras: ["modern"] };
const DISCOVER = "server/discover";

function refused(call: Call, error: RpcError): Outcome {
  return { status: error.status ?? 200, message: errorResponse(call.id, error) };
}

/** Hooks that change the result of server/discover. */
function discovered(change: (result: JsonObject) => JsonObject): Hooks {
  return onResult(DISCOVER, change);
}

/** Hooks that change it from the second time on that this server is asked: the first answer opens the lane. */
function discoveredLater(change: (result: JsonObject, count: number) => JsonObject): () => Hooks {
  return () => {
    let count = 0;
    return discovered((result) => (++count === 1 ? result : change(result, count)));
  };
}

/** Hooks that give the capabilities these members. */
function capable(members: JsonObject): Hooks {
  return { capabilities: (given) => ({ ...given, ...members }) };
}

/** Hooks that change the server info in `_meta` of every result; `undefined` takes it away. */
function serverInfo(change: (info: JsonObject) => JsonObject[string] | undefined): Hooks {
  return {
    async around(_call, next) {
      const outcome = await next();
      const result = member(outcome.message, "result");
      const meta = member(result, "_meta");
      const info = member(meta, META.serverInfo);
      if (!isObject(result) || !isObject(meta) || !isObject(info)) return outcome;
      const changed = change(info);
      const others = without(meta, META.serverInfo);
      const _meta = changed === undefined ? others : { ...others, [META.serverInfo]: changed };
      return { ...outcome, message: { ...(outcome.message as JsonObject), result: { ...result, _meta } } };
    },
  };
}

const shapeFaults = [
  ...frameworkFaults("B01", "discover-implemented", "failed", MODERN, [
    {
      name: "discover-unknown",
      description: "server/discover is not known",
      hooks: answering(DISCOVER, (call) => ({ ...refused(call, methodNotFound(DISCOVER)), status: 404 })),
    },
    {
      name: "discover-broken",
      description: "server/discover gives an internal error",
      hooks: answering(DISCOVER, (call) => refused(call, rpcError(ERROR.internal, "Internal error"))),
    },
  ]),
  ...frameworkFaults("B02", "discover-result-type", "failed", MODERN, [
    {
      name: "discover-without-result-type",
      description: "The result of server/discover has no resultType",
      hooks: discovered((result) => without(result, "resultType")),
    },
    {
      name: "discover-asks-for-input",
      description: 'The result of server/discover has resultType "input_required"',
      hooks: discovered((result) => ({ ...result, resultType: "input_required", requestState: "1" })),
    },
    {
      name: "discover-result-type-made-up",
      description: 'The result of server/discover has resultType "discover"',
      hooks: discovered((result) => ({ ...result, resultType: "discover" })),
    },
  ]),
  ...frameworkFaults("B03", "discover-supported-versions", "failed", MODERN, [
    {
      name: "supported-versions-text",
      description: "supportedVersions is a string",
      hooks: discovered((result) => ({ ...result, supportedVersions: "2026-07-28" })),
    },
    {
      name: "supported-versions-empty",
      description: "supportedVersions is empty from the second time on",
      hooks: discoveredLater((result) => ({ ...result, supportedVersions: [] })),
    },
  ]),
  ...frameworkFaults("B03", "discover-supported-versions", "warning", MODERN, [
    {
      name: "supported-versions-without-own",
      description: "supportedVersions lacks the version of the request from the second time on",
      hooks: discoveredLater((result) => ({ ...result, supportedVersions: ["2025-11-25"] })),
    },
  ]),
  ...frameworkFaults("B04", "discover-capabilities", "failed", MODERN, [
    {
      name: "capabilities-array",
      description: "capabilities is an array of names",
      hooks: discovered((result) => ({ ...result, capabilities: ["tools"] })),
    },
    { name: "capability-true", description: "capabilities.prompts is true", hooks: capable({ prompts: true }) },
    {
      name: "capability-flag-text",
      description: 'capabilities.resources.subscribe is "yes"',
      hooks: capable({ resources: { subscribe: "yes" } }),
    },
    {
      name: "experimental-true",
      description: "A member of capabilities.experimental is true",
      hooks: capable({ experimental: { streaming: true } }),
    },
  ]),
  ...frameworkFaults("B05", "discover-cache-hints", "failed", MODERN, [
    {
      name: "discover-without-ttl",
      description: "The result of server/discover has no ttlMs",
      hooks: discovered((result) => without(result, "ttlMs")),
    },
    {
      name: "discover-ttl-text",
      description: 'ttlMs of server/discover is "60000"',
      hooks: discovered((result) => ({ ...result, ttlMs: "60000" })),
    },
    {
      name: "discover-scope-other",
      description: 'cacheScope of server/discover is "shared"',
      hooks: discovered((result) => ({ ...result, cacheScope: "shared" })),
    },
  ]),
  ...frameworkFaults("B06", "discover-server-info", "failed", MODERN, [
    {
      name: "server-info-without-version",
      description: "The server info in _meta has no version",
      hooks: serverInfo((info) => without(info, "version")),
    },
    {
      name: "server-info-text",
      description: "The server info in _meta is a string",
      hooks: serverInfo(() => "mcptest-testkit 1.0"),
    },
  ]),
  ...frameworkFaults("B06", "discover-server-info", "warning", MODERN, [
    {
      name: "server-info-missing",
      description: "No result says who answered",
      hooks: serverInfo(() => undefined),
    },
  ]),
  ...frameworkFaults("B08", "discover-unsupported-version", "failed", MODERN, [
    {
      name: "discover-any-version",
      description: "server/discover serves every version",
      hooks: {
        refusal: (check, error, at) => (check === "version" && isDiscover(at) ? undefined : error),
      },
    },
    {
      name: "discover-version-invalid-params",
      description: "server/discover refuses a version with -32602",
      hooks: {
        refusal: (check, error, at) =>
          check === "version" && isDiscover(at) ? rpcError(ERROR.invalidParams, "Bad version", { status: 400 }) : error,
      },
    },
  ]),
];

function isDiscover(at: object): boolean {
  return "method" in at && at.method === DISCOVER;
}

/** Legal, and noted. */
const noted = faultGroup({ kind: "variant", on: "generic", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "server-info-at-top",
    description: "The result of server/discover has serverInfo at its top as well",
    owner: { rule: "B07", check: "discover-no-toplevel-serverinfo", verdict: "passed" },
    hooks: discovered((result) => ({ ...result, serverInfo: { name: "mcptest-testkit", version: "1.0.0" } })),
  },
  {
    name: "discover-varies",
    description: "An experimental capability has another value with each server/discover",
    owner: { rule: "B09", check: "discover-stable", verdict: "passed" },
    hooks: { capabilities: (given) => ({ ...given, experimental: { load: { now: randomUUID() } } }) },
  },
]);

/** Faults of the generic server: the rules of `server/discover`, lists, versions, results and `_meta` keys. */
export const discoverFaults: Fault[] = [
  ...shapeFaults,
  ...listRuleFaults,
  ...versionRuleFaults,
  ...resultRuleFaults,
  ...metaFaults,
  ...noted,
];
