import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import type { RpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Check } from "../server/checks.js";
import type { Hooks } from "../server/hooks.js";

/** A change of one JSON object. */
export type Change = (value: JsonObject, call: Call) => JsonObject;

/** Hooks that change the result of these methods. */
export function onResult(methods: string | string[], change: Change): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const result = member(outcome.message, "result");
      if (![methods].flat().includes(call.method) || !isObject(result)) return outcome;
      return { ...outcome, message: { ...(outcome.message as JsonObject), result: change(result, call) } };
    },
  };
}

/** Hooks that change every error with this code; the HTTP status stays. */
export function onError(code: number, change: (error: JsonObject) => JsonObject): Hooks {
  return {
    async around(_call, next) {
      const outcome = await next();
      const error = member(outcome.message, "error");
      if (!isObject(error) || error.code !== code) return outcome;
      return { ...outcome, message: { ...(outcome.message as JsonObject), error: change(error) } };
    },
  };
}

/** Hooks that change the whole response to each request after the opening (`server/discover`, `initialize`). */
export function onResponse(change: (message: JsonObject, call: Call) => Json): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      if (isOpening(call) || !isObject(outcome.message)) return outcome;
      return { ...outcome, message: change(outcome.message, call) };
    },
  };
}

/** Whether `call` is one of the two that detection needs. */
function isOpening(call: Call): boolean {
  return call.method === "server/discover" || call.method === "initialize";
}

/** Hooks that change the params of a notification wherever it is sent. */
export function onNotification(method: string, change: (params: JsonObject) => JsonObject): Hooks {
  return {
    around: (call, next) => {
      const { emit } = call;
      call.emit = (message) => {
        const params = message.params;
        emit(message.method === method && isObject(params) ? { ...message, params: change(params) } : message);
      };
      return next();
    },
  };
}

/**
 * Hooks that change every message which a request sends ahead of its answer (progress, log messages, everything on a
 * `subscriptions/listen`, requests of a legacy server): one message, several, or `undefined` for none.
 */
export function onEmit(change: (message: JsonObject, call: Call) => JsonObject | JsonObject[] | undefined): Hooks {
  return {
    around: (call, next) => {
      const { emit } = call;
      call.emit = (message) => {
        for (const changed of [change(message, call) ?? []].flat()) emit(changed);
      };
      return next();
    },
  };
}

/** Hooks that serve what fails one of these checks as if it had passed. */
export function passing(...checks: Check[]): Hooks {
  return { refusal: (check, error) => (checks.includes(check) ? undefined : error) };
}

/** Hooks that refuse what fails one of these checks with another error, or another HTTP status. */
export function refusing(checks: Check | Check[], change: (error: RpcError) => RpcError): Hooks {
  return { refusal: (check, error) => ([checks].flat().includes(check) ? change(error) : error) };
}

/** Hooks that answer requests of these methods in place of the server. */
export function answering(
  methods: string | string[],
  answer: (call: Call, next: () => Promise<Outcome>) => Outcome | Promise<Outcome>,
): Hooks {
  return { around: async (call, next) => ([methods].flat().includes(call.method) ? answer(call, next) : next()) };
}

/** What a fault keeps for each connection: a stdio process, a socket, a legacy session. Made at first use. */
export function perConnection<Kept>(create: () => Kept): (at: Pick<Call, "connection">) => Kept {
  const kept = new WeakMap<object, Kept>();
  return ({ connection }) => {
    const found = kept.get(connection) ?? create();
    kept.set(connection, found);
    return found;
  };
}

/** Both hooks, in this order. Each may have `around` only. */
export function both(first: Hooks, second: Hooks): Hooks {
  return {
    around: (call, next) => {
      const inner = () => second.around?.(call, next) ?? next();
      return first.around?.(call, inner) ?? inner();
    },
  };
}

/** Hooks that change the result with which a task is created on the extension wire. */
export function onCreation(change: Change): Hooks {
  return onResult("tools/call", (result, call) => (result.resultType === "task" ? change(result, call) : result));
}

/** Hooks that change every task object of the extension wire: creation, `tasks/get` and `notifications/tasks`. */
export function onTask(change: (task: JsonObject) => JsonObject): Hooks {
  return both(both(onCreation(change), onResult("tasks/get", change)), onNotification("notifications/tasks", change));
}

/** Hooks that change what `tasks/get` and `notifications/tasks` say about a completed task. */
export function onCompleted(change: (task: JsonObject) => JsonObject): Hooks {
  const completed = (task: JsonObject) => (task.status === "completed" ? change(task) : task);
  return both(onResult("tasks/get", completed), onNotification("notifications/tasks", completed));
}

/** Hooks that change every task object of the 2025-11-25 wire. */
export function onLegacyTask(change: (task: JsonObject) => JsonObject): Hooks {
  const nested = onResult("tools/call", (result) =>
    isObject(result.task) ? { ...result, task: change(result.task) } : result,
  );
  const listed = onResult("tasks/list", (result) =>
    Array.isArray(result.tasks) ? { ...result, tasks: result.tasks.map((task) => change(task as JsonObject)) } : result,
  );
  return both(both(nested, listed), onResult(["tasks/get", "tasks/cancel"], change));
}

/** `value` without the members `names`. */
export function without(value: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** `value` with the member `from` under the name `to`, at the same place. */
export function renamed(value: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name === from ? to : name, entry]));
}
