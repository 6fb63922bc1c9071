import { describeFaults } from "./testing/fault-table.js";

describeFaults("listen", {
  leavesOpen: [
    "ack-without-subscription-id",
    "ack-id-as-text",
    "subscription-id-as-number",
    "subscription-id-of-its-own",
  ],
});
