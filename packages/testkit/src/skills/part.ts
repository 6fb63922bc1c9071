import { ERROR, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { CACHE } from "../modern/cache.js";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Call, Handler } from "../server/call.js";
import type { ExtensionFactory } from "../server/extension.js";
import { pageOf } from "../server/page.js";
import { childrenOf, contentOf, entryOf, filesWith, innerUri, type SkillSource, sourcesAt } from "./files.js";
import { SKILLS_ID } from "./ids.js";

/** Skills in both eras, as the official SDK serves them: lists, entries, files and directories. */
export const skillsPart: ExtensionFactory = ({ policies }) => {
  const { core, skills: policy } = policies;
  const files = filesWith(policy.many);
  const sources = sourcesAt(policy.reviewAt);
  const listed = sources.filter(({ isListed }) => isListed);

  /** The entry of a skill: its files are those of the skill, wherever it stands. */
  function entryFor(source: SkillSource, method: "skills/list" | "skills/get"): JsonObject {
    const inner = innerUri(source.uri, policy.reviewAt);
    const entry = policy.entry(entryOf({ ...source, uri: inner }, files), method);
    return inner === source.uri ? entry : moved(entry, inner, source.uri);
  }

  const list: Handler = (params) => {
    return pageOf(
      "skills",
      listed.map((source) => entryFor(source, "skills/list")),
      params,
      core,
    );
  };
  const get: Handler = (params) => {
    const uri = uriIn(params);
    const source = sources.find((each) => each.uri === uri);
    if (!source) throw invalidParams(`There is no skill at ${uri}`);
    return { skill: entryFor(source, "skills/get") };
  };
  const directory: Handler = (params) => {
    const uri = uriIn(params);
    const inner = innerUri(uri, policy.reviewAt);
    const children = childrenOf(inner, files);
    if (!children) throw invalidParams(`There is no directory at ${uri}`);
    const there = children.map((child) => ({ ...child, uri: `${uri}${String(child.uri).slice(inner.length)}` }));
    return pageOf("resources", there, params, core);
  };
  const listResources: Handler = (params) => {
    const entries = listed.map((source): JsonObject => {
      const { name, description } = source.frontmatter;
      const shown = member(entryFor(source, "skills/list"), "frontmatter");
      const of = (key: string, own: Json = "") => member(shown, key) ?? own;
      return {
        uri: source.uri,
        name: of("name", name),
        description: of("description", description),
        mimeType: "text/markdown",
      };
    });
    return pageOf("resources", entries, params, core);
  };
  const read: Handler = (params, call) => {
    const uri = uriIn(params);
    const inner = innerUri(uri, policy.reviewAt);
    const file = files.find((each) => each.uri === inner);
    if (!file) throw notFound(uri, call);
    return { contents: [{ uri, ...policy.content(contentOf(file), inner) }] };
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

/** An entry with another URI, also among its files. */
function moved(entry: JsonObject, from: string, to: string): JsonObject {
  return JSON.parse(JSON.stringify(entry).replaceAll(JSON.stringify(from), JSON.stringify(to))) as JsonObject;
}

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
