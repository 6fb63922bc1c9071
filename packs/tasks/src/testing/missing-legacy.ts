/** Checks of the 2025-11-25 wire that the table of rows names and the pack does not have yet. */
export const LEGACY_MISSING: readonly string[] = [
  "tasks-legacy-result-blocks",
  "tasks-legacy-result-related-task",
  "tasks-legacy-related-task-messages",
  "tasks-legacy-input-required",
  "tasks-legacy-progress",
  "tasks-legacy-server-augment-undeclared",
];
