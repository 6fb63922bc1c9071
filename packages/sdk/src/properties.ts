import { didYouMean, McptestError } from "@mcptest/core/errors";

/** What the value of a property has to be, as a word for messages and a test. */
export interface Kind {
  is: string;
  test(value: unknown): boolean;
}

// The kinds that properties have.
export const TEXT: Kind = { is: "a text", test: (value) => typeof value === "string" };
export const BOOLEAN: Kind = { is: "true or false", test: (value) => typeof value === "boolean" };
export const OBJECT: Kind = { is: "an object", test: isPlainObject };
export const TEXTS: Kind = {
  is: "a list of texts",
  test: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
};
export const TEXT_MAP: Kind = {
  is: "an object whose values are texts",
  test: (value) => isPlainObject(value) && Object.values(value).every((each) => typeof each === "string"),
};
export const MILLISECONDS: Kind = {
  is: "a whole number of milliseconds, from 1 to 2147483647",
  test: (value) => Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31,
};

/**
 * Checks the properties of a configuration object. Throws `CONFIG_INVALID` for what is no object, for a property that
 * does not exist and for a value of the wrong kind; `undefined` counts as not given. No message repeats a value: it may
 * be a secret.
 */
export function checkProperties(given: unknown, kinds: Readonly<Record<string, Kind>>, where: string): void {
  if (!isPlainObject(given)) throw invalid(`${where} takes an object of properties.`);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(kinds, name))
      throw invalid(`${where} has no property ${JSON.stringify(name)}.${didYouMean(name, Object.keys(kinds))}`);
    const kind = kinds[name];
    if (value !== undefined && kind && !kind.test(value)) throw invalid(`${where}: ${name} must be ${kind.is}.`);
  }
}

/** A `CONFIG_INVALID` error. */
export function invalid(message: string): McptestError {
  return new McptestError("CONFIG_INVALID", message, { fix: "Correct the property that the message names." });
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
