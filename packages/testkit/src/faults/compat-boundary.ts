import { ERROR, type Era, isObject, type JsonObject } from "@mcptest/pack";
import { NOTES_CHANGED, NOTES_ID } from "../mapped/notes.js";
import type { Hooks } from "../server/hooks.js";
import { CLOCK_ID, errorAnswer, resultAnswer } from "./compat-hooks.js";
import { compatFaults } from "./groups.js";
import { answering, renamed, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** The faults of a server that has to speak both eras. */
const DUAL: Era[] = ["modern", "legacy"];

const advertised = compatFaults("compat-no-extension-capability", "failed", [
  {
    name: "mapped-extensions-advertised",
    description: "initialize has capabilities.extensions with the extension and its settings",
    hooks: { capabilities: (given) => ({ ...given, extensions: { [NOTES_ID]: { folders: true } } }) },
  },
  {
    name: "mapped-extensions-flag",
    description: "initialize has the extension in capabilities.extensions as a plain true",
    hooks: { capabilities: (given) => ({ ...given, extensions: { [CLOCK_ID]: true } }) },
  },
  {
    name: "mapped-experimental-advertised",
    description: "initialize has the extension in capabilities.experimental",
    hooks: { capabilities: (given) => ({ ...given, experimental: { [CLOCK_ID]: {} } }) },
  },
]);

const resources = compatFaults("compat-resources-capability", "failed", [
  {
    name: "mapped-no-resources-capability",
    description: "initialize has no capabilities.resources, and the lists have mapped addresses",
    hooks: { capabilities: (given) => without(given, "resources") },
  },
  {
    name: "mapped-resources-misspelt",
    description: "initialize has capabilities.resource in place of capabilities.resources",
    hooks: { capabilities: (given) => renamed(given, "resources", "resource") },
  },
]);

/** Hooks that answer these methods by name, within a legacy session, with a result. */
function served(methods: string[], result: JsonObject): Hooks {
  return answering(methods, async (call, next) => (call.session ? resultAnswer(call, result) : next()));
}

const native = [
  ...compatFaults("compat-native-refused", "failed", [
    {
      name: "mapped-discover-served",
      description: "server/discover is answered on a legacy connection",
      hooks: served(["server/discover"], { supportedVersions: ["2026-07-28"], capabilities: {} }),
    },
    {
      name: "mapped-native-served",
      description: "notes/touch is answered by its name on a legacy connection",
      hooks: served(["notes/touch"], { touched: 1 }),
    },
    {
      name: "mapped-native-echo-served",
      description:
        "notes/echo is answered by its name on a legacy connection, also without the argument that it requires",
      hooks: served(["notes/echo"], { text: "" }),
    },
  ]),
  ...compatFaults("compat-native-refused", "warning", [
    {
      name: "mapped-native-invalid-params",
      description: "A method of an extension is refused by its name with -32602",
      hooks: answering(["notes/get", "notes/touch"], async (call) =>
        errorAnswer(call, ERROR.invalidParams, "Read its resource instead"),
      ),
    },
    {
      name: "mapped-discover-internal-error",
      description: "server/discover is refused with -32603 on a legacy connection",
      hooks: answering("server/discover", async (call, next) =>
        call.session ? errorAnswer(call, ERROR.internal, "Internal error") : next(),
      ),
    },
  ]),
];

/** Hooks that change what the newest revision advertises of notes: other settings, or nothing. */
function natively(change: (settings: JsonObject) => JsonObject | undefined): Hooks {
  return {
    capabilities(given, era) {
      if (era !== "modern" || !isObject(given.extensions)) return given;
      const { [NOTES_ID]: settings, ...others } = given.extensions;
      const changed = isObject(settings) ? change(settings) : undefined;
      return { ...given, extensions: { ...others, ...(changed ? { [NOTES_ID]: changed } : {}) } };
    },
  };
}

const same = compatFaults("compat-same-interface-native", "failed", [
  {
    name: "mapped-not-native",
    description: "server/discover does not have the extension that the older revisions have as resources",
    eras: DUAL,
    hooks: natively(() => undefined),
  },
  {
    name: "mapped-settings-differ",
    description: "server/discover has settings of which the manifest has only some",
    eras: DUAL,
    hooks: natively((settings) => ({ ...settings, shared: true })),
  },
  {
    name: "mapped-setting-value-differs",
    description: "A setting has another value in server/discover than in the manifest",
    eras: DUAL,
    hooks: natively((settings) => ({ ...settings, folders: false })),
  },
  {
    name: "mapped-notifications-not-native",
    description: "The manifest has a notification that server/discover does not have",
    eras: DUAL,
    hooks: natively((settings) => without(settings, "notifications")),
  },
  {
    name: "mapped-topic-differs",
    description: "A notification has a topic in the manifest and none in server/discover",
    eras: DUAL,
    hooks: natively((settings) => ({ ...settings, notifications: { [NOTES_CHANGED]: null } })),
  },
  {
    name: "mapped-native-method-missing",
    description: "notes/touch, which the older revisions have as a resource, is unknown on 2026-07-28",
    eras: DUAL,
    hooks: answering("notes/touch", async (call, next) =>
      call.era === "modern"
        ? { ...errorAnswer(call, ERROR.methodNotFound, "Method not found: notes/touch"), status: 404 }
        : next(),
    ),
  },
]);

/** Faults of the mapped server: what its connections say of extensions, and what works by name. */
export const boundaryFaults: Fault[] = [...advertised, ...resources, ...native, ...same];
