import { ERROR, type JsonObject } from "@mcptest/pack";
import type { MappedExtension, MappedFile } from "../mapped/extension.js";
import { NOTES_ID } from "../mapped/notes.js";
import type { Hooks } from "../server/hooks.js";
import {
  anyRoute,
  CLOCK_ID,
  errorAnswer,
  manifests,
  onContents,
  onManifest,
  onMethodResource,
  onRead,
  onReading,
  onReadings,
  onValue,
  resultAnswer,
  routeOf,
  strings,
} from "./compat-hooks.js";
import { compatVariants, core, mapped, recordedBy } from "./groups.js";
import { onError, without } from "./reshape.js";
import type { Fault } from "./types.js";

const SHELF = "com.example/shelf";

/** One more extension, with these files and methods. */
function shelf(parts: Partial<MappedExtension>): MappedExtension {
  return { id: SHELF, settings: {}, methods: [], notifications: {}, files: [], ...parts };
}

function fileAt(address: string, more: Partial<MappedFile> = {}): MappedFile {
  return { address, name: address, mimeType: "text/plain", read: () => ({ text: "A book." }), ...more };
}

const connections = compatVariants([
  {
    name: "mapped-other-extension",
    description: "initialize has an extension in capabilities.extensions that is no resource",
    owner: recordedBy("compat-no-extension-capability"),
    hooks: { capabilities: (given) => ({ ...given, extensions: { "com.example/other": {} } }) },
  },
  {
    name: "mapped-unknown-capabilities",
    description: "initialize has capabilities of the vendor's own, one of them named as an extension",
    hooks: { capabilities: (given) => ({ ...given, weather: { hourly: true }, [NOTES_ID]: {} }) },
  },
  {
    name: "mapped-outer-meta",
    description: "The result of every read has _meta",
    hooks: onRead(
      () => true,
      (result) => ({ ...result, _meta: { "com.example/trace": "a1" } }),
    ),
  },
  {
    name: "mapped-type-parameters",
    description: "The media type of values and manifests has a parameter",
    hooks: onContents(
      (uri) => anyRoute(uri) || manifests(uri),
      (item) => ({ ...item, mimeType: "application/json; charset=utf-8" }),
    ),
  },
  {
    name: "mapped-unknown-invalid-params",
    description: "What is not there is refused with -32602, as on 2026-07-28",
    owner: recordedBy("compat-unknown-route"),
    hooks: onError(ERROR.resourceNotFoundLegacy, (error) => ({ ...error, code: ERROR.invalidParams })),
  },
]);

const interfaces = compatVariants([
  {
    name: "mapped-no-notifications",
    description: "The manifest of an extension without notifications does not mention them",
    hooks: onManifest(CLOCK_ID, (manifest) => without(manifest, "notifications")),
  },
  {
    name: "mapped-only-files",
    description: "An extension has a file and no method, and its manifest no resourceTemplates and no methodResources",
    hooks: mapped({
      extensions: [shelf({ files: [fileAt("shelf://one.txt")] })],
      manifest: (manifest) =>
        manifest.name === SHELF ? without(manifest, "resourceTemplates", "methodResources") : manifest,
    }),
  },
  {
    name: "mapped-unsorted",
    description: "The lists of a manifest are in no order",
    hooks: onManifest(NOTES_ID, (manifest) => ({
      ...manifest,
      methods: strings(manifest.methods).reverse(),
      resources: strings(manifest.resources).reverse(),
      resourceTemplates: strings(manifest.resourceTemplates).reverse(),
    })),
  },
  {
    name: "mapped-lists-shuffled",
    description: "The entries of a list come in another order each time it is read",
    hooks: () => onReadings({ resources: turned, templates: turned }),
  },
  {
    name: "mapped-unknown-members",
    description: "Manifests and their methods have members of the vendor's own",
    owner: recordedBy("compat-manifest-shape"),
    hooks: mapped({
      manifest: (manifest) => ({
        ...manifest,
        version: "1.2.0",
        methodResources: Object.fromEntries(
          Object.entries(manifest.methodResources as Record<string, JsonObject>).map(([name, entry]) => [
            name,
            { ...entry, stable: true },
          ]),
        ),
      }),
    }),
  },
  {
    name: "mapped-required-empty",
    description: "The schema of a method requires an empty list of members, and its fixed URI is there",
    hooks: onMethodResource("notes/touch", (entry) => ({
      ...entry,
      inputSchema: { type: "object", properties: {}, required: [] },
    })),
  },
  {
    name: "mapped-required-elsewhere",
    description: "The schema of a method requires members within anyOf alone, and its fixed URI is there",
    hooks: onMethodResource("notes/touch", (entry) => ({
      ...entry,
      inputSchema: {
        type: "object",
        properties: {},
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
        minProperties: 0,
      },
    })),
  },
  {
    name: "mapped-told-in-instructions",
    description: "Only the instructions say that reading a method invokes it",
    hooks: mapped({ resources: undescribed, templates: undescribed }),
  },
  {
    name: "mapped-told-in-lists",
    description: "Only the lists say that reading a method invokes it",
    hooks: mapped({ manifest: (manifest) => ({ ...manifest, instructions: "Arguments go into params, as JSON." }) }),
  },
]);

