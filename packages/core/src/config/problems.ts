import { didYouMean, type ErrorCode, McptestError } from "../errors/index.js";
import { type ConfigSource, type Path, pathText } from "./source.js";

/** One thing that is wrong in a configuration. */
export interface Problem {
  path: Path;
  message: string;
  /** Default `CONFIG_INVALID`. */
  code?: ErrorCode;
  fix?: string;
}

/** The errors of problems: place in the file, path in the configuration, what is wrong. */
export function errorsOf(problems: readonly Problem[], source: ConfigSource): McptestError[] {
  return problems.map(({ path, message, code = "CONFIG_INVALID", fix }) => {
    const where = [source.placeOf(path), pathText(path)].filter((part) => part !== "");
    return new McptestError(code, [...where, message].join(": "), fix === undefined ? {} : { fix });
  });
}

/** A name that stands nowhere, with the names that there are. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  return `there is no ${kind} ${JSON.stringify(name)}.${didYouMean(name, known)}`;
}

/** A key that means nothing, with the keys that do. */
export function noSuchKey(key: string, known: Iterable<string>): string {
  return `there is no such key.${didYouMean(key, known)}`;
}

/**
 * What was found at a place, for messages: `found "x"`, `found a list`, `it is missing`. With `hidden` only the kind of
 * the value is told, since it may be a secret.
 */
export function foundAt(value: unknown, hidden: boolean, written?: string): string {
  if (value === undefined) return "it is missing";
  if (value === null) return "found nothing (null)";
  if (Array.isArray(value)) return "found a list";
  if (typeof value === "object") return "found an object";
  if (hidden || typeof value === "function") return `found a ${typeof value === "string" ? "text" : typeof value}`;
  if (typeof value === "string") return `found ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  return `found the ${typeof value} ${written ?? String(value)}`;
}
