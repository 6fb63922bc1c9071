import { isDotSegmented, MANIFEST } from "./addresses.js";
import { CORE_METHODS, CORE_NOTIFICATIONS, CORE_TASK_METHODS } from "./core-methods.js";
import { RegistrationError } from "./errors.js";

/** Names that one extension uses (I54 for tasks): others get a warning. */
const OWNED_BEGINNINGS: readonly { begins: string; id: string }[] = [
  { begins: "tasks/", id: "io.modelcontextprotocol/tasks" },
  { begins: "skills/", id: "io.modelcontextprotocol/skills" },
  { begins: "notifications/tasks", id: "io.modelcontextprotocol/tasks" },
];

/**
 * Refuses a name of a method that cannot be a part of an address or that has a meaning of its own.
 * @param coreTasks whether the server serves the tasks utility of 2025-11-25
 * @returns warnings
 */
export function checkMethodName(id: string, name: string, coreTasks: boolean): string[] {
  if (/[\s\p{Cc}\p{Cs}?#%:{}\\]/u.test(name) || isDotSegmented(name) || endsInManifest(name)) {
    throw new RegistrationError("METHOD_NAME", `${JSON.stringify(name)} cannot be the name of a method of ${id}.`);
  }
  const core: readonly string[] = coreTasks ? [...CORE_METHODS, ...CORE_TASK_METHODS] : CORE_METHODS;
  if (core.includes(name) || name.startsWith("notifications/") || name.startsWith("rpc.")) {
    throw new RegistrationError("METHOD_OF_PROTOCOL", `The method ${name} of ${id} belongs to the protocol.`);
  }
  return foreign(id, name);
}

/**
 * Refuses a name of a notification that has the wrong form or is the protocol's own.
 * @returns warnings
 */
export function checkNotificationName(id: string, name: string): string[] {
  if (!name.startsWith("notifications/") || name === "notifications/" || /[\s\p{Cc}\p{Cs}]/u.test(name)) {
    throw new RegistrationError(
      "NOTIFICATION_NAME",
      `${JSON.stringify(name)} cannot be the name of a notification of ${id}.`,
    );
  }
  if ((CORE_NOTIFICATIONS as readonly string[]).includes(name)) {
    throw new RegistrationError(
      "NOTIFICATION_OF_PROTOCOL",
      `The notification ${name} of ${id} belongs to the protocol.`,
    );
  }
  return foreign(id, name);
}

function foreign(id: string, name: string): string[] {
  const owner = OWNED_BEGINNINGS.find(
    ({ begins }) => name.startsWith(begins) && (begins.endsWith("/") || /^(?:$|\/)/.test(name.slice(begins.length))),
  );
  if (owner === undefined || owner.id === id) return [];
  return [`${name} of ${id} has a name that ${owner.id} uses; clients may take it for that.`];
}

function endsInManifest(name: string): boolean {
  return name === MANIFEST || name.endsWith(`/${MANIFEST}`);
}
