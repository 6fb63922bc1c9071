import { describeFaults, describeObeying, describeVariants } from "./testing/fault-table.js";

describeObeying("legacy");
// A task that is shown as ended from the start is not cancelled while it works.
describeFaults("legacy", { leavesOpen: ["legacy-create-completed"] });
describeVariants("legacy");
