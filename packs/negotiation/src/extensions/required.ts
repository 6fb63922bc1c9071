import { at, ERROR, type Exchange, errorOf, isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** The code of `error` where it is a number. */
export function codeOf(exchange: Exchange): number | undefined {
  const code = member(errorOf(exchange), "code");
  return typeof code === "number" ? code : undefined;
}

/** What a `-32021` says that the client lacks, of any JSON type; `undefined` where it says nothing, or is another answer. */
export function requiredCapabilities(exchange: Exchange): Json | undefined {
  if (codeOf(exchange) !== ERROR.missingClientCapability) return undefined;
  return at(errorOf(exchange), "data", "requiredCapabilities");
}

/** The extensions that a `-32021` asks for, with the settings that it names. Empty where it asks for none. */
export function requiredExtensions(exchange: Exchange): JsonObject {
  const extensions = member(requiredCapabilities(exchange), "extensions");
  return isObject(extensions) ? extensions : {};
}

/** Levels of required capabilities that are looked at. */
const MAX_DEPTH = 16;

/** Everything that `required` names is declared: objects by member, arrays by element, anything else by value. */
export function isDeclared(required: Json, declared: Json | undefined, depth = 0): boolean {
  if (declared === undefined || depth > MAX_DEPTH) return false;
  if (isObject(required)) {
    return (
      isObject(declared) &&
      Object.entries(required).every(([name, value]) => isDeclared(value, member(declared, name), depth + 1))
    );
  }
  if (Array.isArray(required)) {
    return (
      Array.isArray(declared) && required.every((item) => declared.some((own) => isDeclared(item, own, depth + 1)))
    );
  }
  return required === declared;
}
