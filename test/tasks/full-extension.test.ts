import { describeFaults, describeObeying, describeVariants } from "./testing/fault-table.js";

describeObeying("modern");
describeFaults("modern", {
  require: ["io.modelcontextprotocol/tasks"],
  // A capability of 2025-11-25 is a failure of its own (I04), whatever is required.
  besides: { "only-legacy-capability": ["tasks-no-legacy-capability"] },
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
