import { describeFaults } from "./testing/fault-table.js";

describeFaults("versions", {
  only: [
    "legacy-init-version",
    "legacy-init-shape",
    "legacy-negotiated-only",
    "legacy-ping",
    "legacy-server-waits-initialized",
  ],
  // Where the capabilities cannot be read, no tool is known to call.
  leavesOpen: ["init-capabilities-list"],
});

describeFaults("transport", {
  only: [
    "legacy-http-post-get",
    "legacy-http-202",
    "legacy-http-version-invalid",
    "legacy-session-echo",
    "legacy-session-missing-400",
    "legacy-session-expired-404",
    "legacy-sse-response-once",
    "legacy-origin",
    "sse-endpoint-event",
    "sse-messages",
    "sse-origin",
  ],
});
