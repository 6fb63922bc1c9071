import type { Json } from "./json.js";

/** Where trouble comes from that is no violation of the server: the pack, mcptest itself, or the surroundings. */
export type Origin = "pack" | "host" | "environment";

/** An option of the pack whose absence keeps something from being had. */
export interface OptionNeed {
  /** Where it stands in the options: `["roles", "task", "tool"]`. */
  path: readonly string[];
  /** A value, where one has to be shown. */
  example?: Json;
}

const MARK = "~mcptestUnavailable";

/**
 * Thrown where something that a check needs cannot be had. The checks that wait for it become could-not-run (or, with
 * `notApplicable`, not-applicable) with this one reason.
 */
export interface Unavailable extends Error {
  origin?: Origin;
  notApplicable: boolean;
  /** Any of these options would make it available. */
  options?: readonly OptionNeed[];
}

/**
 * Makes an {@link Unavailable}. `reason` is one sentence that says what to change; exchanges are cited as evidence. With
 * `options` the report counts what each of them would let run.
 */
export function unavailable(
  reason: string,
  options: { origin?: Origin; notApplicable?: boolean; evidence?: number[]; options?: readonly OptionNeed[] } = {},
): Unavailable {
  return Object.assign(new Error(reason), {
    [MARK]: true,
    notApplicable: options.notApplicable ?? false,
    ...(options.origin ? { origin: options.origin } : {}),
    ...(options.evidence ? { evidence: options.evidence } : {}),
    ...(options.options ? { options: options.options } : {}),
  });
}

/** Recognises an {@link Unavailable} of any copy of this package. */
export function isUnavailable(error: unknown): error is Unavailable & { evidence?: number[] } {
  return error instanceof Error && Object.hasOwn(error, MARK);
}
