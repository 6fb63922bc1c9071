import { ERROR, isObject, type JsonObject } from "@mcptest/pack";
import { APPS_ID, FLAT_KEY, VIEW_MIME } from "../apps/ids.js";
import {
  BOARD,
  hasNone,
  isOfApps,
  naming,
  onCalls,
  onItem,
  onResources,
  onTool,
  onToolMeta,
  onTools,
  viewAt,
  withUi,
} from "./apps-hooks.js";
import { onExtensions, withoutApps } from "./apps-negotiation.js";
import { appsViewVariants } from "./apps-variants-views.js";
import { apps, appsVariants, core, notedBy } from "./groups.js";
import { both, onError, onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

const offered = appsVariants([
  {
    name: "apps-absent",
    description: "There is no app: no extension, no tool with a view, no ui:// resource",
    owner: notedBy("apps-present", "could-not-run"),
    hooks: { ...withoutApps(), capabilities: (given) => without(given, "extensions") },
  },
  {
    name: "apps-settings-members",
    description: "The settings of the extension have members",
    hooks: onExtensions(() => ({ [APPS_ID]: { mimeTypes: [VIEW_MIME] } })),
  },
  {
    name: "apps-copy-under-experimental",
    description: "The extension stands in its place, and under capabilities.experimental as well",
    owner: notedBy("apps-ext-id-misspelt"),
    hooks: { capabilities: (given) => ({ ...given, experimental: { [APPS_ID]: {} } }) },
  },
  {
    name: "apps-copy-top-level",
    description: "The extension stands in its place, and as a capability of its own as well",
    owner: notedBy("apps-ext-id-misspelt"),
    hooks: { capabilities: (given) => ({ ...given, [APPS_ID]: {} }) },
  },
  {
    name: "apps-meta-for-all",
    description: "A client without the extension is shown the tools as one with it",
    owner: notedBy("apps-noui-client-no-meta"),
    hooks: apps({ offers: () => true }),
  },
  {
    name: "apps-meta-for-any-type",
    description: "A client is shown _meta.ui that declares the extension for another media type",
    owner: notedBy("apps-noui-client-no-meta"),
    hooks: apps({
      offers: ({ declared }) => isObject(declared.extensions) && Object.hasOwn(declared.extensions, APPS_ID),
    }),
  },
  {
    name: "apps-other-tool-for-plain",
    description: "A client without the extension sees the tool of a view under another name",
    owner: notedBy("apps-noui-client-same-tools"),
    hooks: renamedForPlain("show_board", "tell_board"),
  },
  {
    name: "apps-other-text-for-plain",
    description: "The description of a tool differs for clients without the extension",
    hooks: onTools((tools, call) =>
      tools.map((tool) => (hasNone(call) && tool.name === "show_board" ? { ...tool, description: "Tells." } : tool)),
    ),
  },
]);

function renamedForPlain(name: string, other: string) {
  const listed = onTools((tools, call) =>
    tools.map((tool) => (hasNone(call) && tool.name === name ? { ...tool, name: other } : tool)),
  );
  return both(listed, {
    around(call, next) {
      if (call.method === "tools/call" && call.params.name === other) call.params = { ...call.params, name };
      return next();
    },
  });
}

const ODD_URI = "ui://TestKit/a/../Board.html?v=1&v=2";

const tools = appsVariants([
  {
    name: "apps-nested-key-only",
    description: "Tools have the nested key alone",
    hooks: apps({ toolMeta: (meta) => without(meta, FLAT_KEY) }),
  },
  {
    name: "apps-visibility-model",
    description: "A tool with a view is one that only the model calls",
    hooks: withUi("show_board", { visibility: ["model"] }),
  },
  {
    name: "apps-helper-with-view",
    description: "A tool that only views call names a view itself",
    hooks: onToolMeta("refresh_forecast", (meta) => ({
      ...meta,
      ui: { ...(isObject(meta.ui) ? meta.ui : {}), resourceUri: BOARD },
    })),
  },
  {
    name: "apps-unknown-tool-members",
    description: "_meta.ui of a tool has members that the specification does not know",
    owner: notedBy("apps-tool-meta-unknown-keys"),
    hooks: withUi("show_board", { title: "Board", height: 300 }),
  },
  {
    name: "apps-other-vendor-keys",
    description: "Tools have keys of another host beside those of the extension",
    hooks: onToolMeta("show_board", (meta) => ({
      ...meta,
      "openai/outputTemplate": BOARD,
      "openai/widgetAccessible": true,
    })),
  },
  {
    name: "apps-odd-view-uri",
    description: "The URI of a view has upper case, dots and a query, and is what it is byte for byte",
    hooks: { policies: { apps: { ...naming("show_board", ODD_URI).policies?.apps, views: [viewAt(ODD_URI)] } } },
  },
  {
    name: "apps-older-schema",
    description: "The inputSchema of a UI tool states draft-07 as its dialect",
    hooks: onTool("show_board", (tool) => ({
      ...tool,
      inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} },
    })),
  },
  {
    name: "apps-tool-error",
    description: "A UI tool reports an error of its own, as text",
    hooks: onCalls("show_board", () => ({
      content: [{ type: "text", text: "The board cannot be reached." }],
      isError: true,
    })),
  },
  {
    name: "apps-text-without-values",
    description: "The text of a UI tool tells what there is without any value of structuredContent",
    owner: notedBy("apps-fallback-meaningful"),
    hooks: onCalls(["show_board", "pin_city"], (result) => ({
      ...result,
      content: [{ type: "text", text: "The board has your places, those of the capital first." }],
    })),
  },
  {
    name: "apps-text-and-link",
    description: "The content of a UI tool has a link beside its text",
    versions: ["2025-11-25", "2025-06-18"],
    hooks: onCalls("show_board", (result) => ({
      ...result,
      content: [
        ...(Array.isArray(result.content) ? result.content : []),
        { type: "resource_link", uri: "testkit:///about", name: "about" },
      ],
    })),
  },
]);

const asBlob = (item: JsonObject): JsonObject => ({
  ...without(item, "text"),
  blob: Buffer.from(String(item.text)).toString("base64"),
});

const resources = appsVariants([
  {
    name: "apps-views-unlisted",
    description: "No view is on a list",
    hooks: onResources((all) => all.filter((entry) => !isOfApps(entry))),
  },
  { name: "apps-view-as-blob", description: "A view comes as a blob", hooks: onItem(BOARD, asBlob) },
  {
    name: "apps-view-template",
    description: "Views of one kind are listed as a template",
    hooks: onResult("resources/templates/list", (result) => ({
      ...result,
      resourceTemplates: [{ uriTemplate: "ui://testkit/{city}.html", name: "city", mimeType: VIEW_MIME }],
    })),
  },
  {
    name: "apps-one-by-one",
    description: "Each page of a list has one entry",
    hooks: core({ pageSize: 1 }),
  },
  {
    name: "apps-unknown-invalid-params",
    description: "A view that does not exist is refused with -32602 in the older revisions too",
    eras: ["legacy"],
    hooks: onError(ERROR.resourceNotFoundLegacy, (error) => ({ ...error, code: ERROR.invalidParams })),
  },
]);

/** What the Apps server may do: unusual, and legal. */
export const appsServerVariants: Fault[] = [...offered, ...tools, ...resources, ...appsViewVariants];
