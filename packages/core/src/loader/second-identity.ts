import { type HeaderList, isObject, member } from "@mcptest/pack";
import { isHeaderName, isHeaderValue } from "../wire/header-syntax.js";

/** Options without the header values that no pack may see. */
export interface TakenIdentity {
  /** As given, with `secondIdentity: true` where headers stood. */
  options: unknown;
  secondIdentity?: HeaderList;
  /** Why the member cannot be used; without any of its values. */
  problem?: string;
}

/**
 * Takes the headers of the second principal out of a pack's options. The pack learns only that there is one and opens it
 * by its name.
 */
export function takeSecondIdentity(options: unknown): TakenIdentity {
  const headers: unknown = member(options, "secondIdentity");
  if (!isObject(options) || headers === undefined || typeof headers === "boolean") return { options };
  const entries = isObject(headers) ? Object.entries(headers as Record<string, unknown>) : [];
  if (entries.length === 0 || !entries.every(isHeader)) {
    return { options, problem: "secondIdentity: it is no map of header names to texts that a header can hold" };
  }
  return { options: { ...options, secondIdentity: true }, secondIdentity: entries };
}

function isHeader(entry: [string, unknown]): entry is [string, string] {
  return isHeaderName(entry[0]) && typeof entry[1] === "string" && isHeaderValue(entry[1]);
}
