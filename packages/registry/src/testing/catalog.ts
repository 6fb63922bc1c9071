import { createCatalog } from "../catalog.js";
import type { Caller, Outcome, ReadContents, WritableCatalog } from "../catalog-types.js";
import { Extension } from "../extension.js";
import type { ExtensionOptions } from "../types.js";

export const ID = "example.org/jobs";
export const PREFIX = `mcp-extensions://${ID}/`;

/** Whoever calls in tests. */
export const caller: Caller = {
  protocolVersion: "2025-06-18",
  signal: new AbortController().signal,
  mcp: {} as Caller["mcp"],
};

/** A catalog with one extension, and what it told its author. */
export function catalogOf(options: ExtensionOptions, id = ID) {
  const errors: string[] = [];
  const warnings: string[] = [];
  const catalog = createCatalog({
    onError: (error) => errors.push(error.message),
    onWarning: (warning) => warnings.push(warning),
  });
  catalog.extension(extensionOf(options, id));
  return { catalog, errors, warnings };
}

/** An extension whose schemas do not matter to the compiler. */
export function extensionOf(options: ExtensionOptions, id = ID): Extension {
  return new Extension(id, options as never);
}

/** Reads below the prefix of the extension, as older revisions do. */
export function readMapped(catalog: WritableCatalog, path: string): Promise<Outcome<ReadContents[]> | undefined> {
  return catalog.read(PREFIX + path, "resources", caller);
}

/** Calls a method by reading, and gives the value or the error. */
export async function callMapped(catalog: WritableCatalog, method: string, params: unknown): Promise<unknown> {
  const outcome = await readMapped(catalog, `${method}?params=${encodeURIComponent(JSON.stringify(params))}`);
  if (outcome?.ok !== true) return outcome?.error;
  return JSON.parse(outcome.value[0]?.text ?? "");
}

/** Calls a method by its name, and gives the value or the error. */
export async function callNative(catalog: WritableCatalog, method: string, params: unknown): Promise<unknown> {
  const outcome = await catalog.call(method, params, caller);
  return outcome.ok ? outcome.value : outcome.error;
}
