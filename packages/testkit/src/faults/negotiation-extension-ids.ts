import type { Json, JsonObject } from "@mcptest/pack";
import { TOY_ID } from "../generic/declared.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const MODERN: Where = { eras: ["modern"] };

/** Hooks that advertise these extensions besides the toy extension. */
export function advertising(...entries: [id: string, settings: Json][]): Hooks {
  return {
    capabilities: (given) => ({
      ...given,
      extensions: Object.fromEntries([...Object.entries((given.extensions ?? {}) as JsonObject), ...entries]),
    }),
  };
}

/** Hooks that advertise this in place of the map of extensions. */
function advertisingMap(extensions: Json): Hooks {
  return { capabilities: (given) => ({ ...given, extensions }) };
}

/** Hooks that add these capabilities. */
function adding(capabilities: JsonObject): Hooks {
  return { capabilities: (given) => ({ ...given, ...capabilities }) };
}

/** Ids that are none (D04). */
const grammar = frameworkFaults("D04", "ext-id-grammar", "failed", MODERN, [
  {
    name: "ext-id-flat",
    description: "Advertises an extension tasks, without a prefix",
    hooks: advertising(["tasks", {}]),
  },
  {
    name: "ext-id-dotted",
    description: "Advertises com.example.widgets, with a dot in place of the slash",
    hooks: advertising(["com.example.widgets", {}]),
  },
  {
    name: "ext-id-hyphen-at-end",
    description: "Advertises com.example/x-, whose name ends with a hyphen",
    hooks: advertising(["com.example/x-", {}]),
  },
  {
    name: "ext-id-proto",
    description: "Advertises an extension __proto__",
    hooks: advertising(["__proto__", {}]),
  },
]);

const emptyName = frameworkFaults("D04", "ext-id-grammar", "warning", MODERN, [
  {
    name: "ext-id-empty-name",
    description: "Advertises com.example/, with nothing behind the slash",
    hooks: advertising(["com.example/", {}]),
  },
]);

/** Ids under a prefix of others (D05). */
const reserved = frameworkFaults("D05", "ext-id-reserved", "warning", MODERN, [
  {
    name: "ext-id-unknown-official",
    description: "Advertises io.modelcontextprotocol/my-extension-v2, which nobody has published",
    hooks: advertising(["io.modelcontextprotocol/my-extension-v2", {}]),
  },
  {
    name: "ext-id-other-case",
    description: "Advertises io.modelcontextprotocol/Tasks, with a capital letter",
    hooks: advertising(["io.modelcontextprotocol/Tasks", {}]),
  },
  {
    name: "ext-id-reserved-label",
    description: "Advertises com.mcp.tools/x, under a prefix that is reserved",
    hooks: advertising(["com.mcp.tools/x", {}]),
  },
  {
    name: "ext-id-reserved-look-alike",
    description: "Advertises io.ModelContextProtocol/tasks, whose prefix differs from the reserved one in case",
    hooks: advertising(["io.ModelContextProtocol/tasks", {}]),
  },
]);

/** Prefixes that are no reversed domain (D06). */
const domain = frameworkFaults("D06", "ext-id-owned-domain", "warning", MODERN, [
  {
    name: "ext-id-single-label",
    description: "Advertises example/foo, whose prefix is one label",
    hooks: advertising(["example/foo", {}]),
  },
  {
    name: "ext-id-not-reversed",
    description: "Advertises example.com/foo, under a domain that is not reversed",
    hooks: advertising(["example.com/foo", {}]),
  },
]);

/** Ids where nobody looks for them (E23). */
const place = frameworkFaults("E23", "ext-declared-place", "warning", MODERN, [
  {
    name: "ext-under-experimental",
    description: "States io.modelcontextprotocol/ui under capabilities.experimental",
    hooks: adding({ experimental: { "io.modelcontextprotocol/ui": {} } }),
  },
  {
    name: "ext-look-alike-under-experimental",
    description: "States io.modelcontextprotocol.ui under capabilities.experimental",
    hooks: adding({ experimental: { "io.modelcontextprotocol.ui": {} } }),
  },
  {
    name: "ext-at-top-level",
    description: "States com.example/other at the top level of its capabilities",
    hooks: adding({ "com.example/other": {} }),
  },
]);

/** Maps that are none (E01). */
const map = frameworkFaults("E01", "ext-map-object", "failed", MODERN, [
  { name: "ext-map-null", description: "capabilities.extensions is null", hooks: advertisingMap(null) },
  { name: "ext-map-array", description: "capabilities.extensions is an empty array", hooks: advertisingMap([]) },
  { name: "ext-map-true", description: "capabilities.extensions is true", hooks: advertisingMap(true) },
  {
    name: "ext-map-list",
    description: "capabilities.extensions is a list of ids",
    hooks: advertisingMap([TOY_ID]),
  },
]);

/** Settings that are none (E02). */
const settings = frameworkFaults("E02", "ext-settings-object", "failed", MODERN, [
  {
    name: "ext-settings-true",
    description: "The settings of the toy extension are true",
    hooks: advertising([TOY_ID, true]),
  },
  {
    name: "ext-settings-null",
    description: "The settings of the toy extension are null",
    hooks: advertising([TOY_ID, null]),
  },
  {
    name: "ext-settings-array",
    description: "The settings of the toy extension are []",
    hooks: advertising([TOY_ID, []]),
  },
  {
    name: "ext-settings-version",
    description: "The settings of the toy extension are its version as a text",
    hooks: advertising([TOY_ID, "1.0"]),
  },
]);

/** What a server may advertise. */
const variants = faultGroup({ kind: "variant", on: "generic", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "ext-experiment-advertised",
    description: "Advertises the id of a published draft",
    owner: { rule: "E26", check: "ext-experimental-id", verdict: "passed" },
    hooks: advertising(["io.modelcontextprotocol/server-identity", {}]),
  },
  {
    name: "ext-experiment-under-experimental",
    description: "States the id of a published experiment under capabilities.experimental",
    owner: { rule: "E26", check: "ext-experimental-id", verdict: "passed" },
    hooks: adding({ experimental: { "io.modelcontextprotocol/server-variants": {} } }),
  },
  {
    name: "ext-own-experiment",
    description: "States a capability of its own under capabilities.experimental, under a prefix of its own",
    owner: { rule: "E23", check: "ext-declared-place", verdict: "passed" },
    hooks: adding({ experimental: { "com.example/other": {} } }),
  },
  {
    name: "ext-id-capitals",
    description: "Advertises COM.EXAMPLE/X, in capitals",
    owner: { rule: "D04", check: "ext-id-grammar", verdict: "passed" },
    hooks: advertising(["COM.EXAMPLE/X", {}]),
  },
  {
    name: "ext-id-odd",
    description: "Advertises ids that look odd and are right",
    hooks: advertising(["a.b/c", {}], ["com.example/a..b", {}], ["com.xn--exmple-cua/1", {}], ["com.my-mcp/x.v2", {}]),
  },
  {
    name: "ext-none",
    description: "Advertises no extensions",
    hooks: { capabilities: ({ extensions: _extensions, ...given }) => given },
  },
  {
    name: "ext-map-empty",
    description: "capabilities.extensions is an empty object",
    hooks: advertisingMap({}),
  },
]);

/** Faults of the generic server: the rules of extension ids and of their map. */
export const extensionIdFaults: Fault[] = [
  ...grammar,
  ...emptyName,
  ...reserved,
  ...domain,
  ...place,
  ...map,
  ...settings,
  ...variants,
];
