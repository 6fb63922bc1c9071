import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Server } from "../server/server.js";
import type { InputRequest, Tool } from "../server/tool.js";

/** Seals `requestState`, so that nobody changes it on the way (contract G17). */
const SEAL = randomBytes(32);

/** Milliseconds for which a `requestState` holds. */
const STATE_MS = 10 * 60_000;

/**
 * Runs `tool` within the request. Where it asks, the answer is `input_required`, and the retry runs it again with all
 * answers so far, which travel in `requestState` (2026-07-28 patterns/mrtr).
 */
export async function runWithRetries(server: Server, tool: Tool, args: JsonObject, call: Call): Promise<JsonObject> {
  const { slowness, responses: read } = server.policies.core;
  const responses = read(member(call.params, "inputResponses") ?? {});
  const state: State = { tool: tool.name, principal: call.principal, args: canonical(args) };
  const earlier = openState(server, member(call.params, "requestState"), state);
  const answers: JsonObject = { ...earlier, ...responses };
  const factor = tool.task ? slowness : 1;
  let needed: Record<string, InputRequest> | undefined;
  try {
    return await tool.run({
      arguments: args,
      jobMs: server.jobMs,
      call,
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
    const given = Object.keys(answers).length > 0;
    if (given || server.kind === "generic") result.requestState = sealState(server, answers, state);
    return result;
  }
}

/** What a `requestState` is bound to: the request that it was given out for, and who asked (contract G18). */
interface State {
  tool: string;
  principal: string;
  args: string;
}

/** The same text for the same value, whatever the order of its members. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, entry) =>
    isObject(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  );
}

function sign(text: string): Buffer {
  return createHmac("sha256", SEAL).update(text).digest();
}

function sealState(server: Server, answers: JsonObject, state: State): string {
  const text = JSON.stringify({ ...state, expires: Date.now() + STATE_MS, answers });
  const payload = Buffer.from(text).toString("base64url");
  return server.policies.core.sealsState ? `${payload}.${sign(text).toString("base64url")}` : payload;
}

function openState(server: Server, state: unknown, wanted: State): JsonObject {
  if (state === undefined) return {};
  const { sealsState, bindsState } = server.policies.core;
  const refused = invalidParams("requestState is not what this server gave out for this call");
  if (typeof state !== "string") throw refused;
  const [payload = "", seal = ""] = state.split(".");
  const text = Buffer.from(payload, "base64url").toString("utf8");
  if (sealsState && !isSealed(text, seal)) throw refused;
  const { expires, answers, ...bound } = parse(text) ?? {};
  if (!isObject(answers)) throw refused;
  const mine = canonical(bound) === canonical({ ...wanted }) && typeof expires === "number" && expires > Date.now();
  if (bindsState && !mine) throw refused;
  return answers;
}

function isSealed(text: string, seal: string): boolean {
  const given = Buffer.from(seal, "base64url");
  const right = sign(text);
  return given.length === right.length && timingSafeEqual(given, right);
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
