/** Checks of the extension wire that the table of rows names and the pack does not have yet. */
export const EXTENSION_MISSING: readonly string[] = [
  "tasks-extension-inert-on-legacy",
  "tasks-notify-only-subscribed",
  "tasks-notify-shape",
  "tasks-listen-ack-task-ids",
  "tasks-no-progress-on-listen",
  "tasks-auth-binding",
];
