import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { onResult } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

/** The revisions whose keys have a grammar, and those with today's rule for prefixes. */
const WITH_GRAMMAR: Where = { eras: ["modern", "legacy"], versions: ["2025-11-25", "2025-06-18"] };
const WITH_PREFIXES: Where = { eras: ["modern", "legacy"], versions: ["2025-11-25"] };

function adding(value: Json | undefined, meta: JsonObject): JsonObject {
  const object = isObject(value) ? value : {};
  return { ...object, _meta: { ...(isObject(object._meta) ? object._meta : {}), ...meta } };
}

/** Hooks that give the result of a method this `_meta`. */
function onOwnMeta(method: string, meta: JsonObject): Hooks {
  return onResult(method, (result) => adding(result, meta));
}

/** Hooks that give each item of a member of the result this `_meta`. */
function onItemMeta(method: string, key: string, meta: JsonObject): Hooks {
  return onResult(method, (result) => {
    const items = result[key];
    return Array.isArray(items) ? { ...result, [key]: items.map((item) => adding(item, meta)) } : result;
  });
}

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** Faults of `_meta` keys and of what some of them hold, and what is right. */
export const metaFaults: Fault[] = [
  ...frameworkFaults("D01", "meta-key-grammar", "failed", WITH_GRAMMAR, [
    {
      name: "meta-key-of-result",
      description: "_meta of tools/list has a key that ends with a hyphen",
      hooks: onOwnMeta("tools/list", { "com.example/x-": 1 }),
    },
    {
      name: "meta-key-of-tool",
      description: "_meta of each tool has a key with two slashes",
      hooks: onItemMeta("tools/list", "tools", { "com.example/a/b": 1 }),
    },
    {
      name: "meta-key-of-contents",
      description: "_meta of resource contents has a key with a blank",
      hooks: onItemMeta("resources/read", "contents", { "last change": 1 }),
    },
    {
      name: "meta-key-of-template",
      description: "_meta of each resource template has a key whose prefix begins with a digit",
      hooks: onItemMeta("resources/templates/list", "resourceTemplates", { "3com.example/x": 1 }),
    },
  ]),
  ...frameworkFaults("D02", "meta-key-reverse-dns", "warning", WITH_PREFIXES, [
    {
      name: "meta-key-domain-forward",
      description: "A key in _meta of prompts/list has the prefix example.com",
      hooks: onOwnMeta("prompts/list", { "example.com/page": 1 }),
    },
    {
      name: "meta-key-single-label",
      description: "A key in _meta of each prompt has the prefix example",
      hooks: onItemMeta("prompts/list", "prompts", { "example/page": 1 }),
    },
  ]),
  ...frameworkFaults("D03", "meta-key-reserved", "warning", WITH_PREFIXES, [
    {
      name: "meta-key-reserved-prefix",
      description: "A key of its own in _meta of each resource has a reserved prefix",
      hooks: onItemMeta("resources/list", "resources", { "com.mcp.tools/page": 1 }),
    },
    {
      name: "meta-key-reserved-case",
      description: "A key in _meta of tools/list has a prefix that differs from a reserved one in case",
      hooks: onOwnMeta("tools/list", { "io.ModelContextProtocol/page": 1 }),
    },
  ]),
  ...frameworkFaults("D07", "meta-trace-format", "failed", { eras: ["modern"] }, [
    {
      name: "traceparent-upper-case",
      description: "traceparent in _meta of tools/list is in upper case",
      hooks: onOwnMeta("tools/list", { traceparent: TRACE.toUpperCase() }),
    },
    {
      name: "tracestate-no-pairs",
      description: "tracestate in _meta of tools/list has a member that is no pair",
      hooks: onOwnMeta("tools/list", { traceparent: TRACE, tracestate: "vendor" }),
    },
    {
      name: "baggage-object",
      description: "baggage in _meta of tools/list is an object",
      hooks: onOwnMeta("tools/list", { baggage: { user: "1" } }),
    },
  ]),
  ...faultGroup({ kind: "variant", on: "generic", eras: ["modern", "legacy"], transports: ANY_TRANSPORT }, [
    {
      name: "apps-meta-keys",
      description: "Tools have the keys ui and ui/resourceUri in _meta",
      hooks: onItemMeta("tools/list", "tools", { ui: { visibility: ["model"] }, "ui/resourceUri": "ui://testkit/x" }),
    },
    {
      name: "trace-context",
      description: "_meta has the context of a trace",
      hooks: onOwnMeta("tools/list", {
        traceparent: TRACE,
        tracestate: "a=1, b@c=2",
        baggage: "user=1;secret, page=2",
      }),
    },
  ]),
];
