import { describeFaults } from "./testing/fault-table.js";

describeFaults("ids", {
  only: ["ext-id-grammar", "ext-id-reserved", "ext-id-owned-domain", "ext-declared-place", "ext-experimental-id"],
});

describeFaults("extensions");
