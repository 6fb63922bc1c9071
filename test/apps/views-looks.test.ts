import { describeViewFaults } from "./testing/view-table.js";

describeViewFaults([
  "apps-view-renders",
  "apps-view-renders-result",
  "apps-view-theme",
  "apps-view-style-vars",
  "apps-view-context-merge",
  "apps-view-narrow",
  "apps-view-a11y-min",
  "apps-view-size",
  "apps-view-size-stable",
  "apps-view-fixed-height",
]);
