import type { JsonObject } from "@mcptest/pack";
import { declaresTasks } from "../tasks/declared.js";
import { onResult, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

/** Hooks that create tasks for everybody and change the handle that an undeclared call gets. */
function forEverybody(change: (handle: JsonObject) => JsonObject) {
  const shaped = onResult("tools/call", (result, call) =>
    result.resultType === "task" && !declaresTasks(call) ? change(result) : result,
  );
  return { ...shaped, policies: { tasks: { mayCreate: () => true } } };
}

/** A call that does not declare the extension comes back as a task (I09). */
export const undeclaredCreationFaults: Fault[] = faultGroup(
  {
    kind: "fault",
    eras: ["modern"],
    transports: ANY_TRANSPORT,
    owner: { rule: "I09", check: "tasks-undeclared-creation-refused", verdict: "failed" },
  },
  [
    {
      name: "undeclared-creates-task",
      description: "Every call of a task tool becomes a task, whatever the client declares",
      hooks: { policies: { tasks: { mayCreate: () => true } } },
    },
    {
      name: "undeclared-creates-after-declared",
      description: "Once a client has declared the extension, its later calls need not: the server remembers",
      hooks: () => {
        const known = new Set<string>();
        return {
          policies: {
            tasks: {
              mayCreate: (call) => {
                if (declaresTasks(call)) known.add(call.principal);
                return known.has(call.principal);
              },
            },
          },
        };
      },
    },
    {
      name: "undeclared-creates-nested-task",
      description: 'An undeclared call gets a task in the form of 2025-11-25: result.task, under resultType "complete"',
      hooks: forEverybody((handle) => ({
        resultType: "complete",
        task: without(handle, "resultType", "_meta"),
        _meta: handle._meta ?? {},
      })),
    },
    {
      name: "undeclared-creates-complete-task",
      description: 'An undeclared call gets the members of a task under resultType "complete"',
      hooks: forEverybody((handle) => ({ ...handle, resultType: "complete" })),
    },
    {
      name: "undeclared-creates-bare-task",
      description: "An undeclared call gets the members of a task without any resultType",
      hooks: forEverybody((handle) => without(handle, "resultType")),
    },
  ],
);
