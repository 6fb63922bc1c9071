import { ERRORS, type ErrorCode, McptestError } from "@mcptest/core/errors";

/** Advice of the table of errors that names flags, in the words of the properties. */
export const FIXES: Partial<Record<ErrorCode, string>> = {
  NOTHING_SELECTED: "Widen checkIds.",
  SERVER_AUTHORIZATION: "Give them with headers, requestInit.headers or accessToken.",
  SERVER_FORBIDDEN:
    "Give credentials that may use the server with headers, requestInit.headers or accessToken, or permit what the server or the proxy turns away.",
  SERVER_NOT_MCP:
    "Check that the target is the MCP endpoint, and that protocolVersion does not exclude what it speaks.",
  SERVER_NO_COMMON_VERSION: "Leave protocolVersion out or give another one, or update the server.",
  SERVER_COMMAND_NOT_FOUND: "Check the spelling and that it is installed; give cwd if it is a relative path.",
  BROWSER_NOT_FOUND: "Give the path of a Chromium or of its headless shell with browser.path, or leave it out.",
  INTERNAL: "Report it with the whole error, its stack included.",
};

/** What `work` gives; an error of the table that it rejects with gives its advice in the words of the properties. */
export async function inPropertyWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof McptestError) || error.fix !== ERRORS[error.code].fix) throw error;
    throw new McptestError(error.code, error.message, { fix: FIXES[error.code] ?? error.fix, cause: error });
  }
}
