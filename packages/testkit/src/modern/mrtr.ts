import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isObject, type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import { isInputResponses } from "../server/input-responses.js";
import type { Server } from "../server/server.js";
import type { InputRequest, Tool } from "../server/tool.js";

/** Seals `requestState`, so that nobody changes it on the way (contract G17). */
const SEAL = randomBytes(32);

/**
 * Runs `tool` within the request. Where it asks, the answer is `input_required`, and the retry runs it again with all
 * answers so far, which travel in `requestState` (2026-07-28 patterns/mrtr).
 */
export async function runWithRetries(server: Server, tool: Tool, args: JsonObject, call: Call): Promise<JsonObject> {
  const responses = member(call.params, "inputResponses") ?? {};
  if (!isInputResponses(responses)) throw invalidParams("inputResponses must map keys to results");
  const earlier = openState(member(call.params, "requestState"), tool, call);
  const answers: JsonObject = { ...earlier, ...responses };
  const { slowness } = server.policies.core;
  const factor = tool.task ? slowness : 1;
  let needed: Record<string, InputRequest> | undefined;
  try {
    return await tool.run({
      arguments: args,
      jobMs: server.jobMs,
      sleep: (milliseconds) => delay(milliseconds * factor, undefined, { signal: call.signal, ref: false }),
      ask: async (questions) => {
        const missing = Object.entries(questions).filter(([key]) => !isObject(member(answers, key)));
        if (missing.length > 0) {
          needed = Object.fromEntries(missing);
          throw new Error("Input needed");
        }
        return Object.fromEntries(Object.keys(questions).map((key) => [key, answers[key] as JsonObject]));
      },
    });
  } catch (error) {
    if (!needed) throw error;
    const inputRequests = needed as unknown as JsonObject;
    const result: JsonObject = { resultType: "input_required", inputRequests };
    if (Object.keys(answers).length > 0) result.requestState = sealState(answers, tool, call);
    return result;
  }
}

function sign(text: string): Buffer {
  return createHmac("sha256", SEAL).update(text).digest();
}

/** The state is bound to the tool and to who asks (contract G18). */
function sealState(answers: JsonObject, tool: Tool, call: Call): string {
  const text = JSON.stringify({ tool: tool.name, principal: call.principal, answers });
  return `${Buffer.from(text).toString("base64url")}.${sign(text).toString("base64url")}`;
}

function openState(state: unknown, tool: Tool, call: Call): JsonObject {
  if (state === undefined) return {};
  const refused = invalidParams("requestState is not what this server gave out for this call");
  if (typeof state !== "string") throw refused;
  const [payload = "", seal = ""] = state.split(".");
  const text = Buffer.from(payload, "base64url").toString("utf8");
  const given = Buffer.from(seal, "base64url");
  const wanted = sign(text);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw refused;
  const { tool: name, principal, answers } = JSON.parse(text);
  if (name !== tool.name || principal !== call.principal) throw refused;
  return answers;
}
