import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { BOARD, BOARD_TOOLS, onBoardMeta, onEntry, onItem, onReading, onToolMeta, withCsp } from "./apps-hooks.js";
import { appsFaults } from "./groups.js";
import { both, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that add to the metadata of the second view, in both places. */
const withMeta = (members: JsonObject) => onBoardMeta((meta) => ({ ...meta, ...members }));

const shape = appsFaults("apps-meta-shape", "failed", [
  {
    name: "apps-permission-true",
    description: "A permission in the metadata of a view is true, as it was before January 2026",
    hooks: withMeta({ permissions: { camera: true } }),
  },
  {
    name: "apps-permissions-list",
    description: "The permissions in the metadata of a view are a list of names",
    hooks: withMeta({ permissions: ["clipboardWrite"] }),
  },
  {
    name: "apps-csp-list",
    description: "csp in the metadata of a view is a list of origins",
    hooks: withMeta({ csp: ["https://cdn.example.com"] }),
  },
  {
    name: "apps-csp-text",
    description: "csp in the metadata of a view is the text of a policy",
    hooks: withMeta({ csp: "default-src 'self'" }),
  },
  {
    name: "apps-domains-text",
    description: "connectDomains is one origin, and not a list",
    hooks: withCsp({ connectDomains: "https://api.example.com" }),
  },
  {
    name: "apps-domains-numbers",
    description: "resourceDomains has a number",
    hooks: withCsp({ resourceDomains: [1] }),
  },
  {
    name: "apps-domain-object",
    description: "domain in the metadata of a view is an object",
    hooks: withMeta({ domain: { host: "board.example.com" } }),
  },
  {
    name: "apps-border-text",
    description: "prefersBorder in the metadata of a view is a text",
    hooks: withMeta({ prefersBorder: "true" }),
  },
  {
    name: "apps-meta-text",
    description: "_meta.ui of a view is a text",
    hooks: onBoardMeta(() => "https://cdn.example.com"),
  },
]);

const LOST: JsonObject = { csp: { resourceDomains: ["https://cdn.example.com"] }, prefersBorder: false };

/** Hooks with which neither the list nor the item has metadata of the second view, and something else does. */
function misplaced(elsewhere: Hooks): Hooks {
  const meta = onBoardMeta(() => undefined).policies?.apps;
  return { ...elsewhere, policies: { apps: { ...elsewhere.policies?.apps, ...meta } } };
}

const level = appsFaults("apps-meta-at-right-level", "failed", [
  {
    name: "apps-meta-on-result",
    description: "The metadata of a view stands in _meta of the result of resources/read, and in no other place",
    hooks: misplaced(
      onReading(BOARD, (result) => ({
        ...result,
        _meta: { ...(isObject(result._meta) ? result._meta : {}), ui: LOST },
      })),
    ),
  },
  {
    name: "apps-meta-on-tool",
    description: "The metadata of a view stands on the tools that name it, and in no other place",
    hooks: misplaced(
      onToolMeta(BOARD_TOOLS, (meta) => ({ ...meta, ui: { ...(isObject(meta.ui) ? meta.ui : {}), ...LOST } })),
    ),
  },
]);

const CSP: JsonObject = { resourceDomains: ["https://cdn.example.com"] };
const ui = (entry: JsonObject, change: (ui: JsonObject) => JsonObject): JsonObject => {
  const meta = isObject(entry._meta) ? entry._meta : {};
  return { ...entry, _meta: { ...meta, ui: change(isObject(meta.ui) ? meta.ui : {}) } };
};
const listed = (change: (ui: JsonObject) => JsonObject) => onEntry(BOARD, (entry) => ui(entry, change));
const read = (change: (ui: JsonObject) => JsonObject) => onItem(BOARD, (item) => ui(item, change));

const places = appsFaults("apps-meta-list-vs-read", "warning", [
  {
    name: "apps-csp-in-list-only",
    description: "Only the list has the csp of a view",
    hooks: listed((meta) => ({ ...meta, csp: CSP })),
  },
  {
    name: "apps-csp-in-read-only",
    description: "Only the content item has the csp of a view",
    hooks: read((meta) => ({ ...meta, csp: CSP })),
  },
  {
    name: "apps-meta-in-list-only",
    description: "Only the list has metadata of a view",
    hooks: both(
      listed((meta) => ({ ...meta, csp: CSP })),
      onItem(BOARD, (item) => without(item, "_meta")),
    ),
  },
  {
    name: "apps-meta-in-read-only",
    description: "Only the content item has metadata of a view",
    hooks: both(
      onEntry(BOARD, (entry) => without(entry, "_meta")),
      read((meta) => ({ ...meta, csp: CSP })),
    ),
  },
  {
    name: "apps-csp-differs",
    description: "List and content item name different origins",
    hooks: both(
      listed((meta) => ({ ...meta, csp: CSP })),
      read((meta) => ({ ...meta, csp: { resourceDomains: ["https://img.example.com"] } })),
    ),
  },
  {
    name: "apps-border-differs",
    description: "List and content item disagree on prefersBorder",
    hooks: listed((meta) => ({ ...meta, prefersBorder: true })),
  },
]);

/** Faults that each put one entry into a list of the csp of the second view. */
function entries(
  check: string,
  verdict: "failed" | "warning",
  all: [name: string, entry: string, what: string, list?: string][],
): Fault[] {
  return appsFaults(
    check,
    verdict,
    all.map(([name, entry, what, list = "resourceDomains"]) => ({
      name: `apps-origin-${name}`,
      description: `An entry of ${list} ${what}: ${entry}`,
      hooks: withCsp({ [list]: [entry] as Json }),
    })),
  );
}

const syntax = entries("apps-csp-origin-syntax", "warning", [
  ["bare-host", "cdn.example.com", "is a host without a scheme"],
  ["path", "https://cdn.example.com/assets/", "has a path"],
  ["query", "https://cdn.example.com?v=1", "has a query"],
  ["star", "*", "is a star alone"],
  ["inner-star", "https://cdn.*.com", "has a star in the middle"],
  ["socket-resource", "wss://live.example.com", "is a socket, which is for connectDomains"],
  ["ftp", "ftp://cdn.example.com", "has a scheme that hosts do not load from"],
  ["no-host", "https://", "has no host"],
  ["empty-label", "https://cdn..example.com", "has an empty label"],
  ["port-name", "https://cdn.example.com:https", "has a name in place of a port"],
]);

const injection = entries("apps-csp-no-injection", "failed", [
  ["directive", "https://cdn.example.com; script-src *", "brings another directive"],
  ["two", "https://cdn.example.com https://img.example.com", "is two with a space"],
  ["comma", "https://cdn.example.com,https://img.example.com", "is two with a comma"],
  ["unsafe-eval", "'unsafe-eval'", "is a keyword"],
  ["data", "data:", "is the scheme of data URLs"],
  ["blob", "blob:", "is the scheme of blobs", "connectDomains"],
  ["newline", "https://cdn.example.com\nSet-Cookie: a=b", "brings a line of its own", "frameDomains"],
]);

const width = entries("apps-csp-too-wide", "warning", [
  ["any-host", "https://*", "is open to every host"],
  ["any-com", "https://*.com", "is open to a whole top level"],
  ["any-co-uk", "https://*.co.uk", "is open to a public suffix"],
  ["http", "http://cdn.example.com", "is plain http"],
  ["ws", "ws://live.example.com", "is a plain socket", "connectDomains"],
]);

/** Faults of the Apps server: the metadata of its views. */
export const appsMetaFaults: Fault[] = [...shape, ...level, ...places, ...syntax, ...injection, ...width];
