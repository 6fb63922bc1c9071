import type { JsonObject, Negotiated, RequestSpec } from "@mcptest/pack";
import { TASKS_EXTENSION } from "./ids.js";
import type { Role } from "./options.js";
import { wireOf } from "./wire.js";

/** `spec` with the extension declared, where the wire has a declaration. */
export function declared(negotiated: Negotiated, spec: RequestSpec): RequestSpec {
  return wireOf(negotiated).wire === "extension" ? { ...spec, extensions: { [TASKS_EXTENSION]: {} } } : spec;
}

/**
 * Client capabilities for the calls and polls of a role: kinds of input are declared when the role has answers to give.
 * The same go with the call and with `tasks/get` (J6). `auto` cannot make a model's message, so it declares no sampling.
 */
export function inputCapabilities(role: Role | undefined): JsonObject | undefined {
  if (role?.inputResponses === undefined) return undefined;
  const kinds: JsonObject = { elicitation: { form: {}, url: {} }, roots: {} };
  return role.inputResponses === "auto" ? kinds : { ...kinds, sampling: {} };
}

/** A request about one task, with the extension declared where the wire has a declaration. */
export function taskRequest(
  negotiated: Negotiated,
  method: "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result",
  params: JsonObject & { taskId: string },
  role?: Role,
): RequestSpec {
  const capabilities = wireOf(negotiated).wire === "extension" ? inputCapabilities(role) : undefined;
  return declared(negotiated, { method, params, ...(capabilities ? { capabilities } : {}) });
}

/** A `tools/call` of 2025-11-25 that does not ask for a task. */
export function withoutTask({ params: { task: _task, ...params } = {}, ...request }: RequestSpec): RequestSpec {
  return { ...request, params };
}
