import { isUnavailable, unavailable } from "@mcptest/pack";
import { describeThrown } from "./containment.js";

/** An error before any byte was sent is ours, or that of the request; it says nothing about the server (T16). */
export async function orUnsent<T>(send: () => Promise<T> | T): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    throw unavailable(`nothing was sent: ${describeThrown(error)}`, { origin: "host" });
  }
}

/** What was thrown, secrets masked in its words, for a pack that runs elsewhere. */
export function redactedError(thrown: unknown, redact: <T>(value: T) => T): unknown {
  if (thrown instanceof Error && !isUnavailable(thrown)) {
    return Object.assign(new Error(redact(thrown.message)), { name: thrown.name });
  }
  if (!isUnavailable(thrown)) return redact(describeThrown(thrown));
  const { message, origin, notApplicable, evidence, options } = thrown;
  return unavailable(redact(message), { origin, notApplicable, evidence, options });
}
