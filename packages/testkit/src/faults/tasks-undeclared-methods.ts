import { ERROR } from "@mcptest/pack";
import { missingCapability, rpcError } from "../protocol/json-rpc.js";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { TASKS_ID } from "../tasks/id.js";
import { onError } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const ALL = ["tasks/get", "tasks/update", "tasks/cancel", "subscriptions/listen"];

/** Hooks that serve undeclared requests of these methods, and refuse the others. */
function serving(...methods: string[]): Hooks {
  const refuse = (method: string) =>
    methods.includes(method) ? undefined : missingCapability({ extensions: { [TASKS_ID]: {} } });
  return { policies: { tasks: { refuse } } };
}

/** Hooks that refuse undeclared requests with another error. */
function refusing(code: number, message: string): Hooks {
  return { policies: { tasks: { refuse: () => rpcError(code, message) } } };
}

/** A request of the extension that does not declare it is served, or refused with the wrong error (I37). */
export const undeclaredMethodFaults: Fault[] = faultGroup(
  {
    kind: "fault",
    eras: ["modern"],
    transports: ANY_TRANSPORT,
    owner: { rule: "I37", check: "tasks-undeclared-capability-rejected", verdict: "failed" },
  },
  [
    {
      name: "undeclared-methods-served",
      description: "tasks/get, tasks/update, tasks/cancel and a task subscription need no declaration",
      hooks: serving(...ALL),
    },
    { name: "undeclared-get-served", description: "tasks/get needs no declaration", hooks: serving("tasks/get") },
    {
      name: "undeclared-update-served",
      description: "tasks/update needs no declaration",
      hooks: serving("tasks/update"),
    },
    {
      name: "undeclared-cancel-served",
      description: "tasks/cancel needs no declaration",
      hooks: serving("tasks/cancel"),
    },
    {
      name: "undeclared-listen-acknowledged",
      description: "subscriptions/listen with taskIds needs no declaration",
      hooks: serving("subscriptions/listen"),
    },
    {
      name: "undeclared-methods-remembered",
      description: "Once a client has declared the extension, its later requests need not: the server remembers",
      hooks: () => {
        let known = false;
        const refuse = () => (known ? undefined : missingCapability({ extensions: { [TASKS_ID]: {} } }));
        return {
          policies: { tasks: { refuse } },
          around: (call, next) => {
            known ||= call.era === "modern" && declaresTasks(call);
            return next();
          },
        };
      },
    },
    {
      name: "undeclared-methods-not-found",
      description: "Undeclared requests are refused with -32601",
      hooks: refusing(ERROR.methodNotFound, "Method not found"),
    },
    {
      name: "undeclared-methods-invalid-params",
      description: "Undeclared requests are refused with -32602",
      hooks: refusing(ERROR.invalidParams, "Unknown task"),
    },
    {
      name: "undeclared-methods-internal-error",
      description: "Undeclared requests are refused with -32603",
      hooks: refusing(ERROR.internal, "Internal error"),
    },
    {
      name: "listen-unimplemented",
      description: "subscriptions/listen does not exist, declared or not",
      owner: { rule: "I37", check: "tasks-undeclared-capability-rejected", verdict: "warning" },
      hooks: {
        async around(call, next) {
          if (call.era !== "modern" || call.method !== "subscriptions/listen") return next();
          const error = { code: ERROR.methodNotFound, message: "Method not found: subscriptions/listen" };
          return { status: 404, message: { jsonrpc: "2.0", id: call.id, error } };
        },
      },
    },
    {
      name: "draft-capability-code",
      description: "Undeclared requests are refused with -32003, the number of a draft; data and status are right",
      owner: { rule: "I59", check: "tasks-error-code-final", verdict: "failed" },
      baseline: { rule: "I37", check: "tasks-undeclared-capability-rejected", verdict: "warning" },
      hooks: onError(ERROR.missingClientCapability, (error) => ({
        ...error,
        code: ERROR.draftMissingClientCapability,
      })),
    },
  ],
);
