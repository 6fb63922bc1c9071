import { describeFaults, describeObeying, describeVariants } from "./testing/fault-table.js";

describeObeying("modern");
describeFaults("modern", {
  require: ["io.modelcontextprotocol/tasks"],
  besides: {
    "dotted-id": { "tasks-wire-resolvable": "the wire that it rests on is warned of (I01)" },
    "legacy-capability-besides": { "tasks-wire-resolvable": "a second declaration is warned of (I01)" },
    "legacy-capability-empty-besides": { "tasks-wire-resolvable": "a second declaration is warned of (I01)" },
    "draft-capability-code": {
      "tasks-undeclared-capability-rejected":
        "it takes the number for a refusal, and warns of it (I37); that it is another number fails (I59)",
    },
    "only-legacy-capability": {
      "tasks-no-legacy-capability": "a capability of 2025-11-25 is a failure of its own (I04), whatever is required",
    },
  },
  leavesOpen: [
    // No client takes what comes for a task.
    "create-hidden-in-meta",
    "input-before-task-again",
    "input-before-task-refused",
    // The task is gone before everything is asked of it.
    "gone-early",
    "gone-once-read",
    // Nobody can answer what is not asked.
    "input-requests-empty",
  ],
});
// Members that are legal on any result, and that an acknowledgement is warned of (I27, I32).
describeVariants("modern", { "proto-members": ["tasks-update-ack", "tasks-cancel-ack"] });
