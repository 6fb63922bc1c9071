import { ERROR, isObject, type Json, type JsonObject } from "@mcptest/pack";
import { FLAT_KEY } from "../apps/ids.js";
import { BOARD, FORECAST, naming, onTool, onToolMeta, onTools, refused, viewAt, withUi } from "./apps-hooks.js";
import { apps, appsFaults } from "./groups.js";
import { answering, both, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** A tool with another input schema. */
function withSchema(name: string, inputSchema: Json) {
  return onTool(name, (tool) => ({ ...tool, inputSchema }));
}

const inputSchema = appsFaults("apps-tool-input-schema", "failed", [
  {
    name: "apps-input-schema-missing",
    description: "A UI tool has no inputSchema",
    hooks: onTool("show_board", (tool) => without(tool, "inputSchema")),
  },
  {
    name: "apps-input-schema-untyped",
    description: "The inputSchema of a UI tool has no type",
    hooks: withSchema("show_board", { properties: {} }),
  },
  {
    name: "apps-input-schema-list",
    description: 'The inputSchema of a UI tool has the type "array"',
    hooks: withSchema("show_board", { type: "array", items: {} }),
  },
  {
    name: "apps-input-schema-invalid",
    description: "The inputSchema of a UI tool has a property whose type does not exist",
    hooks: withSchema("pin_city", { type: "object", properties: { city: { type: "city" } }, required: ["city"] }),
  },
  {
    name: "apps-input-schema-required-text",
    description: "required in the inputSchema of a UI tool is a text",
    hooks: withSchema("pin_city", { type: "object", properties: { city: { type: "string" } }, required: "city" }),
  },
]);

const ODD_URIS: [name: string, uri: Json, what: string][] = [
  ["https", "https://testkit.example/board.html", "an https URL"],
  ["other-scheme", "resource://testkit/board.html", "a URI of another scheme"],
  ["one-slash", "ui:/testkit/board.html", "ui: with one slash"],
  ["upper-case", "UI://testkit/board.html", "UI:// in upper case"],
  ["path", "/board.html", "a path"],
  ["empty", "", "an empty text"],
  ["bare", "ui://", "ui:// with nothing behind it"],
  ["number", 7, "a number"],
  ["null", null, "null"],
  ["object", { uri: BOARD }, "an object"],
];

const UNPARSABLE = "ui://[testkit/board.html";

const uriType = appsFaults("apps-tool-uri-type", "failed", [
  ...ODD_URIS.map(([name, uri, what]) => ({
    name: `apps-tool-uri-${name}`,
    description: `Both keys of a tool have ${what} in place of the URI of its view`,
    hooks: naming("show_board", uri),
  })),
  {
    name: "apps-tool-uri-unparsable",
    description: "Both keys of a tool have a ui:// text that no parser of URIs reads; it can be read all the same",
    hooks: { policies: { apps: { ...naming("show_board", UNPARSABLE).policies?.apps, views: [viewAt(UNPARSABLE)] } } },
  },
  {
    name: "apps-tool-ui-text",
    description: "_meta.ui of a tool is the URI itself, and not an object with it",
    hooks: onToolMeta("show_board", () => ({ ui: BOARD })),
  },
]);

const template = appsFaults("apps-tool-uri-not-template", "warning", [
  {
    name: "apps-tool-uri-template",
    description: "The URI of a view is a template with the argument of the tool",
    hooks: naming("show_city_forecast", "ui://testkit/{city}.html"),
  },
]);

const flatOnly = appsFaults("apps-tool-flat-key-only", "warning", [
  {
    name: "apps-flat-key-only",
    description: "A tool names its view by the flat key alone",
    hooks: onToolMeta("show_board", (meta) => without(meta, "ui")),
  },
  {
    name: "apps-flat-keys-only",
    description: "All tools name their views by the flat key alone",
    hooks: apps({ toolMeta: (meta) => (meta[FLAT_KEY] === undefined ? meta : without(meta, "ui")) }),
  },
  {
    name: "apps-flat-key-beside-visibility",
    description: "A tool has its visibility in _meta.ui, and names its view by the flat key alone",
    hooks: onToolMeta("show_city_forecast", (meta) => ({
      ...meta,
      ui: without(isObject(meta.ui) ? meta.ui : {}, "resourceUri"),
    })),
  },
]);

const keysAgree = appsFaults("apps-tool-keys-agree", "warning", [
  {
    name: "apps-keys-differ",
    description: "The two keys of a tool name two different views",
    hooks: onToolMeta("show_board", (meta) => ({ ...meta, [FLAT_KEY]: FORECAST })),
  },
  {
    name: "apps-flat-key-number",
    description: "The flat key of a tool is a number beside the right nested one",
    hooks: onToolMeta("show_board", (meta) => ({ ...meta, [FLAT_KEY]: 1 })),
  },
]);

const visibility = [
  ...appsFaults("apps-tool-visibility-values", "failed", [
    {
      name: "apps-visibility-apps",
      description: 'The visibility of a tool is ["apps"], as older drafts had it',
      hooks: withUi("refresh_forecast", { visibility: ["apps"] }),
    },
    {
      name: "apps-visibility-text",
      description: "The visibility of a tool is a text",
      hooks: withUi("refresh_forecast", { visibility: "app" }),
    },
    {
      name: "apps-visibility-user",
      description: "The visibility of a tool has a third word",
      hooks: withUi("show_city_forecast", { visibility: ["model", "app", "user"] }),
    },
    {
      name: "apps-visibility-object",
      description: "The visibility of a tool is an object",
      hooks: withUi("show_city_forecast", { visibility: { model: true, app: true } }),
    },
  ]),
  ...appsFaults("apps-tool-visibility-nonempty", "warning", [
    {
      name: "apps-visibility-empty",
      description: "The visibility of a tool is an empty list",
      hooks: withUi("show_city_forecast", { visibility: [] }),
    },
    {
      name: "apps-visibility-twice",
      description: "The visibility of a tool has a word twice",
      hooks: withUi("show_city_forecast", { visibility: ["model", "app", "model"] }),
    },
  ]),
];

const resourceKeys = appsFaults(
  "apps-tool-no-resource-keys",
  "warning",
  (
    [
      ["csp", { resourceDomains: ["https://tiles.example.com"] }],
      ["permissions", { camera: {} }],
      ["domain", "testkit.example.com"],
      ["prefersBorder", true],
    ] as const
  ).map(([key, value]) => ({
    name: `apps-tool-has-${key === "prefersBorder" ? "border" : key}`,
    description: `_meta.ui of a tool has ${key}, beside the metadata of its view in the right places`,
    hooks: withUi("show_forecast", { [key]: value as Json }),
  })),
);

const modelEntry = appsFaults("apps-some-model-entry", "warning", [
  {
    name: "apps-no-entry",
    description: "Every tool with a view is one that only views may call",
    hooks: apps({
      toolMeta: (meta) => ({ ...meta, ui: { ...(meta.ui as JsonObject), visibility: ["app"] } }),
    }),
  },
]);

const HELPER = "refresh_forecast";
const unlisted = onTools((tools) => tools.filter(({ name }) => name !== HELPER));
const uncallable = answering("tools/call", async (call, next) =>
  call.params.name === HELPER ? refused(call, ERROR.invalidParams, `Unknown tool: ${HELPER}`) : next(),
);

const helper = appsFaults("apps-apponly-listed-and-callable", "warning", [
  {
    name: "apps-helper-unlisted",
    description: "A tool that only views call can be called, and is on no list",
    hooks: unlisted,
  },
  {
    name: "apps-helper-uncallable",
    description: "A tool that only views call is listed, and a call of it is answered as if it did not exist",
    hooks: uncallable,
  },
  {
    name: "apps-helper-gone",
    description: "A tool that only views call is on no list, and a call of it is answered as if it did not exist",
    hooks: both(unlisted, uncallable),
  },
]);

/** Faults of the Apps server: its tools. */
export const appsToolFaults: Fault[] = [
  ...inputSchema,
  ...uriType,
  ...template,
  ...flatOnly,
  ...keysAgree,
  ...visibility,
  ...resourceKeys,
  ...modelEntry,
  ...helper,
];
