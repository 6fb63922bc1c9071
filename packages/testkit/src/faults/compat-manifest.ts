import { ERROR, isObject, type JsonObject, manifestUri } from "@mcptest/pack";
import type { MappedExtension } from "../mapped/extension.js";
import { NOTES_CHANGED, NOTES_ID } from "../mapped/notes.js";
import type { Hooks } from "../server/hooks.js";
import {
  CLOCK_ID,
  errorAnswer,
  lacking,
  NOTES,
  onContents,
  onManifest,
  onMethodResource,
  onReading,
  strings,
} from "./compat-hooks.js";
import { compatFaults, mapped } from "./groups.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

const NOTES_MANIFEST = manifestUri(NOTES_ID);
const CLOCK_MANIFEST = manifestUri(CLOCK_ID);

const listed = compatFaults("compat-manifest-listed", "failed", [
  {
    name: "mapped-manifest-unlisted",
    description: "resources/list has no manifest.json of the extension with files",
    hooks: mapped({ resources: lacking(NOTES_MANIFEST) }),
  },
  {
    name: "mapped-small-manifest-unlisted",
    description: "resources/list has no manifest.json of the extension that has nothing but one method",
    hooks: mapped({ resources: lacking(CLOCK_MANIFEST) }),
  },
  {
    name: "mapped-manifest-as-template",
    description: "manifest.json stands in resources/templates/list, and not in resources/list",
    hooks: mapped({
      resources: lacking(NOTES_MANIFEST),
      templates: (entries) => [{ uriTemplate: NOTES_MANIFEST, name: "interface" }, ...entries],
    }),
  },
]);

const readable = compatFaults("compat-manifest-readable", "failed", [
  {
    name: "mapped-manifest-unreadable",
    description: "manifest.json is listed, and not found when it is read",
    hooks: onReading(
      (uri) => uri === CLOCK_MANIFEST,
      async (call) => errorAnswer(call, ERROR.resourceNotFoundLegacy, "Resource not found"),
    ),
  },
  {
    name: "mapped-manifest-internal-error",
    description: "Reading manifest.json gives -32603",
    hooks: onReading(
      (uri) => uri === CLOCK_MANIFEST,
      async (call) => errorAnswer(call, ERROR.internal, "Internal error"),
    ),
  },
  {
    name: "mapped-manifest-blob",
    description: "manifest.json comes as a blob, without a text",
    hooks: onContents(
      (uri) => uri === CLOCK_MANIFEST,
      ({ text, ...item }) => ({ ...item, blob: Buffer.from(String(text)).toString("base64") }),
    ),
  },
  {
    name: "mapped-manifest-array",
    description: "manifest.json is an array of one interface",
    hooks: onContents(
      (uri) => uri === CLOCK_MANIFEST,
      (item) => ({ ...item, text: `[${String(item.text)}]` }),
    ),
  },
  {
    name: "mapped-manifest-cut",
    description: "The text of manifest.json ends in the middle",
    hooks: onContents(
      (uri) => uri === CLOCK_MANIFEST,
      (item) => ({ ...item, text: String(item.text).slice(0, 40) }),
    ),
  },
]);

const FILELESS = "com.example/empty";

/** An extension that has nothing at all. */
function fileless(): MappedExtension {
  return { id: FILELESS, settings: {}, methods: [], notifications: {}, files: [] };
}

/** Adds something that is no string to a list of the manifest of notes. */
function withObject(key: string, entry: JsonObject): Hooks {
  return onManifest(NOTES_ID, (manifest) => ({ ...manifest, [key]: [...strings(manifest[key]), entry] }));
}

/** Changes what the manifest of the clock says of its method. */
function onClockMethod(change: (entry: JsonObject) => JsonObject): Hooks {
  return onManifest(CLOCK_ID, (manifest) => {
    const { "clock/now": entry } = manifest.methodResources as JsonObject;
    return { ...manifest, methodResources: { "clock/now": change(isObject(entry) ? entry : {}) } };
  });
}

const shape = compatFaults("compat-manifest-shape", "failed", [
  {
    name: "mapped-manifest-no-instructions",
    description: "The manifest has no instructions",
    hooks: onManifest(NOTES_ID, (manifest) => without(manifest, "instructions")),
  },
  {
    name: "mapped-manifest-instructions-list",
    description: "The instructions of the manifest are an array of sentences",
    hooks: onManifest(NOTES_ID, (manifest) => ({ ...manifest, instructions: [manifest.instructions ?? ""] })),
  },
  {
    name: "mapped-manifest-no-name",
    description: "The manifest does not say whose it is",
    hooks: onManifest(CLOCK_ID, (manifest) => without(manifest, "name")),
  },
  {
    name: "mapped-manifest-no-capabilities",
    description: "The manifest has no capabilities, where there are no settings",
    hooks: onManifest(CLOCK_ID, (manifest) => without(manifest, "capabilities")),
  },
  {
    name: "mapped-manifest-capabilities-list",
    description: "The capabilities of the manifest are an array",
    hooks: onManifest(CLOCK_ID, (manifest) => ({ ...manifest, capabilities: [] })),
  },
  {
    name: "mapped-manifest-methods-object",
    description: "The methods of the manifest are an object by name",
    hooks: onManifest(CLOCK_ID, (manifest) => ({ ...manifest, methods: { "clock/now": {} } })),
  },
  {
    name: "mapped-manifest-no-resources",
    description: "The manifest has no resources, where the extension has no files",
    hooks: mapped({
      extensions: [fileless()],
      manifest: (manifest) => (manifest.name === FILELESS ? without(manifest, "resources") : manifest),
    }),
  },
  {
    name: "mapped-manifest-resource-objects",
    description: "The resources of the manifest have an entry as resources/list has it",
    hooks: withObject("resources", { uri: `${NOTES}a/one.md`, name: "one.md" }),
  },
  {
    name: "mapped-manifest-template-objects",
    description: "The resourceTemplates of the manifest have an entry as resources/templates/list has it",
    hooks: withObject("resourceTemplates", { uriTemplate: `${NOTES}{folder}/{name}.txt`, name: "note" }),
  },
  {
    name: "mapped-manifest-notification-list",
    description: "The notifications of the manifest are an array of names",
    hooks: onManifest(NOTES_ID, (manifest) => ({ ...manifest, notifications: [NOTES_CHANGED] })),
  },
  {
    name: "mapped-manifest-topic-number",
    description: "The topic of a notification is a number",
    hooks: onManifest(NOTES_ID, (manifest) => ({ ...manifest, notifications: { [NOTES_CHANGED]: 1 } })),
  },
  {
    name: "mapped-method-no-description",
    description: "A method has no description in methodResources, not even an empty one",
    hooks: onMethodResource("notes/touch", (entry) => without(entry, "description")),
  },
  {
    name: "mapped-method-schema-text",
    description: "The inputSchema of a method is a string",
    hooks: onClockMethod((entry) => ({ ...entry, inputSchema: JSON.stringify(entry.inputSchema) })),
  },
  {
    name: "mapped-output-schema-flag",
    description: "The outputSchema of a method is true",
    hooks: onClockMethod((entry) => ({ ...entry, outputSchema: true })),
  },
]);

/** Faults of the mapped server: its manifests. */
export const manifestFaults: Fault[] = [...listed, ...readable, ...shape];
