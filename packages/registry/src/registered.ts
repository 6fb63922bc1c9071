import { type Claim, checkClaims, claimsOf, shadowedTemplates } from "./claims.js";
import { checkUri, describe, takeTemplate } from "./declared-files.js";
import { RegistrationError } from "./errors.js";
import type { Extension } from "./extension.js";
import type { Installed, InstalledFile, InstalledMethod, InstalledTemplate } from "./installed.js";
import { takeExtension } from "./take.js";
import type { ResourceContext, ResourceDefinition, ResourceTemplateDefinition } from "./types.js";

/** Everything that is registered, as the parts of a catalog share it. */
export interface Registered {
  extensions: Map<string, Installed>;
  methods: Map<string, { installed: Installed; method: InstalledMethod }>;
  /** Resources of the server itself. */
  resources: Pick<InstalledFile<ResourceContext>, "entry" | "read">[];
  resourceTemplates: Pick<InstalledTemplate<ResourceContext>, "entry" | "own" | "read">[];
  claims: Claim[];
}

/** Nothing registered. */
export function nothingRegistered(): Registered {
  return { extensions: new Map(), methods: new Map(), resources: [], resourceTemplates: [], claims: [] };
}

/** Takes an extension and returns warnings. Whole or not at all: nothing is written before everything is checked. */
export function install(registered: Registered, extension: Extension, coreTasks: boolean): readonly string[] {
  const { installed, warnings } = takeExtension(extension, coreTasks);
  const { id } = installed;
  if (registered.extensions.has(id)) {
    throw new RegistrationError("EXTENSION_TWICE", `The extension ${id} is registered already.`);
  }
  for (const name of installed.methods.keys()) {
    const other = registered.methods.get(name)?.installed.id;
    if (other === undefined) continue;
    throw new RegistrationError("METHOD_TWICE", `The method ${name} of ${id} is a method of ${other} too.`);
  }
  for (const name of installed.notifications.keys()) {
    const other = [...registered.extensions.values()].find(({ notifications }) => notifications.has(name));
    if (other === undefined) continue;
    throw new RegistrationError("NOTIFICATION_TWICE", `The notification ${name} of ${id} is one of ${other.id} too.`);
  }
  const claims = claimsOf(installed);
  checkClaims(claims, registered.claims, [installed]);
  checkClaims(
    registered.claims.filter(({ face }) => face === "both"),
    [],
    [installed],
  );
  registered.claims.push(...claims);
  registered.extensions.set(id, installed);
  for (const [name, method] of installed.methods) registered.methods.set(name, { installed, method });
  return [...warnings, ...shadowedTemplates(installed)];
}

/** Takes a resource of the server itself. */
export function addResource(registered: Registered, definition: ResourceDefinition): void {
  const entry = { uri: definition?.uri, ...describe("A resource", definition) };
  checkUri(entry.uri, `The resource ${entry.name}`);
  claim(registered, { address: entry.uri, face: "both", by: `the resource ${entry.name}` });
  const { read } = definition;
  registered.resources.push({ entry: Object.freeze(entry), read: (context) => read.call(definition, context) });
}

/** Takes a resource template of the server itself. */
export function addResourceTemplate(registered: Registered, definition: ResourceTemplateDefinition): void {
  const entry = { uriTemplate: definition?.uriTemplate, ...describe("A resource template", definition) };
  const own = takeTemplate(entry.uriTemplate, `The resource template ${entry.name}`);
  claim(registered, { address: own.text, face: "both", by: `the resource template ${entry.name}` });
  const { read } = definition;
  const withContext = (given: Readonly<Record<string, string>>, context: ResourceContext) =>
    read.call(definition, given, context);
  registered.resourceTemplates.push({ entry: Object.freeze(entry), own, read: withContext });
}

function claim(registered: Registered, made: Claim): void {
  checkClaims([made], registered.claims, registered.extensions.values());
  registered.claims.push(made);
}
