import { describeViewFaults } from "./testing/view-table.js";

describeViewFaults([
  "apps-view-calls-visible-tools",
  "apps-view-calls-valid-args",
  "apps-view-respects-hostcaps",
  "apps-view-display-mode",
  "apps-view-open-link",
  "apps-view-message-shape",
]);
