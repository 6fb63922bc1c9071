import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import { type MappedExtension, mappedAddress } from "./extension.js";

/** A file under the two addresses that it has. */
interface Pair {
  from: string;
  to: string;
  template: boolean;
}

/** `value` with the addresses of the extension's files as they are on the resource route. */
export function toMapped<Value extends Json>(extension: MappedExtension, value: Value): Value {
  const pairs = extension.files.map((file) => ({
    from: file.address,
    to: mappedAddress(extension.id, file),
    template: file.template === true,
  }));
  return translated(value, pairs);
}

/** `value` with the addresses under which the files are registered; one that is such an address already stays. */
export function toRegistered<Value extends Json>(extension: MappedExtension, value: Value): Value {
  const pairs = extension.files.map((file) => ({
    from: mappedAddress(extension.id, file),
    to: file.address,
    template: file.template === true,
  }));
  return translated(value, pairs);
}

/** Only a string under the key `uri` is looked at, at any depth; the first pair that matches counts. */
function translated<Value extends Json>(value: Value, pairs: readonly Pair[]): Value {
  if (Array.isArray(value)) return value.map((item) => translated(item, pairs)) as Value;
  if (!isObject(value)) return value;
  const entries = Object.entries(value as JsonObject).map(([key, entry]): [string, Json] => {
    if (key !== "uri") return [key, translated(entry, pairs)];
    return [key, typeof entry === "string" ? translatedUri(entry, pairs) : entry];
  });
  return Object.fromEntries(entries) as Value;
}

function translatedUri(uri: string, pairs: readonly Pair[]): string {
  for (const { from, to, template } of pairs) {
    const found = template ? carried(uri, from, to) : uri === from ? to : undefined;
    if (found !== undefined) return found;
  }
  return uri;
}

/**
 * `uri`, an expansion of the template `from`, as one of `to`, or `undefined` where it is none. A variable stands for one
 * or more characters that are no `/`; they are carried over as they are, still encoded.
 */
export function carried(uri: string, from: string, to: string): string | undefined {
  const names: string[] = [];
  const pattern = from.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    names.push(part);
    return "([^/]+)";
  });
  const found = new RegExp(`^${pattern.join("")}$`, "su").exec(uri);
  if (!found) return undefined;
  return to.replace(/\{[^}]+\}/g, (variable) => found[names.indexOf(variable) + 1] ?? "");
}
