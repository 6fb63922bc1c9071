import { mappedPrefix } from "./addresses.js";
import { takeFile, takeFileTemplate } from "./declared-files.js";
import { takeMethod } from "./declared-methods.js";
import { RegistrationError } from "./errors.js";
import type { Extension } from "./extension.js";
import { checkExtensionId } from "./extension-id.js";
import type { Installed, InstalledMethod } from "./installed.js";
import { deepFreeze, isJsonObject, jsonCopy } from "./json.js";
import { makeManifest } from "./manifest.js";
import { checkMethodName, checkNotificationName } from "./names.js";
import type { ExtensionOptions, JsonObject } from "./types.js";

/** An extension that was taken, and what is doubtful about it. */
export interface Taken {
  installed: Installed;
  warnings: string[];
}

/** Members of the options of an extension: another one is a slip that would leave something out in silence. */
const MEMBERS = ["settings", "instructions", "methods", "notifications", "files", "fileTemplates"];

/**
 * Takes an extension as it is at this moment: everything is copied and checked by itself, whatever else is registered.
 * @throws RegistrationError
 */
export function takeExtension(extension: Extension, coreTasks: boolean): Taken {
  if (!isJsonObject(extension) || !isJsonObject(extension.options)) {
    throw new RegistrationError("DECLARATION", "What is registered is no Extension with an object of options.");
  }
  const { id, options }: Extension = extension;
  const warnings = checkExtensionId(id);
  const unknown = Object.keys(options).find((key) => !MEMBERS.includes(key));
  if (unknown !== undefined) {
    const known = MEMBERS.join(", ");
    throw new RegistrationError("DECLARATION", `The options of ${id} have a member ${unknown}; there are ${known}.`);
  }
  const settings = takeSettings(id, options.settings);
  const methods = new Map<string, InstalledMethod>();
  for (const [name, definition] of Object.entries(membersOf(id, options, "methods"))) {
    warnings.push(...checkMethodName(id, name, coreTasks));
    methods.set(name, takeMethod(id, name, definition));
  }
  const notifications = new Map<string, string | null>();
  for (const [name, definition] of Object.entries(membersOf(id, options, "notifications"))) {
    warnings.push(...checkNotificationName(id, name));
    notifications.set(name, takeTopic(id, name, definition));
  }
  const parts = {
    id,
    prefix: mappedPrefix(id),
    methods,
    notifications,
    files: itemsOf(id, options, "files").map((file) => takeFile(id, file)),
    templates: itemsOf(id, options, "fileTemplates").map((template) => takeFileTemplate(id, template)),
  };
  const instructions = options.instructions;
  if (instructions !== undefined && typeof instructions !== "string") {
    throw new RegistrationError("DECLARATION", `The instructions of ${id} are no string.`);
  }
  return { installed: { ...parts, manifest: makeManifest({ ...parts, settings, instructions }) }, warnings };
}

function takeSettings(id: string, given: unknown): JsonObject {
  if (given === undefined) return deepFreeze({});
  let settings: unknown;
  try {
    settings = jsonCopy(given);
  } catch (cause) {
    throw new RegistrationError("SETTINGS", `The settings of ${id} are no JSON.`, { cause });
  }
  if (!isJsonObject(settings)) throw new RegistrationError("SETTINGS", `The settings of ${id} are no JSON object.`);
  if (Object.hasOwn(settings, "notifications")) {
    throw new RegistrationError("SETTINGS", `The settings of ${id} have a member notifications.`);
  }
  return deepFreeze(settings);
}

function takeTopic(id: string, name: string, definition: { topic?: unknown }): string | null {
  const topic = isJsonObject(definition) ? definition.topic : definition;
  if (isJsonObject(definition) && topic === undefined) return null;
  if (typeof topic === "string" && topic !== "" && isJsonObject(definition)) return topic;
  throw new RegistrationError(
    "DECLARATION",
    `The notification ${name} of ${id} is no object, or its topic is not the name of a member of its params.`,
  );
}

function membersOf<Key extends "methods" | "notifications">(
  id: string,
  options: ExtensionOptions,
  key: Key,
): NonNullable<ExtensionOptions[Key]> {
  const members = options[key] ?? {};
  if (isJsonObject(members)) return members as NonNullable<ExtensionOptions[Key]>;
  throw new RegistrationError("DECLARATION", `The ${key} of ${id} are no object.`);
}

function itemsOf<Key extends "files" | "fileTemplates">(
  id: string,
  options: ExtensionOptions,
  key: Key,
): NonNullable<ExtensionOptions[Key]> {
  const items = options[key] ?? [];
  if (Array.isArray(items)) return items as NonNullable<ExtensionOptions[Key]>;
  throw new RegistrationError("DECLARATION", `The ${key} of ${id} are no array.`);
}
