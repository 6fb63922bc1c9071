import { isUnavailable, member, type OptionNeed, type Origin, unavailable } from "@mcptest/pack";
import { describeThrown } from "../../host/containment.js";
import { asJson, type SentError } from "./messages.js";

const ORIGINS: readonly unknown[] = ["pack", "host", "environment"];
/** Exchange numbers of one error. */
const MAX_EVIDENCE = 100;
/** Options that one error names. */
const MAX_OPTIONS = 20;
/** Characters of one error. */
const MAX_MESSAGE = 64 * 1024;

/** Anything thrown, as data. Never throws. */
export function sentError(thrown: unknown): SentError {
  try {
    if (isUnavailable(thrown)) {
      const { message, origin, notApplicable, evidence, options } = thrown;
      const marks = { ...(origin ? { origin } : {}), notApplicable, evidence, options };
      return asJson({ message, unavailable: marks }) as unknown as SentError;
    }
  } catch {
    // A hostile value: it is told as something that was thrown.
  }
  return { message: describeThrown(thrown) };
}

/** What was thrown on the other side, so that it is told here in the same words. */
export function receivedError(error: SentError): unknown {
  const message = String(error?.message ?? "").slice(0, MAX_MESSAGE);
  const marks = error?.unavailable;
  if (typeof marks !== "object" || marks === null) return foreign(message);
  const { origin, evidence } = marks;
  return unavailable(message, {
    notApplicable: marks.notApplicable === true,
    ...(ORIGINS.includes(origin) ? { origin: origin as Origin } : {}),
    ...(Array.isArray(marks.options) ? { options: marks.options.filter(isOptionNeed).slice(0, MAX_OPTIONS) } : {}),
    ...(Array.isArray(evidence) ? { evidence: evidence.filter(Number.isSafeInteger).slice(0, MAX_EVIDENCE) } : {}),
  });
}

/** A value whose description is `description`: an error where it begins with the name of one. */
function foreign(description: string): unknown {
  const [, name, message] = /^(\w*Error|\w+Exception): ([\s\S]*)$/.exec(description) ?? [];
  return name === undefined ? description : Object.assign(new Error(message), { name });
}

function isOptionNeed(value: unknown): value is OptionNeed {
  const path = member(value, "path");
  return Array.isArray(path) && path.length > 0 && path.every((step) => typeof step === "string");
}
