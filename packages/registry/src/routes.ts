import { MANIFEST, methodPath } from "./addresses.js";
import type { Installed, InstalledMethod } from "./installed.js";
import { fillTemplate, matchTemplate } from "./template.js";

/** What a mapped address that is no file's stands for. */
export type Route = { manifest: true } | { method: InstalledMethod; encoded?: string };

/**
 * The manifest or the method at a mapped address of an extension. A method that needs arguments has no route without.
 */
export function routeOf(installed: Installed, uri: string): Route | undefined {
  if (!uri.startsWith(installed.prefix)) return undefined;
  const path = uri.slice(installed.prefix.length);
  if (path === MANIFEST) return { manifest: true };
  const called = methodPath(path);
  const method = called === undefined ? undefined : installed.methods.get(called.method);
  if (called === undefined || method === undefined) return undefined;
  if (called.encoded === undefined) return method.resource.uri === undefined ? undefined : { method };
  return { method, encoded: called.encoded };
}

/**
 * True for an address that is the registry's own, whether or not there is anything: the manifest's, and a method's with
 * and without arguments.
 */
export function isReserved(installed: Installed, uri: string): boolean {
  if (!uri.startsWith(installed.prefix)) return false;
  const path = uri.slice(installed.prefix.length);
  const name = path.split("?params=", 1)[0] ?? "";
  return path === MANIFEST || installed.methods.has(name);
}

/** The mapped address of a file's own; `undefined` for what is no file's, and where a method or the manifest stands. */
export function toMapped(installed: Installed, uri: string): string | undefined {
  const mapped = mappedOf(installed, uri);
  return mapped === undefined || isReserved(installed, mapped) ? undefined : mapped;
}

function mappedOf(installed: Installed, uri: string): string | undefined {
  const file = installed.files.find(({ entry }) => entry.uri === uri);
  if (file !== undefined) return file.mapped;
  for (const { own, mapped } of installed.templates) {
    const values = matchTemplate(own, uri);
    if (values !== undefined) return fillTemplate(mapped, values);
  }
  return undefined;
}

/** A file's own address for its mapped one; `undefined` for what is no file's. */
export function toOwn(installed: Installed, uri: string): string | undefined {
  if (!uri.startsWith(installed.prefix) || isReserved(installed, uri)) return undefined;
  const file = installed.files.find(({ mapped }) => mapped === uri);
  if (file !== undefined) return file.entry.uri;
  for (const { own, mapped } of installed.templates) {
    const values = matchTemplate(mapped, uri);
    if (values !== undefined) return fillTemplate(own, values);
  }
  return undefined;
}
