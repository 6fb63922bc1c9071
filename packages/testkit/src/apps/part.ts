import { ERROR, type JsonObject, member } from "@mcptest/pack";
import { REVISED } from "../legacy/version.js";
import { CACHE } from "../modern/cache.js";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Call, Handler } from "../server/call.js";
import type { ExtensionFactory } from "../server/extension.js";
import { pageOf } from "../server/page.js";
import { APPS_ID, FLAT_KEY } from "./ids.js";
import { type Listed, listedBy } from "./resources.js";
import { type AppTool, appTools } from "./tools.js";

/** MCP Apps in both eras: tools with views, a helper that only a view calls, and the views as `ui://` resources. */
export const appsPart: ExtensionFactory = ({ policies }) => {
  const policy = policies.apps;
  const tools = appTools();
  const byName = new Map<string, AppTool>(tools.map((tool) => [tool.name, tool]));
  const resources = listedBy(policy);

  const list: Handler = (params, { version }) => {
    const entries = resources.filter(({ listed }) => listed).map((resource) => entryOf(resource, version));
    return pageOf("resources", entries, params, policies.core);
  };
  const read: Handler = (params, call) => {
    const uri = member(params, "uri");
    if (typeof uri !== "string") throw invalidParams("uri must be a string");
    const found = resources.find((resource) => resource.uri === uri);
    if (!found) throw notFound(uri, call);
    return { contents: [{ uri, ...found.contents(), ...metaOf(found) }] };
  };
  const templates: Handler = (params) => pageOf("resourceTemplates", [], params, policies.core);
  const methods: [string, Handler][] = [
    ["resources/list", list],
    ["resources/templates/list", templates],
    ["resources/read", read],
  ];

  return {
    capabilities: () => ({ resources: {}, extensions: { [APPS_ID]: {} } }),
    tools,
    describeTool({ name }, _era, call) {
      const tool = byName.get(name);
      if (!tool) return {};
      const isOffered = policy.offers(call);
      // A model that sees no visibility would call what only a view has a use for.
      if (!isOffered && tool.ui.visibility?.includes("model") === false) return undefined;
      return {
        ...(call.version >= REVISED ? { outputSchema: tool.outputSchema } : {}),
        ...(isOffered ? { _meta: policy.toolMeta(keysOf(tool), name) } : {}),
      };
    },
    methods: {
      legacy: new Map(methods),
      modern: new Map(methods.map(([name, handler]) => [name, cached(handler)])),
    },
  };
};

/** The nested key, and the flat one as the official SDK writes it beside. */
function keysOf({ ui }: AppTool): JsonObject {
  return { ui, ...(ui.resourceUri === undefined ? {} : { [FLAT_KEY]: ui.resourceUri }) };
}

function entryOf(resource: Listed, version: string): JsonObject {
  const { uri, name, title, description, mimeType } = resource;
  return { uri, name, ...(version >= REVISED ? { title } : {}), description, mimeType, ...metaOf(resource) };
}

function metaOf({ ui }: Listed): JsonObject {
  return ui === undefined ? {} : { _meta: { ui } };
}

function cached(handler: Handler): Handler {
  return async (params, call) => ({ ...(await handler(params, call)), ...CACHE });
}

/** -32602 from 2026-07-28 on, -32002 before (contract A15). */
function notFound(uri: string, { era }: Call) {
  const code = era === "modern" ? ERROR.invalidParams : ERROR.resourceNotFoundLegacy;
  return rpcError(code, "Resource not found", { data: { uri } });
}
