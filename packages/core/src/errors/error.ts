import { ERRORS, type ErrorCode } from "./table.js";

/** An error from the table. `message` says what happened; {@link explain} adds why and how to fix it. */
export class McptestError extends Error {
  override readonly name = "McptestError";
  readonly code: ErrorCode;
  readonly fix: string;

  /** `fix` replaces the table's when the place knows better. */
  constructor(code: ErrorCode, message: string, options: { fix?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fix = options.fix ?? ERRORS[code].fix;
  }

  get why(): string {
    return ERRORS[this.code].why;
  }

  get exitCode(): 2 | 3 {
    return ERRORS[this.code].exitCode;
  }
}

/** Several errors found together; the exit code is the lowest of theirs (2 before 3). */
export class McptestErrors extends Error {
  override readonly name = "McptestErrors";
  readonly errors: McptestError[];

  constructor(errors: McptestError[]) {
    super(errors.map((error) => error.message).join("\n"));
    this.errors = errors;
  }

  get exitCode(): 2 | 3 {
    return this.errors.some((error) => error.exitCode === 2) ? 2 : 3;
  }
}

/** Throws the only error as it is, several as {@link McptestErrors}, none not at all. */
export function throwAll(errors: readonly McptestError[]): void {
  const [first, ...others] = errors;
  if (others.length > 0) throw new McptestErrors([...errors]);
  if (first !== undefined) throw first;
}

/** The lines in which an error is shown: what, why, fix and code. */
export function explain(error: McptestError): string {
  return `${error.message}\n  why: ${error.why}\n  fix: ${error.fix}\n  code: ${error.code}`;
}
