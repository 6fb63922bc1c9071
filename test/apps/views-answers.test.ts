import { describeViewFaults } from "./testing/view-table.js";

describeViewFaults(["apps-view-teardown", "apps-view-ping", "apps-view-unknown-method", "apps-view-app-tools"]);
