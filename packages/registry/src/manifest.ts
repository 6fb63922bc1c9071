import { MANIFEST } from "./addresses.js";
import type { ListEntry } from "./catalog-types.js";
import type { Installed } from "./installed.js";
import { deepFreeze } from "./json.js";
import type { JsonObject, Manifest, MethodResource } from "./types.js";

/** How the mapped methods are called, in words that a model can follow. */
const INSTRUCTIONS = [
  "Call a method of this extension by reading a resource with resources/read.",
  "Every such read invokes the method again and may change state: read only to call, and never answer from a cache.",
  "Take the method's uriTemplate from methodResources, write the whole argument object as JSON (see its inputSchema),",
  "percent-encode that text once (a space is %20, not +), put it in the place of {params}, and read the address.",
  "A method with a uri can be read there without arguments.",
  "The result is the JSON in the text of the first item of contents; a failure is the error of the read.",
  "An address that belongs to no method is a file, and reading it only reads it.",
  "Listing resources and reading this manifest invoke nothing.",
].join(" ");

/** Everything of an extension of which its manifest is made. */
export type ManifestParts = Omit<Installed, "manifest"> & { settings: JsonObject; instructions: string | undefined };

/** The manifest of an extension, sorted and frozen. */
export function makeManifest(parts: ManifestParts): Manifest {
  const methods = [...parts.methods.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const methodResources = methods.map(({ name, resource }): [string, MethodResource] => [name, resource]);
  return deepFreeze({
    name: parts.id,
    instructions: parts.instructions === undefined ? INSTRUCTIONS : `${parts.instructions}\n\n${INSTRUCTIONS}`,
    capabilities: parts.settings,
    methods: methods.map(({ name }) => name),
    notifications: Object.fromEntries(parts.notifications),
    resources: [
      ...parts.files.map(({ mapped }) => mapped),
      ...methods.map(({ resource }) => resource.uri).filter((uri) => uri !== undefined),
    ].sort(),
    resourceTemplates: [
      ...parts.templates.map(({ mapped }) => mapped.text),
      ...methods.map(({ resource }) => resource.uriTemplate),
    ].sort(),
    methodResources: Object.fromEntries(methodResources),
  });
}

/** The entries of `resources/list` by which older revisions find an extension. */
export function mappedEntries(installed: Installed): ListEntry[] {
  const methods = [...installed.methods.values()].flatMap(({ name, resource }): ListEntry[] => {
    if (resource.uri === undefined) return [];
    const how = `Reading this invokes the method ${name} without arguments, each time anew.`;
    return [{ uri: resource.uri, name, description: sentences(resource.description, how), mimeType: JSON_TYPE }];
  });
  return [
    {
      uri: installed.prefix + MANIFEST,
      name: `${installed.id}/${MANIFEST}`,
      description: `The interface of the extension ${installed.id} and how its methods are called. Reading this invokes nothing.`,
      mimeType: JSON_TYPE,
    },
    ...methods,
    ...installed.files.map(({ entry, mapped }) => ({ ...entry, uri: mapped })),
  ];
}

/** The entries of `resources/templates/list` for older revisions. */
export function mappedTemplateEntries(installed: Installed): ListEntry[] {
  const methods = [...installed.methods.values()].map(({ name, resource }): ListEntry => {
    const how = `Reading this invokes the method ${name}; params is its whole argument object as JSON, percent-encoded once.`;
    const description = sentences(resource.description, how);
    return { uriTemplate: resource.uriTemplate, name, description, mimeType: JSON_TYPE };
  });
  return [...methods, ...installed.templates.map(({ entry, mapped }) => ({ ...entry, uriTemplate: mapped.text }))];
}

/** The type of whatever the registry itself writes. */
export const JSON_TYPE = "application/json";

function sentences(description: string, how: string): string {
  return description === "" ? how : `${description}${/[.!?]$/.test(description) ? "" : "."} ${how}`;
}
