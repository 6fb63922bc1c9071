const MARK = Symbol("usage");

/** A mistake on the command line. The program prints its message and ends with 2. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { [MARK]: true });
}

/** Recognises a {@link usageError}, and what `parseArgs` of Node throws. */
export function isUsageError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return Object.hasOwn(error, MARK) || (typeof code === "string" && code.startsWith("ERR_PARSE_ARGS"));
}
