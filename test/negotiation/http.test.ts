import { describeFaults } from "./testing/fault-table.js";

describeFaults("transport", {
  only: [
    "http-response-content-type",
    "http-origin-403",
    "http-version-header-required",
    "http-version-mismatch",
    "http-method-header",
    "http-name-header",
    "http-name-header-base64-invalid",
    "http-param-header",
    "http-param-annotation-valid",
    "http-header-mismatch-body",
    "http-unknown-method-404",
    "http-unsupported-version-400",
    "http-missing-meta-400",
    "http-missing-capability-400",
    "http-sse-related-only",
    "http-sse-ends-with-response",
    "http-sse-no-buffering",
    "http-get-405",
    "http-session-ignored",
    "http-last-event-id-ignored",
  ],
});
