import type { JsonObject } from "@mcptest/pack";
import { type Json, MAPPING_SCHEME, methodTemplate, readTemplate, valuesIn } from "@mcptest/pack";
import { methodsIn, textsIn } from "./manifest.js";

/** Values that one result is searched through, and levels. */
const MOST_VALUES = 20_000;
const DEEPEST = 60;

/** Every text under a key that is exactly `uri`, at any depth; what is under `uri` itself is not entered. */
export function urisIn(value: Json): string[] {
  const found = new Set<string>();
  let left = MOST_VALUES;
  function walk(item: Json, depth: number): void {
    if (typeof item !== "object" || item === null || depth > DEEPEST || left-- <= 0) return;
    if (Array.isArray(item)) {
      for (const one of item) walk(one, depth + 1);
      return;
    }
    for (const [key, one] of Object.entries(item)) {
      if (key !== "uri") walk(one, depth + 1);
      else if (typeof one === "string") found.add(one);
    }
  }
  walk(value, 0);
  return [...found];
}

/**
 * The mapped address that should stand in the place of `uri`: the one with the same path, where the manifest has it or a
 * template for it that is no method's. `undefined` where there is none.
 */
export function mappedForm(uri: string, prefix: string, published: Published): string | undefined {
  const path = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(.*)$/s.exec(uri)?.[1];
  if (path === undefined || path === "" || uri.startsWith(MAPPING_SCHEME)) return undefined;
  const mapped = prefix + path;
  return isPublished(mapped, published) ? mapped : undefined;
}

/** The files of a manifest: none of them is a method. */
export interface Published {
  addresses: ReadonlySet<string>;
  templates: readonly string[];
}

/** The files that a manifest names. */
export function publishedIn(id: string, manifest: JsonObject): Published {
  const methods = new Set(methodsIn(manifest).map((method) => methodTemplate(id, method)));
  return {
    addresses: new Set(textsIn(manifest, "resources")),
    templates: textsIn(manifest, "resourceTemplates").filter((template) => !methods.has(template)),
  };
}

/** True for the address of a file, fixed or by a template. */
function isPublished(address: string, { addresses, templates }: Published): boolean {
  if (addresses.has(address)) return true;
  return templates.some((text) => {
    const template = readTemplate(text);
    return template !== undefined && valuesIn(template, address) !== undefined;
  });
}
