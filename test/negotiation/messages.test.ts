import { describeFaults } from "./testing/fault-table.js";

/** The checks of JSON-RPC itself (A.1). */
const MESSAGE_CHECKS = [
  "rpc-utf8",
  "rpc-version-field",
  "rpc-request-id-type",
  "rpc-request-id-unique",
  "rpc-response-id-echo",
  "rpc-result-xor-error",
  "rpc-error-shape",
  "rpc-notification-no-id",
  "rpc-batch",
  "rpc-no-server-requests",
  "rpc-method-not-found",
  "rpc-reserved-codes",
  "rpc-retired-codes",
  "rpc-legacy-range-codes",
  "rpc-app-code-range",
  "rpc-removed-methods",
  "rpc-no-unsolicited-notifications",
  "resource-not-found-shape",
];

/** Answers to prompts/list that are none, so that a check which needs it finds nothing. */
const NO_PROMPTS = ["prompts-no-json", "prompts-no-message", "prompts-in-array"];

describeFaults("messages", { only: MESSAGE_CHECKS, leavesOpen: NO_PROMPTS });

describeFaults("versions", { only: ["rpc-init-diagnostic"] });
