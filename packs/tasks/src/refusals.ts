import { at, ERROR, excerpt, isObject, type JsonObject, member } from "@mcptest/pack";
import { TASKS_EXTENSION } from "./ids.js";

/** A refusal for want of the declaration, seen from its bytes. */
export interface Refusal {
  /** What was refused. */
  what: string;
  exchange: number;
  error: JsonObject;
  /** HTTP status; absent on stdio. */
  status?: number;
}

/** Pre-final numbers, and what became of them on 2026-06-18 (I.5). */
const DRAFT_CODES: ReadonlyMap<unknown, string> = new Map([
  [ERROR.draftMissingClientCapability, "-32021 (MissingRequiredClientCapability)"],
  [ERROR.draftHeaderMismatch, "-32020 (HeaderMismatch)"],
  [ERROR.draftUnsupportedProtocolVersion, "-32022 (UnsupportedProtocolVersion)"],
]);

/** The code refuses for want of the declaration: the final number, or that of a draft. */
export function isCapabilityRefusal(code: unknown): boolean {
  return code === ERROR.missingClientCapability || code === ERROR.draftMissingClientCapability;
}

/** What a refusal lacks beside its code: the data that names the extension, and over HTTP the status 400. */
export function lackingOf({ error, status }: Refusal): string[] {
  const named = at(error, "data", "requiredCapabilities", "extensions", TASKS_EXTENSION);
  const path = `error.data.requiredCapabilities.extensions[${JSON.stringify(TASKS_EXTENSION)}]`;
  return [
    ...(isObject(named) ? [] : [`${path} must be an object; it is ${excerpt(named, 60)}`]),
    ...(status === undefined || status === 400 ? [] : [`the HTTP status must be 400; it is ${status}`]),
  ];
}

/** Kinds of input that a client may have to declare. */
const INPUTS = ["elicitation", "sampling", "roots"];

/** The refusal wants a kind of input declared, and not the extension. */
export function wantsAnotherCapability({ error }: Refusal): boolean {
  const wanted = at(error, "data", "requiredCapabilities");
  return member(wanted, "extensions") === undefined && INPUTS.some((name) => member(wanted, name) !== undefined);
}

/** The code is a pre-final number (I59): says which number it became. */
export function draftCodeOf({ error }: Refusal): string | undefined {
  const code = member(error, "code");
  const final = DRAFT_CODES.get(code);
  return final && `${String(code)}, the number of a draft: it was renumbered to ${final} on 2026-06-18`;
}
