/** Checks of the extension wire that the table of rows names and the pack does not have yet. */
export const EXTENSION_MISSING: readonly string[] = ["tasks-extension-inert-on-legacy"];
