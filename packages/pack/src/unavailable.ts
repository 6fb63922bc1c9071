/** Where trouble comes from that is no violation of the server: the pack, mcptest itself, or the surroundings. */
export type Origin = "pack" | "host" | "environment";

const MARK = "~mcptestUnavailable";

/**
 * Thrown where something that a check needs cannot be had. The checks that wait for it become could-not-run (or, with
 * `notApplicable`, not-applicable) with this one reason.
 */
export interface Unavailable extends Error {
  origin?: Origin;
  notApplicable: boolean;
}

/** Makes an {@link Unavailable}. `reason` is one sentence that says what to change; exchanges are cited as evidence. */
export function unavailable(
  reason: string,
  options: { origin?: Origin; notApplicable?: boolean; evidence?: number[] } = {},
): Unavailable {
  return Object.assign(new Error(reason), {
    [MARK]: true,
    notApplicable: options.notApplicable ?? false,
    ...(options.origin ? { origin: options.origin } : {}),
    ...(options.evidence ? { evidence: options.evidence } : {}),
  });
}

/** Recognises an {@link Unavailable} of any copy of this package. */
export function isUnavailable(error: unknown): error is Unavailable & { evidence?: number[] } {
  return error instanceof Error && Object.hasOwn(error, MARK);
}
