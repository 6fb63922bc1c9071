import { McptestError } from "@mcptest/core/errors";

/** Largest delay that Node's timers take; about 24 days. */
const MAX_MS = 2 ** 31 - 1;

/** A flag with a number. */
export interface NumberFlag {
  flag: string;
  /** Name under which commander stores it. */
  key: string;
  description: string;
  /** Stated in help; the value itself stands where it is used. */
  defaultText: string;
  maximum: number;
}

/** Limits of time and size that every command takes. */
export const LIMIT_FLAGS: readonly NumberFlag[] = [
  limit("--timeout <ms>", "timeout", "limit for one request", "30000", MAX_MS),
  limit(
    "--probe-timeout <ms>",
    "probeTimeout",
    "limit for each probe of the era",
    "30000 for the first, then 5000",
    MAX_MS,
  ),
  limit("--init-timeout <ms>", "initTimeout", "limit for initialize", "30000", MAX_MS),
  limit("--max-message-bytes <n>", "maxMessageBytes", "largest message that is read", "16777216", 2 ** 30),
  limit("--max-nesting <n>", "maxNesting", "deepest nesting of a message", "256", 10_000),
];

/** Limits of commands that run checks. */
export const RUN_LIMIT_FLAGS: readonly NumberFlag[] = [
  limit(
    "--check-timeout <ms>",
    "checkTimeout",
    "limit for one check, and for each preparation that states no longer one",
    "120000",
    MAX_MS,
  ),
  limit("--server-timeout <ms>", "serverTimeout", "limit for all checks of one server", "600000", MAX_MS),
  limit("--run-timeout <ms>", "runTimeout", "limit for the whole run", "1800000", MAX_MS),
];

function limit(flag: string, key: string, description: string, defaultText: string, maximum: number): NumberFlag {
  return { flag, key, description, defaultText, maximum };
}

/** Reads a whole number from 1 to `maximum`. Throws `USAGE_BAD_VALUE`. */
export function parseCount(flag: string, text: string, maximum: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= maximum) return value;
  const name = flag.split(" ")[0];
  throw new McptestError(
    "USAGE_BAD_VALUE",
    `${name} ${JSON.stringify(text)}: a whole number from 1 to ${maximum} is needed.`,
    {
      fix: flag.includes("<ms>") ? `Give milliseconds, such as ${name} 10000.` : `Give a number, such as ${name} 100.`,
    },
  );
}
