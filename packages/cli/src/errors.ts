import { McptestError, McptestErrors } from "@mcptest/core/errors";
import { quoted, visible, visibleLine } from "@mcptest/reporters";

/** How an error is shown. */
export interface ErrorStyle {
  /** With the stack of an unexpected error. */
  verbose: boolean;
  /** Masks secrets. */
  redact(text: string): string;
}

/** Every error of the table that `thrown` holds; anything unexpected becomes one `INTERNAL`. */
export function errorsOf(thrown: unknown): McptestError[] {
  if (thrown instanceof McptestErrors) return thrown.errors;
  if (thrown instanceof McptestError) return [thrown];
  return [new McptestError("INTERNAL", `Unexpected: ${messageOf(thrown)}`, { cause: thrown })];
}

/**
 * What stderr gets: what happened, why, how to fix it and the code, for each error. Every line stands behind a mark or a
 * word of ours, so that no text from outside starts one.
 */
export function renderErrors(errors: readonly McptestError[], style: ErrorStyle): string {
  return errors.map((error) => `${block(error, style).join("\n")}\n`).join("\n");
}

function block(error: McptestError, { verbose, redact }: ErrorStyle): string[] {
  const [first = "", ...rest] = visible(redact(error.message).replace(/\r\n?/g, "\n")).split("\n");
  return [
    `mcptest: ${first}`,
    ...rest.map((line) => `  | ${line}`),
    `  why: ${error.why}`,
    `  fix: ${visibleLine(redact(error.fix))}`,
    `  code: ${error.code}`,
    ...(verbose && error.code === "INTERNAL" ? quoted(redact(stackOf(error)), "  | ") : []),
  ];
}

function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return "a value that cannot be shown";
  }
}

function stackOf(error: McptestError): string {
  const { cause } = error;
  return (cause instanceof Error ? cause.stack : error.stack) ?? messageOf(cause);
}
