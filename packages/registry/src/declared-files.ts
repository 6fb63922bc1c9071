import { isDotSegmented, MANIFEST, MAPPING_SCHEME, mappedPrefix } from "./addresses.js";
import type { ListEntry } from "./catalog-types.js";
import { RegistrationError } from "./errors.js";
import type { InstalledFile, InstalledTemplate } from "./installed.js";
import { isJsonObject } from "./json.js";
import { haveSameVariables, parseTemplate, type Template } from "./template.js";
import type { FileDefinition, FileTemplateDefinition } from "./types.js";

/** The parts of a file, a resource or a template that its list entry repeats. */
type Described = Pick<ListEntry, "name" | "title" | "description" | "mimeType">;

/** Takes a file as it is declared at this moment. */
export function takeFile(id: string, definition: FileDefinition): InstalledFile {
  const entry = { uri: definition?.uri, ...describe(`A file of ${id}`, definition) };
  checkUri(entry.uri, `The file ${entry.name} of ${id}`);
  refuseMapped(entry.uri, `The file ${entry.name} of ${id}`);
  const mapped = mappedPrefix(id) + pathOf(id, entry.uri, definition.path);
  const read = definition.read;
  return { entry: Object.freeze(entry), mapped, read: (context) => read.call(definition, context) };
}

/** Takes a file template as it is declared at this moment. */
export function takeFileTemplate(id: string, definition: FileTemplateDefinition): InstalledTemplate {
  const entry = { uriTemplate: definition?.uriTemplate, ...describe(`A file template of ${id}`, definition) };
  const what = `The file template ${entry.name} of ${id}`;
  const own = takeTemplate(entry.uriTemplate, what);
  refuseMapped(own.text, what);
  const path = pathOf(id, own.text, definition.path);
  const mapped = parseTemplate(mappedPrefix(id) + path);
  if (mapped === undefined || !haveSameVariables(own, mapped)) {
    throw new RegistrationError(
      "FILE_TEMPLATE",
      `${what} has other variables in its path ${path} than in ${own.text}.`,
    );
  }
  const read = definition.read;
  return { entry: Object.freeze(entry), own, mapped, read: (given, context) => read.call(definition, given, context) };
}

/** Reads a template that must have variables. */
export function takeTemplate(text: unknown, what: string): Template {
  checkUri(text, what);
  const template = parseTemplate(text);
  if (template === undefined || template.variables.length === 0) {
    throw new RegistrationError("FILE_TEMPLATE", `${what} has no template of variables: ${text}.`);
  }
  return template;
}

/** Refuses what has no scheme. */
export function checkUri(uri: unknown, what: string): asserts uri is string {
  if (typeof uri !== "string" || !/^[A-Za-z][A-Za-z0-9+.-]*:./su.test(uri)) {
    throw new RegistrationError("RESOURCE_URI", `${what} has no address with a scheme: ${JSON.stringify(uri)}.`);
  }
}

function refuseMapped(uri: string, what: string): void {
  if (!uri.startsWith(MAPPING_SCHEME)) return;
  throw new RegistrationError("RESOURCE_URI", `${what} stands at ${uri}, below the scheme of the registry.`);
}

/** What a list entry says beside the address. */
export function describe(what: string, definition: Described & { read: unknown }): Described {
  if (!isJsonObject(definition) || typeof definition.name !== "string" || definition.name === "") {
    throw new RegistrationError("DECLARATION", `${what} has no name.`);
  }
  if (typeof definition.read !== "function") {
    throw new RegistrationError("DECLARATION", `${what}, ${definition.name}, has no function read.`);
  }
  const { name, title, description, mimeType } = definition;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/** The path of a file below the prefix: the given one, else what stands after `://`. */
function pathOf(id: string, uri: string, given: string | undefined): string {
  const mark = uri.indexOf("://");
  const path = given ?? (mark === -1 ? undefined : uri.slice(mark + 3));
  if (typeof path !== "string") {
    throw new RegistrationError("FILE_PATH", `Nothing in ${uri} of ${id} can be its path: it has no ://.`);
  }
  if (isDotSegmented(path) || path.split("/").at(-1) === MANIFEST) {
    throw new RegistrationError("FILE_PATH", `${JSON.stringify(path)} cannot be the path of ${uri} of ${id}.`);
  }
  return path;
}
