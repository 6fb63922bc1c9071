import { isObject, type JsonObject, META, member } from "@mcptest/pack";
import { declaresToy, TOY_ID } from "../generic/declared.js";
import { errorResponse, missingCapability, type RpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { advertising } from "./negotiation-extension-ids.js";
import { answering } from "./reshape.js";

/** Id of Tasks, which the generic server does not have. */
export const TASKS = "io.modelcontextprotocol/tasks";

/** A notification of Tasks. */
const TICK = { jsonrpc: "2.0", method: "notifications/tasks", params: { taskId: "1", status: "working" } };

/** The answer with an error, as the server itself would give it. */
export function refused(call: Call, error: RpcError, status = 200): Outcome {
  return { status: error.status ?? status, message: errorResponse(call.id, error) };
}

/** A -32021, which travels with HTTP 400 (A70). */
export function lacking(call: Call, requiredCapabilities: JsonObject): Outcome {
  return refused(call, missingCapability(requiredCapabilities), 400);
}

/**
 * Hooks that answer `toy_card` in place of the server, where the request meets the condition. What the server refuses for
 * another reason stays refused.
 */
export function onCard(where: (call: Call) => boolean, answer: (call: Call) => Outcome): Hooks {
  return answering("tools/call", async (call, next) => {
    if (member(call.params, "name") !== "toy_card" || !where(call)) return await next();
    const { emit } = call;
    // A notification would begin the answer, with the HTTP status of a result.
    call.emit = () => {};
    const outcome = await next();
    call.emit = emit;
    return member(outcome.message, "result") === undefined ? outcome : answer(call);
  });
}

/** Hooks that send `notifications/tasks` during each call that is served. */
export function ticking(): Hooks {
  return answering("tools/call", async (call, next) => {
    const outcome = await next();
    if (member(outcome.message, "result") !== undefined) call.emit(TICK);
    return outcome;
  });
}

/** Whether the request does not declare the toy extension. */
export function lacksToy(call: Call): boolean {
  return !declaresToy(call);
}

/** Extensions that the request declares, of any type. */
export function declaredIn({ declared }: Call): JsonObject {
  const extensions = member(declared, "extensions");
  return isObject(extensions) ? extensions : {};
}

/** Hooks that advertise an extension, and answer one of its methods. */
export function having(id: string, method: string, answer: (call: Call) => Outcome): Hooks {
  return { ...advertising([id, {}]), ...answering(method, answer) };
}

/** The answer with a complete result. */
export function result(call: Call, value: JsonObject): Outcome {
  const _meta = { [META.serverInfo]: { name: "mcptest-testkit", version: "0.0.0" } };
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, result: { resultType: "complete", ...value, _meta } } };
}

/** Whether the request declares the toy extension with settings that are no object. */
export function hasMalformedToy(call: Call): boolean {
  const declared = declaredIn(call);
  return Object.hasOwn(declared, TOY_ID) && !isObject(declared[TOY_ID]);
}

/** The result of `tools/list` with this `_meta` of `toy_card`. */
export function withMeta(given: JsonObject, meta: JsonObject): JsonObject {
  const tools = Array.isArray(given.tools) ? given.tools : [];
  const changed = tools.map((tool) =>
    member(tool, "name") === "toy_card" && isObject(tool) ? { ...tool, _meta: meta } : tool,
  );
  return { ...given, tools: changed };
}
