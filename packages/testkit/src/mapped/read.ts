import { hasFixedUri, isObject, type Json, type JsonObject, manifestUri, mappedPrefix, owningId } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import { type MappedExtension, type MappedFile, type MappedMethod, mappedAddress } from "./extension.js";
import { manifestOf } from "./manifest.js";
import type { MappedPolicy } from "./policy.js";
import { carried, toMapped, toRegistered } from "./translate.js";

const QUERY = "?params=";

/**
 * The contents that a mapped address names, but for their `uri`: an interface, the value of a method, or a file.
 * `undefined` where nothing has it. Throws what the method rejects with.
 */
export function readMapped(
  extensions: readonly MappedExtension[],
  uri: string,
  policy: MappedPolicy,
): JsonObject | undefined {
  const id = owningId(
    uri,
    extensions.map((extension) => extension.id),
  );
  const extension = extensions.find((candidate) => candidate.id === id);
  if (!extension) return undefined;
  if (uri === manifestUri(extension.id)) return json(policy.manifest(manifestOf(extension)));
  const rest = uri.slice(mappedPrefix(extension.id).length);
  for (const method of extension.methods) {
    if (rest === method.name && hasFixedUri(method.inputSchema)) return invoked(extension, method, {}, policy);
    const text = rest.startsWith(method.name + QUERY) ? rest.slice(method.name.length + QUERY.length) : "";
    if (text !== "") return invoked(extension, method, argumentsOf(text, method, policy), policy);
  }
  return readFile(extension.files, uri, (file) => mappedAddress(extension.id, file));
}

/** The contents of the file that has `uri` among `addressOf` of the files, but for their `uri`. */
export function readFile(
  files: readonly MappedFile[],
  uri: string,
  addressOf: (file: MappedFile) => string,
): JsonObject | undefined {
  for (const file of files) {
    const address = addressOf(file);
    const own = file.template ? carried(uri, address, file.address) : uri === address ? file.address : undefined;
    if (own === undefined) continue;
    const contents = file.read(own);
    return contents && { mimeType: file.mimeType, ...contents };
  }
  return undefined;
}

/** The value of `method`. Throws `-32602` where `args` do not fit its schema. */
export function callMethod(method: MappedMethod, args: Json, { complaint }: MappedPolicy): JsonObject {
  const wrong = complaint(method, args);
  if (wrong !== undefined) throw invalidParams(wrong);
  return method.run(isObject(args) ? args : {});
}

function invoked(extension: MappedExtension, method: MappedMethod, args: Json, policy: MappedPolicy): JsonObject {
  return json(toMapped(extension, callMethod(method, toRegistered(extension, args), policy)));
}

/** What stands behind `?params=`: percent-encoded once, then JSON. */
function argumentsOf(text: string, method: MappedMethod, policy: MappedPolicy): Json {
  try {
    return policy.parse(policy.decode(text, method.name));
  } catch {
    throw invalidParams("params must be an object of JSON, percent-encoded once");
  }
}

function json(value: JsonObject): JsonObject {
  return { mimeType: "application/json", text: JSON.stringify(value) };
}