function turned(entries: JsonObject[], readings: number): JsonObject[] {
  return readings % 2 === 0 ? [...entries].reverse() : entries;
}

function undescribed(entries: JsonObject[]): JsonObject[] {
  return entries.map((entry) => without(entry, "description"));
}

const addresses = compatVariants([
  {
    name: "mapped-lower-case-escapes",
    description: "The address of a file has escapes in lower case",
    hooks: mapped({ extensions: [shelf({ files: [fileAt("shelf://caf%c3%a9/a%2fb.txt")] })] }),
  },
  {
    name: "mapped-path-overridden",
    description: "A file stands at another path than its own address has",
    hooks: mapped({ extensions: [shelf({ files: [fileAt("shelf://one.txt", { path: "docs/first.txt" })] })] }),
  },
  {
    name: "mapped-name-without-slash",
    description: "The name of a method has one segment, and is the beginning of another name",
    hooks: mapped({
      extensions: [
        shelf({
          methods: ["roll", "roll/all"].map((name) => ({
            name,
            description: "Rolls.",
            inputSchema: { type: "object" },
            run: () => ({ rolled: name }),
          })),
        }),
      ],
    }),
  },
  {
    name: "mapped-dotted-id",
    description: "The id of an extension has capital letters, digits and dots",
    hooks: mapped({ extensions: [{ ...shelf({}), id: "Com.Example-2/shelf_a.b-c.v2" }] }),
  },
]);

const lists = compatVariants([
  {
    name: "mapped-one-page",
    description: "Each list is one page",
    hooks: mapped({ pageSize: Number.POSITIVE_INFINITY }),
  },
  {
    name: "mapped-one-by-one",
    description: "Each page of a list has one entry",
    hooks: mapped({ pageSize: 1 }),
  },
  {
    name: "mapped-empty-cursor",
    description: "The cursor of the second page is an empty string",
    hooks: core({ cursor: (offset) => (offset === 4 ? "" : `from-${offset}`) }),
  },
  {
    name: "mapped-empty-page",
    description: "The second page of resources/list is empty, and leads to a third one",
    hooks: {
      async around(call, next) {
        if (call.method !== "resources/list") return next();
        const { cursor } = call.params;
        if (cursor === "from-4") return resultAnswer(call, { resources: [], nextCursor: "behind-4" });
        if (cursor === "behind-4") call.params = { ...call.params, cursor: "from-4" };
        return next();
      },
    },
  },
]);

const values = compatVariants([
  {
    name: "mapped-task-in-text",
    description: "The value of a method has members that mean something elsewhere: resultType, task, ttlMs, contents",
    hooks: onValue(routeOf("touch", "get"), (value) => ({
      ...value,
      resultType: "task",
      task: { taskId: "a" },
      ttlMs: 1000,
      contents: [],
    })),
  },
  {
    name: "mapped-other-addresses",
    description: "A value has addresses that no file has, and addresses of files under other names than uri",
    hooks: onValue(routeOf("get"), (value) => ({
      ...value,
      source: { uri: "https://example.com/a/one.md?x=1" },
      missing: { uri: "note://a/none.md" },
      resourceUri: "note://a/one.md",
      uris: ["note://a/one.md"],
      uriTemplate: "note://{folder}/{name}.txt",
      object: { uri: { href: "note://a/one.md" } },
      text: "note://a/one.md",
    })),
  },
  {
    name: "mapped-lenient-escapes",
    description: "Malformed escapes in arguments stand for themselves",
    owner: recordedBy("compat-invalid-arguments"),
    hooks: lenient(),
  },
  {
    name: "mapped-empty-params-invalid",
    description: "?params= with nothing behind it is refused with -32602",
    hooks: onReading(
      (uri) => anyRoute(uri) && uri.endsWith("?params="),
      async (call) => errorAnswer(call, ERROR.invalidParams, "params is empty"),
    ),
  },
  {
    name: "mapped-adorned-entries",
    description: "Entries of the lists have titles and annotations",
    hooks: mapped({ resources: adorned, templates: adorned }),
  },
]);

function adorned(entries: JsonObject[]): JsonObject[] {
  return entries.map((entry) => ({
    ...entry,
    annotations: { audience: ["assistant"], priority: 0.5 },
    title: "Entry",
  }));
}

/** Hooks that take a malformed escape as it stands, and then are as lenient with the JSON. */
function lenient(): Hooks {
  return mapped({
    decode(text) {
      try {
        return decodeURIComponent(text);
      } catch {
        return "{}";
      }
    },
  });
}

/** What the mapped server may do: unusual, and legal. */
export const mappedVariants: Fault[] = [...connections, ...interfaces, ...addresses, ...lists, ...values];
