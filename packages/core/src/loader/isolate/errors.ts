import { isObject, isUnavailable, member, type OptionNeed, type Origin, unavailable } from "@mcptest/pack";
import { describeThrown } from "../../host/containment.js";
import { asJson, type SentError } from "./messages.js";

const ORIGINS: readonly unknown[] = ["pack", "host", "environment"];
/** Exchange numbers of one error. */
const MAX_EVIDENCE = 100;
/** Options that one error names. */
const MAX_OPTIONS = 20;
/** Parts of the path of an option; characters of one, and of an example. */
const MAX_STEPS = 10;
const MAX_STEP = 200;
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
export function receivedError(error: unknown): unknown {
  const message = textOf(member(error, "message"), MAX_MESSAGE);
  const marks = member(error, "unavailable");
  if (!isObject(marks)) return foreign(message);
  const { origin, evidence } = marks;
  return unavailable(message, {
    notApplicable: marks.notApplicable === true,
    ...(ORIGINS.includes(origin) ? { origin: origin as Origin } : {}),
    ...(Array.isArray(marks.options)
      ? { options: (marks.options as unknown[]).filter(isOptionNeed).slice(0, MAX_OPTIONS) }
      : {}),
    ...(Array.isArray(evidence) ? { evidence: evidence.filter(isNumber).slice(0, MAX_EVIDENCE) } : {}),
  });
}

/** `value` where it is a text, cut to `limit` characters; otherwise nothing. JSON may hold what no `String()` takes. */
export function textOf(value: unknown, limit: number): string {
  return typeof value === "string" ? value.slice(0, limit) : "";
}

/** A value whose description is `description`: an error where it begins with the name of one. */
function foreign(description: string): unknown {
  const [, name, message] = /^(\w*Error|\w+Exception): ([\s\S]*)$/.exec(description) ?? [];
  return name === undefined ? description : Object.assign(new Error(message), { name });
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isOptionNeed(value: unknown): value is OptionNeed {
  const path = member(value, "path");
  const isText = (step: unknown) => typeof step === "string" && step.length <= MAX_STEP;
  const isPath = Array.isArray(path) && path.length > 0 && path.length <= MAX_STEPS && path.every(isText);
  return isPath && (JSON.stringify(member(value, "example")) ?? "").length <= MAX_STEP;
}
