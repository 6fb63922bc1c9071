import { at, ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { ruleFaults } from "./groups.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that change the refusal of an undeclared request of these methods. */
function onRefusal(concerns: (method: string) => boolean, change: (error: JsonObject) => JsonObject, status?: number) {
  const hooks: Hooks = {
    async around(call, next) {
      const outcome = await next();
      const error = member(outcome.message, "error");
      if (!isObject(error) || error.code !== ERROR.missingClientCapability || !concerns(call.method)) return outcome;
      if (!isObject(at(error, "data", "requiredCapabilities", "extensions"))) return outcome;
      const message = { ...(outcome.message as JsonObject), error: change(error) };
      return { ...outcome, message, status: status ?? outcome.status };
    },
  };
  return hooks;
}

const isCall = (method: string) => method === "tools/call";
const isTask = (method: string) => method !== "tools/call";
const data = (value: JsonObject) => (error: JsonObject) => ({ ...error, data: value });
const same = (error: JsonObject) => error;

/** The refusal of a call that can only become a task is not what it should be (I10). */
const required = ruleFaults(
  "modern",
  ["I10", "tasks-required-capability-error", "failed"],
  [
    {
      name: "required-refused-method-not-found",
      description: "A plain call of a task-only tool is refused with -32601, as on 2025-11-25",
      hooks: onRefusal(isCall, (error) => ({ ...without(error, "data"), code: ERROR.methodNotFound })),
    },
    {
      name: "required-refused-without-data",
      description: "The refusal of a plain call of a task-only tool has no data",
      hooks: onRefusal(isCall, (error) => without(error, "data")),
    },
    {
      name: "required-refused-other-capability",
      description: "The refusal of a plain call of a task-only tool names capabilities.tasks",
      hooks: onRefusal(isCall, data({ requiredCapabilities: { tasks: {} } })),
    },
    {
      name: "required-refused-list",
      description: "The refusal of a plain call of a task-only tool lists the extensions in an array",
      hooks: onRefusal(isCall, data({ requiredCapabilities: { extensions: ["io.modelcontextprotocol/tasks"] } })),
    },
    {
      name: "required-refused-as-tool-error",
      description: "The refusal of a plain call of a task-only tool is a tool result with isError: true",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          const error = member(outcome.message, "error");
          if (call.method !== "tools/call" || member(error, "code") !== ERROR.missingClientCapability) return outcome;
          if (!isObject(at(error, "data", "requiredCapabilities", "extensions"))) return outcome;
          const { error: _refusal, ...message } = outcome.message as JsonObject;
          const content = [{ type: "text", text: member(error, "message") ?? "" }];
          const result = { resultType: "complete", content, isError: true };
          return { ...outcome, message: { ...message, result }, status: 200 };
        },
      },
    },
    {
      name: "required-refused-with-200",
      description: "The refusal of a plain call of a task-only tool travels with status 200",
      transports: ["http"],
      hooks: onRefusal(isCall, same, 200),
    },
  ],
);

/** The refusal of an undeclared request is not what it should be, its code apart (I38). */
const undeclared = ruleFaults(
  "modern",
  ["I38", "tasks-undeclared-error-data", "failed"],
  [
    {
      name: "undeclared-refused-without-data",
      description: "The refusal of undeclared requests has no data",
      hooks: onRefusal(isTask, (error) => without(error, "data")),
    },
    {
      name: "undeclared-update-refused-without-data",
      description: "The refusal of an undeclared tasks/update has no data",
      hooks: onRefusal(
        (method) => method === "tasks/update",
        (error) => without(error, "data"),
      ),
    },
    {
      name: "undeclared-refused-empty-data",
      description: "The refusal of undeclared requests names no capability",
      hooks: onRefusal(isTask, data({ requiredCapabilities: {} })),
    },
    {
      name: "undeclared-refused-bare-id",
      description: "The refusal of undeclared requests has the extension beside extensions",
      hooks: onRefusal(isTask, data({ requiredCapabilities: { "io.modelcontextprotocol/tasks": {} } })),
    },
    {
      name: "undeclared-refused-with-200",
      description: "The refusal of undeclared requests travels with status 200",
      transports: ["http"],
      hooks: onRefusal(isTask, same, 200),
    },
  ],
);

/** Hooks that take the words out of these errors. */
function silent(...codes: number[]): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const error = member(outcome.message, "error");
      const concerned = call.method.startsWith("tasks/") && isObject(error) && codes.includes(Number(error.code));
      return concerned
        ? { ...outcome, message: { ...(outcome.message as JsonObject), error: { ...error, message: "" } } }
        : outcome;
    },
  };
}

/** An error says nothing (I55). */
const words = ruleFaults(
  "modern",
  ["I55", "tasks-informative-errors", "warning"],
  [
    {
      name: "unknown-task-without-words",
      description: "The message of -32602, and over HTTP of -32020, on tasks/* is empty",
      hooks: silent(ERROR.invalidParams, ERROR.headerMismatch),
    },
    {
      name: "undeclared-without-words",
      description: "The message of -32021 on tasks/* is empty",
      hooks: silent(ERROR.missingClientCapability),
    },
  ],
);

/** Faults of how undeclared requests are refused, and of the words of errors. */
export const refusalFaults: Fault[] = [...required, ...undeclared, ...words];
