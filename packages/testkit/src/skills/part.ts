import { ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import { CACHE } from "../modern/cache.js";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Call, Handler } from "../server/call.js";
import type { ExtensionFactory } from "../server/extension.js";
import { pageOf } from "../server/page.js";
import { childrenOf, contentOf, entryOf, FILES, SOURCES } from "./files.js";
import { SKILLS_ID } from "./ids.js";

/** Skills in both eras, as the official SDK serves them: lists, entries, files and directories. */
export const skillsPart: ExtensionFactory = ({ policies }) => {
  const { core, skills: policy } = policies;

  const list: Handler = (params) => {
    const listed = SOURCES.filter(({ isListed }) => isListed);
    const entries = listed.map((source) => policy.entry(entryOf(source), "skills/list"));
    return pageOf("skills", entries, params, core);
  };
  const get: Handler = (params) => {
    const uri = uriIn(params);
    const source = SOURCES.find((each) => each.uri === uri);
    if (!source) throw invalidParams(`There is no skill at ${uri}`);
    return { skill: policy.entry(entryOf(source), "skills/get") };
  };
  const directory: Handler = (params) => {
    const uri = uriIn(params);
    const children = childrenOf(uri);
    if (!children) throw invalidParams(`There is no directory at ${uri}`);
    return pageOf("resources", children, params, core);
  };
  const listResources: Handler = (params) => {
    const entries = SOURCES.filter(({ isListed }) => isListed).map(
      ({ uri, frontmatter: { name = "", description = "" } }): JsonObject => ({
        ...{ uri, name, description, mimeType: "text/markdown" },
      }),
    );
    return pageOf("resources", entries, params, core);
  };
  const read: Handler = (params, call) => {
    const uri = uriIn(params);
    const file = FILES.find((each) => each.uri === uri);
    if (!file) throw notFound(uri, call);
    return { contents: [{ uri, ...policy.content(contentOf(file), uri) }] };
  };
  const templates: Handler = (params) => pageOf("resourceTemplates", [], params, core);

  const methods: [string, Handler][] = [
    ["skills/list", list],
    ["skills/get", get],
    ["resources/list", listResources],
    ["resources/templates/list", templates],
    ["resources/read", read],
    ...(isObject(policy.settings) && policy.settings.directoryRead === true
      ? ([["resources/directory/read", directory]] satisfies [string, Handler][])
      : []),
  ];

  return {
    capabilities: () => ({ resources: {}, extensions: { [SKILLS_ID]: policy.settings } }),
    methods: {
      legacy: new Map(methods),
      modern: new Map(methods.map(([name, handler]) => [name, cached(handler)])),
    },
  };
};

function uriIn(params: JsonObject): string {
  const uri = member(params, "uri");
  if (typeof uri !== "string") throw invalidParams("uri must be a string");
  return uri;
}

function cached(handler: Handler): Handler {
  return async (params, call) => ({ ...(await handler(params, call)), ...CACHE });
}

/** -32602 from 2026-07-28 on, -32002 before. */
function notFound(uri: string, { era }: Call) {
  const code = era === "modern" ? ERROR.invalidParams : ERROR.resourceNotFoundLegacy;
  return rpcError(code, "Resource not found", { data: { uri } });
}
