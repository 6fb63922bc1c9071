import { describeViewFaults } from "./testing/view-table.js";

describeViewFaults([
  "apps-view-initialize-error",
  "apps-view-late-init",
  "apps-view-tool-input",
  "apps-view-tool-input-partial",
  "apps-view-result-variants",
  "apps-view-late-handlers",
  "apps-view-storage-guard",
]);
