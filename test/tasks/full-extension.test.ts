import { describeFaults, describeObeying, describeVariants } from "./testing/fault-table.js";

/** Members that are legal on any result, and that an acknowledgement is warned of (I27, I32). */
const WARNED = { "proto-members": ["tasks-update-ack", "tasks-cancel-ack"] };

describeObeying("modern");
describeFaults("modern");
describeVariants("modern", WARNED);
