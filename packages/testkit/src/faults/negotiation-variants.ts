import { ERROR, type Era, isObject, type JsonObject, MODERN_VERSIONS } from "@mcptest/pack";
import { declaresToy, TOY_ID } from "../generic/declared.js";
import { ABOUT, textResource } from "../generic/resource-list.js";
import { errorResponse, methodNotFound, missingCapability } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, generic } from "./groups.js";
import { legacyVariants } from "./negotiation-variants-legacy.js";
import { answering, both, onError, onResult, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const BOTH_ERAS: Era[] = ["modern", "legacy"];

/** Legal in every era. */
const anywhere = faultGroup({ kind: "variant", on: "generic", eras: BOTH_ERAS, transports: ANY_TRANSPORT }, [
  {
    name: "odd-uris",
    description: "Resources have URIs that are relative, not ASCII, like an encoded header, or end in a question mark",
    hooks: generic({
      resources: [
        textResource("users/me", "relative", "A relative URI."),
        textResource("testkit:///测试", "raw", "Not encoded."),
        textResource("=?base64?abc?=", "sentinel", "Looks like an encoded header."),
        textResource("testkit:///query?", "empty query", "Nothing behind the question mark."),
        textResource("testkit:///about#history", "fragment", "With a fragment."),
      ],
    }),
  },
  {
    name: "unknown-capabilities",
    description: "The capabilities have a member of the vendor's own, and an experimental one",
    hooks: { capabilities: (given) => ({ ...given, weather: { hourly: true }, experimental: { weather: {} } }) },
  },
  {
    name: "extra-members",
    description: "Results have members and _meta of the vendor's own",
    hooks: onResult(["server/discover", "tools/list", "tools/call", "resources/list", "prompts/list"], (result) => ({
      ...result,
      elapsed: 3,
      _meta: { ...(isObject(result._meta) ? result._meta : {}), "com.example/trace": "a1" },
    })),
  },
  {
    name: "changes-untold",
    description: "There is no listChanged and no subscribe, and nothing is told of changes",
    hooks: {
      capabilities: (given) => ({ ...given, tools: {}, resources: {} }),
      policies: { generic: { hears: () => false, tells: () => false } },
      around(call, next) {
        if (call.method === "subscriptions/listen") call.params = { ...call.params, notifications: {} };
        return next();
      },
    },
  },
  {
    name: "modern-listed-only",
    description: "server/discover and -32022 list 2026-07-28 alone, whatever initialize serves besides",
    hooks: both(
      onResult("server/discover", (result) => ({ ...result, supportedVersions: [...MODERN_VERSIONS] })),
      onError(ERROR.unsupportedProtocolVersion, (error) => ({
        ...error,
        data: { ...(isObject(error.data) ? error.data : {}), supported: [...MODERN_VERSIONS] },
      })),
    ),
  },
  {
    name: "strict-media-types",
    description: "A POST that does not accept both media types is answered with 406, one that is not JSON with 415",
    transports: ["http"],
    form: "streamable",
    hooks: {
      http: {
        intercept({ method, headers }, response) {
          const accept = headers.accept ?? "";
          const both = accept.includes("application/json") && accept.includes("text/event-stream");
          const json = /^application\/json\s*(;|$)/.test(headers["content-type"] ?? "");
          if (method !== "POST" || (both && json)) return false;
          response.writeHead(both ? 415 : 406).end();
          return true;
        },
      },
    },
  },
]);

/** Advertises an extension besides the toy. */
function alsoAdvertised(id: string): Hooks {
  return {
    capabilities: (given) => ({
      ...given,
      extensions: { ...(isObject(given.extensions) ? given.extensions : {}), [id]: {} },
    }),
  };
}

function refuse(call: Call, status: number, error: ReturnType<typeof methodNotFound>): Outcome {
  return { status, message: errorResponse(call.id, error) };
}

const CACHED = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
];

/** Legal on 2026-07-28. */
const modern = faultGroup({ kind: "variant", on: "generic", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "extension-without-settings",
    description: "com.example/plain is advertised as well, without settings: {}",
    hooks: alsoAdvertised("com.example/plain"),
  },
  {
    name: "upper-case-id",
    description: "COM.EXAMPLE/X is advertised as well",
    owner: { rule: "D04", check: "ext-id-grammar", verdict: "passed" },
    hooks: alsoAdvertised("COM.EXAMPLE/X"),
  },
  {
    name: "dotted-name-id",
    description: "com.example/a..b_c-d.v2 is advertised as well",
    hooks: alsoAdvertised("com.example/a..b_c-d.v2"),
  },
  {
    name: "official-id",
    description: "An official extension is advertised that shows nowhere else: oauth-client-credentials",
    hooks: alsoAdvertised("io.modelcontextprotocol/oauth-client-credentials"),
  },
  {
    name: "no-extensions",
    description: "The capabilities have no extensions, and there is no toy",
    hooks: {
      capabilities: (given) => without(given, "extensions"),
      policies: { generic: { toyActive: () => false, ticks: () => false } },
      around: async (call, next) =>
        call.method === "toy/echo" ? refuse(call, 404, methodNotFound(call.method)) : next(),
    },
  },
  {
    name: "toy-required",
    description: "toy_card refuses a request that does not declare the toy extension: -32021",
    hooks: answering("tools/call", async (call, next) => {
      const outcome = await next();
      if (call.params.name !== "toy_card" || declaresToy(call) || outcome.status !== 200) return outcome;
      return refuse(call, 400, missingCapability({ extensions: { [TOY_ID]: {} } }));
    }),
  },
  {
    name: "no-cache",
    description: "Nothing may be cached: ttlMs is 0, cacheScope private",
    hooks: onResult(CACHED, (result) => ({ ...result, ttlMs: 0, cacheScope: "private" })),
  },
  {
    name: "sub-resource-updated",
    description: "A change is told with the URI of a part of the resource that was subscribed to",
    hooks: generic({ updated: (params: JsonObject) => ({ ...params, uri: `${ABOUT}/tools` }) }),
  },
  {
    name: "listen-ends-cancelled",
    description: "A listen that the server ends is ended with notifications/cancelled, without a result",
    hooks: answering("subscriptions/listen", async (call, next) => {
      const outcome = await next();
      if (outcome.status !== 200) return outcome;
      call.emit({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: call.id } });
      return { status: 200 };
    }),
  },
  {
    name: "errors-with-400",
    description: "Every JSON-RPC error travels with a 4xx status",
    transports: ["http"],
    hooks: {
      async around(_call, next) {
        const outcome = await next();
        const failed = isObject(outcome.message) && outcome.message.error !== undefined;
        return failed && outcome.status === 200 ? { ...outcome, status: 400 } : outcome;
      },
    },
  },
]);

/** Legal for a server with nothing to tell, and yet a warning (contract J8). */
const warns = frameworkFaults("F15", "listen-implemented", "warning", { eras: ["modern"] }, [
  {
    name: "no-listen",
    description: "There is no subscriptions/listen, no listChanged and no subscribe",
    hooks: {
      capabilities: (given) => ({ ...given, tools: {}, resources: {} }),
      around: async (call, next) =>
        call.method === "subscriptions/listen" ? refuse(call, 404, methodNotFound(call.method)) : next(),
    },
  },
]);

/** What a generic server may do: unusual, and legal. One of them is a warning. */
export const genericVariants: Fault[] = [...anywhere, ...modern, ...legacyVariants, ...warns];
