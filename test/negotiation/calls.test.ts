import { describeFaults } from "./testing/fault-table.js";

/** The round cannot be gone through to its end, so what is tried with whole rounds could not run. */
const NO_ROUND = [
  "mrtr-empty",
  "mrtr-state-object",
  "mrtr-requests-empty",
  "mrtr-requests-list",
  "mrtr-forgets-first-answer",
  "mrtr-retry-refused",
];

describeFaults("calls", { leavesOpen: NO_ROUND });
