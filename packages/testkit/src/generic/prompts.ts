import { type JsonObject, member } from "@mcptest/pack";
import { CACHE } from "../modern/cache.js";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Handler } from "../server/call.js";
import type { ExtensionFactory } from "../server/extension.js";
import { pageOf } from "../server/page.js";

const PROMPTS: JsonObject[] = [
  { name: "greeting", description: "A prompt without arguments" },
  {
    name: "summary",
    description: "A prompt with an argument",
    arguments: [{ name: "topic", description: "What to sum up", required: true }],
  },
];

/** Two prompts, in both eras. */
export const promptsPart: ExtensionFactory = ({ policies }) => {
  const list = (params: JsonObject) => pageOf("prompts", PROMPTS, params, policies.core);
  const common: [string, Handler][] = [["prompts/get", (params) => promptOf(params)]];
  return {
    capabilities: () => ({ prompts: {} }),
    methods: {
      modern: new Map([["prompts/list", (params) => ({ ...list(params), ...CACHE })], ...common]),
      legacy: new Map([["prompts/list", list], ...common]),
    },
  };
};

function promptOf(params: JsonObject): JsonObject {
  const name = member(params, "name");
  if (name === "greeting") return { messages: [message("Say hello.")] };
  if (name !== "summary") throw invalidParams("Unknown prompt");
  const topic = member(member(params, "arguments") ?? {}, "topic");
  if (typeof topic !== "string") throw invalidParams("The prompt summary needs the argument topic");
  return { description: "A summary", messages: [message(`Sum up ${topic}.`)] };
}

function message(text: string): JsonObject {
  return { role: "user", content: { type: "text", text } };
}
