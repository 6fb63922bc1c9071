import { describeViewFaults } from "./testing/view-table.js";

describeViewFaults(
  [
    "apps-view-initialize",
    "apps-view-initialize-params",
    "apps-view-jsonrpc",
    "apps-view-initialized",
    "apps-view-no-network",
    "apps-view-csp-clean",
    "apps-view-csp-reference-only",
    "apps-view-undeclared-origin",
    "apps-view-declared-only-https",
    "apps-view-no-page-errors",
    "apps-view-no-top-access",
    "apps-view-no-host-globals",
  ],
  { besides: { "apps-view-blank": { "apps-view-renders": "a blank document shows nothing, either" } } },
);
