import { ERROR, type JsonObject, member } from "@mcptest/pack";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Handler } from "./call.js";

/** The one prompt. */
const PROMPT = { name: "greeting", title: "Greeting", description: "A prompt without arguments" };
/** The one resource. */
const RESOURCE = { uri: "testkit:///about", name: "about", mimeType: "text/plain" };

/** A prompt and a resource, with the methods that list and give them. `cache`: freshness of what can be cached. */
export function documentMethods(cache: JsonObject): [string, Handler][] {
  return [
    ["prompts/list", () => ({ prompts: [PROMPT], ...cache })],
    ["prompts/get", (params) => greeting(params)],
    ["resources/list", () => ({ resources: [RESOURCE], ...cache })],
    ["resources/templates/list", () => ({ resourceTemplates: [], ...cache })],
    ["resources/read", (params) => ({ ...read(params), ...cache })],
  ];
}

function greeting(params: JsonObject): JsonObject {
  if (member(params, "name") !== PROMPT.name) throw invalidParams("Unknown prompt");
  return { messages: [{ role: "user", content: { type: "text", text: "Say hello." } }] };
}

function read(params: JsonObject): JsonObject {
  const uri = member(params, "uri") ?? null;
  if (uri !== RESOURCE.uri) throw rpcError(ERROR.invalidParams, "Resource not found", { data: { uri } });
  return { contents: [{ uri, mimeType: RESOURCE.mimeType, text: "A reference server for testing." }] };
}
