import { decodeParams } from "./addresses.js";
import type { Caller, CatalogOptions, Outcome, ReadContents } from "./catalog-types.js";
import { readContents } from "./contents.js";
import { invalidParams } from "./failures.js";
import type { Installed, InstalledMethod, InstalledTemplate } from "./installed.js";
import { invoke } from "./invoke.js";
import { JSON_TYPE } from "./manifest.js";
import type { Registered } from "./registered.js";
import { isReserved, routeOf, toMapped, toOwn } from "./routes.js";
import { matchTemplate, type Template } from "./template.js";
import { translateUris } from "./translate.js";
import type { CallRoute, FileContents } from "./types.js";

type Read = Outcome<ReadContents[]> | undefined;
type OnError = CatalogOptions["onError"];

/**
 * Reads an address, compared as it stands: resources of the server, then what the registry maps, then files, each before
 * any template. Of templates the first that has something wins. `undefined` where there is nothing.
 */
export async function read(
  registered: Registered,
  uri: string,
  face: CallRoute,
  caller: Caller,
  onError: OnError,
): Promise<Read> {
  const context = { ...caller, route: face, uri };
  const own = registered.resources.find(({ entry }) => entry.uri === uri);
  if (own !== undefined) return readContents(uri, own.entry.mimeType, () => own.read(context), onError);
  const extensions = [...registered.extensions.values()];
  if (face === "resources") {
    for (const installed of extensions) {
      const route = routeOf(installed, uri);
      if (route === undefined && isReserved(installed, uri)) return undefined;
      if (route === undefined) continue;
      if ("manifest" in route) return json(uri, installed.manifest);
      return readMethod(installed, route.method, route.encoded, context, onError);
    }
  }
  for (const installed of extensions) {
    const file = installed.files.find(({ entry, mapped }) => uri === (face === "native" ? entry.uri : mapped));
    if (file === undefined) continue;
    // A file that is declared by its address is there: what is no contents is a mistake.
    const given = async () => (await file.read({ ...context, extension: installed.id })) ?? ({} as FileContents);
    return readContents(uri, file.entry.mimeType, given, onError);
  }
  return readTemplates(registered, context, onError);
}

type ReadContext = Caller & { route: CallRoute; uri: string };

async function readMethod(
  installed: Installed,
  method: InstalledMethod,
  encoded: string | undefined,
  context: ReadContext,
  onError: OnError,
): Promise<Read> {
  const decoded = encoded === undefined ? { ok: true as const, params: {} } : decodeParams(encoded);
  if (!decoded.ok) return invalidParams(`The arguments of ${method.name} cannot be read: ${decoded.why}`);
  const called = { ...context, extension: installed.id };
  const outcome = await invoke(method, decoded.params, called, onError, {
    params: (value) => translateUris(value, (uri) => toOwn(installed, uri)),
    result: (value) => translateUris(value, (uri) => toMapped(installed, uri)),
  });
  return outcome.ok ? json(context.uri, outcome.value) : outcome;
}

async function readTemplates(registered: Registered, context: ReadContext, onError: OnError): Promise<Read> {
  const { uri, route } = context;
  for (const { entry, own, read } of registered.resourceTemplates) {
    const found = await readTemplate(own, entry.mimeType, uri, (values) => read(values, context), onError);
    if (found !== undefined) return found;
  }
  for (const installed of registered.extensions.values()) {
    const called = { ...context, extension: installed.id };
    const first = installed.templates.find((each) => matchTemplate(templateOn(each, route), uri) !== undefined);
    if (first === undefined) continue;
    const template = templateOn(first, route);
    const read = (values: Readonly<Record<string, string>>) => first.read(values, called);
    const found = await readTemplate(template, first.entry.mimeType, uri, read, onError);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function readTemplate(
  template: Template,
  mimeType: string | undefined,
  uri: string,
  read: (values: Readonly<Record<string, string>>) => FileContents | undefined | Promise<FileContents | undefined>,
  onError: OnError,
): Promise<Read> {
  const values = matchTemplate(template, uri);
  if (values === undefined) return undefined;
  return readContents(uri, mimeType, () => read(Object.fromEntries(values)), onError);
}

function templateOn(template: InstalledTemplate, face: CallRoute): Template {
  return face === "native" ? template.own : template.mapped;
}

function json(uri: string, value: unknown): Read {
  return { ok: true, value: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
}
