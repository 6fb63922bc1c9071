import { describeFaults, describeObeying, describeVariants } from "./testing/fault-table.js";

describeObeying("modern");
describeFaults("modern", {
  require: ["io.modelcontextprotocol/tasks"],
  // A capability of 2025-11-25 is a failure of its own (I04), whatever is required.
  besides: { "only-legacy-capability": ["tasks-no-legacy-capability"] },
  // No client takes what comes for a task.
  leavesOpen: ["create-hidden-in-meta", "input-before-task-again", "input-before-task-refused"],
});
// Members that are legal on any result, and that an acknowledgement is warned of (I27, I32).
describeVariants("modern", { "proto-members": ["tasks-update-ack", "tasks-cancel-ack"] });
