import { type JsonObject, methodUri } from "@mcptest/pack";
import { NOTES_ID } from "../mapped/notes.js";
import type { Hooks } from "../server/hooks.js";
import { CLOCK, CLOCK_ID, lacking, NOTES, onManifest, onMethodResource, strings } from "./compat-hooks.js";
import { compatFaults, mapped } from "./groups.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks for one more extension, with this id and one file. */
function another(id: string): Hooks {
  const address = "archive://2024/one.txt";
  const file = { address, name: "one.txt", mimeType: "text/plain", read: () => ({ text: "An old note." }) };
  return mapped({ extensions: [{ id, settings: {}, methods: [], notifications: {}, files: [file] }] });
}

const ids = compatFaults("compat-id-in-uri", "failed", [
  {
    name: "mapped-id-three-segments",
    description: "The id in the addresses of an extension has three segments",
    hooks: another("com.example/archive/old"),
  },
  {
    name: "mapped-id-one-segment",
    description: "The id in the addresses of an extension has no prefix",
    hooks: another("archive"),
  },
  {
    name: "mapped-id-ungrammatical",
    description: "The name in the id of an extension begins with an underscore",
    hooks: another("com.example/_archive"),
  },
  {
    name: "mapped-id-encoded",
    description: "The id in the addresses of an extension is percent-encoded",
    hooks: another("com.example/caf%C3%A9"),
  },
  {
    name: "mapped-id-other-case",
    description: "The manifest writes the id with a capital letter, its address without",
    hooks: onManifest(CLOCK_ID, (manifest) => ({ ...manifest, name: "com.example/Clock" })),
  },
]);

const methods = compatFaults("compat-every-method-mapped", "failed", [
  {
    name: "mapped-method-template-unlisted",
    description: "A method has no template in resources/templates/list",
    hooks: mapped({ templates: lacking(`${NOTES}notes/add?params={params}`) }),
  },
  {
    name: "mapped-method-without-route",
    description: "The manifest names a method that has no route and no schema",
    hooks: onManifest(NOTES_ID, (manifest) => ({
      ...manifest,
      methods: [...strings(manifest.methods), "notes/zip"],
    })),
  },
  {
    name: "mapped-method-resource-missing",
    description: "A method has a template, and nothing in methodResources",
    hooks: onManifest(NOTES_ID, (manifest) => ({
      ...manifest,
      methodResources: without(manifest.methodResources as JsonObject, "notes/echo"),
    })),
  },
  {
    name: "mapped-method-template-differs",
    description: "The uriTemplate of a method in methodResources is not the one in resources/templates/list",
    hooks: onMethodResource("notes/add", (entry) => ({ ...entry, uriTemplate: `${NOTES}notes/add{?params}` })),
  },
  {
    name: "mapped-method-template-not-in-manifest",
    description:
      "The template of a method is in resources/templates/list, and not in the resourceTemplates of the manifest",
    hooks: onManifest(NOTES_ID, (manifest) => ({
      ...manifest,
      resourceTemplates: strings(manifest.resourceTemplates, `${NOTES}notes/drop?params={params}`),
    })),
  },
  {
    name: "mapped-method-template-encoded",
    description: "The braces of a template are percent-encoded in resources/templates/list",
    hooks: mapped({
      templates: (entries) =>
        entries.map((entry) =>
          entry.uriTemplate === `${NOTES}notes/echo?params={params}`
            ? { ...entry, uriTemplate: `${NOTES}notes/echo?params=%7Bparams%7D` }
            : entry,
        ),
    }),
  },
]);

const GET = methodUri(NOTES_ID, "notes/get");
const listedGet = {
  uri: GET,
  name: "notes/get",
  description: "Reading this invokes notes/get.",
  mimeType: "application/json",
};

const fixed = compatFaults("compat-fixed-uri-iff-no-required", "failed", [
  {
    name: "mapped-fixed-unlisted",
    description: "The fixed URI of a method without arguments is not in resources/list",
    hooks: mapped({ resources: lacking(`${CLOCK}clock/now`) }),
  },
  {
    name: "mapped-fixed-not-in-manifest",
    description: "The fixed URI of a method without required arguments is not in the resources of the manifest",
    hooks: onManifest(NOTES_ID, (manifest) => ({
      ...manifest,
      resources: strings(manifest.resources, `${NOTES}notes/touch`),
    })),
  },
  {
    name: "mapped-fixed-without-uri",
    description: "A method without required arguments has no uri in methodResources",
    hooks: onMethodResource("notes/list", (entry) => without(entry, "uri")),
  },
  {
    name: "mapped-fixed-other-uri",
    description: "The uri of a method in methodResources is the template with {} filled in",
    hooks: onMethodResource("notes/touch", (entry) => ({ ...entry, uri: methodUri(NOTES_ID, "notes/touch", {}) })),
  },
  {
    name: "mapped-fixed-for-required",
    description:
      "A method with a required argument has a fixed URI in resources/list and in both places of the manifest",
    hooks: {
      policies: {
        mapped: {
          resources: (entries) => [listedGet, ...entries],
          manifest: (manifest) =>
            manifest.name === NOTES_ID
              ? {
                  ...manifest,
                  resources: [...strings(manifest.resources), GET],
                  methodResources: withUri(manifest.methodResources as Record<string, JsonObject>),
                }
              : manifest,
        },
      },
    },
  },
  {
    name: "mapped-fixed-listed-for-required",
    description: "resources/list has a fixed URI of a method with a required argument",
    hooks: mapped({ resources: (entries) => [listedGet, ...entries] }),
  },
]);

function withUri(methodResources: Record<string, JsonObject>): JsonObject {
  return { ...methodResources, "notes/get": { ...methodResources["notes/get"], uri: GET } };
}

/** Hooks that take the word of a call out of the instructions, and out of the descriptions of these entries. */
function untold(list: "resources" | "templates" | "both"): Hooks {
  const plain = (entries: JsonObject[]) =>
    entries.map((entry) => (entry.mimeType === "application/json" ? { ...entry, description: "A resource." } : entry));
  return mapped({
    manifest: (manifest) => ({ ...manifest, instructions: "The interface of an extension. Arguments go into params." }),
    ...(list === "templates" ? {} : { resources: plain }),
    ...(list === "resources" ? {} : { templates: plain }),
  });
}

const described = compatFaults("compat-described-as-invocation", "warning", [
  {
    name: "mapped-undescribed",
    description: "Neither the instructions nor an entry of the lists says that reading a method invokes it",
    hooks: untold("both"),
  },
  {
    name: "mapped-fixed-undescribed",
    description: "Only the templates say that reading invokes, neither the instructions nor the fixed URIs",
    hooks: untold("resources"),
  },
  {
    name: "mapped-templates-undescribed",
    description: "Only the fixed URIs say that reading invokes, neither the instructions nor the templates",
    hooks: untold("templates"),
  },
]);

/** Faults of the mapped server: the ids in its addresses, and what stands for a method in lists and manifests. */
export const routeFaults: Fault[] = [...ids, ...methods, ...fixed, ...described];
