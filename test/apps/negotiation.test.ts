import { describeFaults } from "./testing/fault-table.js";

describeFaults("negotiation", {
  // Whoever asks for the pack is told that there is no app.
  leavesOpen: ["apps-advertised-for-nothing", "apps-advertised-for-helper"],
});
