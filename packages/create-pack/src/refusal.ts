const MARK = Symbol("refusal");

/** Why no pack was made, and what to do about it. */
export interface Refusal extends Error {
  fix: string;
}

/** Makes a {@link Refusal}. */
export function refusal(message: string, fix: string): Refusal {
  return Object.assign(new Error(message), { [MARK]: true, fix });
}

/** Recognises a {@link Refusal}. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && Object.hasOwn(error, MARK);
}
