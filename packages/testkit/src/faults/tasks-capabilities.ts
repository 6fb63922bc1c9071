import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { TASKS_ID } from "../tasks/id.js";
import { without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const FAILS = { rule: "I01", check: "tasks-wire-resolvable", verdict: "failed" } as const;
const WARNS = { ...FAILS, verdict: "warning" } as const;
const LEGACY_FORM: JsonObject = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** Hooks that change what the modern server advertises. */
function advertising(change: (capabilities: JsonObject) => JsonObject): Hooks {
  return { capabilities: (capabilities, era) => (era === "modern" ? change(capabilities) : capabilities) };
}

/** The same for a server that has no tasks behind it, so that nothing is used without being advertised. */
function unserved(change: (capabilities: JsonObject) => JsonObject): Hooks {
  return { ...advertising(change), policies: { tasks: { served: (era) => era !== "modern" } } };
}

function withExtensions(capabilities: JsonObject, extensions: JsonObject): JsonObject {
  return { ...capabilities, extensions };
}

/** Settings under the id that are no object. */
function settings(value: Json): Hooks {
  return unserved((capabilities) => withExtensions(capabilities, { [TASKS_ID]: value }));
}

/**
 * What is advertised resolves to no tasks wire, or only with a caveat (I01). The failures show where the extension is
 * required; elsewhere they are no fault.
 */
export const capabilityFaults: Fault[] = faultGroup(
  { kind: "fault", eras: ["modern"], transports: ANY_TRANSPORT, owner: FAILS },
  [
    {
      name: "not-advertised",
      description: "No extension is advertised, and there are no tasks",
      hooks: unserved((capabilities) => without(capabilities, "extensions")),
    },
    {
      name: "settings-true",
      description: "The settings of the extension are true, and there are no tasks",
      hooks: settings(true),
    },
    {
      name: "settings-string",
      description: 'The settings of the extension are "1.0", and there are no tasks',
      hooks: settings("1.0"),
    },
    {
      name: "settings-null",
      description: "The settings of the extension are null, and there are no tasks",
      hooks: settings(null),
    },
    {
      name: "settings-array",
      description: "The settings of the extension are [], and there are no tasks",
      hooks: settings([]),
    },
    {
      name: "only-legacy-capability",
      description: "2026-07-28 advertises capabilities.tasks instead of the extension, and there are no tasks",
      hooks: unserved((capabilities) => ({ ...without(capabilities, "extensions"), tasks: LEGACY_FORM })),
    },
    {
      name: "legacy-capability-besides",
      description: "2026-07-28 advertises capabilities.tasks beside the extension",
      owner: { rule: "I04", check: "tasks-no-legacy-capability", verdict: "failed" },
      baseline: WARNS,
      hooks: advertising((capabilities) => ({ ...capabilities, tasks: LEGACY_FORM })),
    },
    {
      name: "legacy-capability-empty-besides",
      description: "2026-07-28 advertises an empty capabilities.tasks beside the extension",
      owner: { rule: "I04", check: "tasks-no-legacy-capability", verdict: "failed" },
      baseline: WARNS,
      hooks: advertising((capabilities) => ({ ...capabilities, tasks: {} })),
    },
    {
      name: "settings-with-flags",
      description: 'The settings of the extension are {"list":true,"cancel":true}',
      owner: { rule: "I03", check: "tasks-settings-empty", verdict: "warning" },
      hooks: advertising((capabilities) => withExtensions(capabilities, { [TASKS_ID]: { list: true, cancel: true } })),
    },
    {
      name: "dotted-id",
      description: "The id is advertised with a dot for its slash",
      owner: { rule: "I02", check: "tasks-extension-advertised", verdict: "failed" },
      baseline: WARNS,
      hooks: advertising((capabilities) => {
        const { extensions } = capabilities;
        const settings = isObject(extensions) ? (extensions[TASKS_ID] ?? {}) : {};
        return withExtensions(capabilities, { [TASKS_ID.replace("/", ".")]: settings });
      }),
    },
    {
      name: "settings-with-version",
      description: 'The settings of the extension are {"version":"1.0"}',
      owner: { rule: "I03", check: "tasks-settings-empty", verdict: "warning" },
      hooks: advertising((capabilities) => withExtensions(capabilities, { [TASKS_ID]: { version: "1.0" } })),
    },
  ],
);
