import { at, isObject, type JsonObject, MODERN_VERSIONS, member, type Negotiated } from "@mcptest/pack";
import { DOTTED_TASKS_EXTENSION, LEGACY_TASKS_VERSION, TASKS_EXTENSION } from "./ids.js";

/** The tasks wire of a connection: the extension, the 2025-11-25 utility, or none. */
export type TasksWire = "extension" | "legacy" | "none";

/** What {@link tasksWire} resolved, and on what the resolution rests. */
export interface ResolvedWire {
  wire: TasksWire;
  /** The id under which a modern server advertises the extension. */
  advertisedAs?: string;
  /** The server says that `tools/call` can make a task. On the extension wire it always may. */
  creates: boolean;
  /** `capabilities.tasks` stands there although the revision has no such capability. */
  strayLegacyCapability: boolean;
}

/** Resolves version and capabilities to one tasks wire (contract I.2). */
export function tasksWire(protocolVersion: string, capabilities: JsonObject): ResolvedWire {
  const legacyCapability = member(capabilities, "tasks");
  if (MODERN_VERSIONS.includes(protocolVersion)) {
    const advertisedAs = [TASKS_EXTENSION, DOTTED_TASKS_EXTENSION].find((id) =>
      isObject(at(capabilities, "extensions", id)),
    );
    const strayLegacyCapability = legacyCapability !== undefined;
    return advertisedAs === undefined
      ? { wire: "none", creates: false, strayLegacyCapability }
      : { wire: "extension", advertisedAs, creates: true, strayLegacyCapability };
  }
  if (protocolVersion !== LEGACY_TASKS_VERSION || legacyCapability === undefined)
    return { wire: "none", creates: false, strayLegacyCapability: false };
  return {
    wire: "legacy",
    creates: isDeclared(at(legacyCapability, "requests", "tools", "call")),
    strayLegacyCapability: false,
  };
}

/** The wire of a connection. */
export function wireOf(negotiated: Negotiated): ResolvedWire {
  return tasksWire(negotiated.protocolVersion, negotiated.capabilities);
}

/** The server serves `tasks/cancel`: always on the extension wire, on 2025-11-25 where it says so. */
export function canCancel(negotiated: Negotiated): boolean {
  const { wire } = wireOf(negotiated);
  return wire === "extension" || (wire === "legacy" && isDeclared(at(negotiated.capabilities, "tasks", "cancel")));
}

/** 2025-11-25: the server serves `tasks/list`. */
export function canList(negotiated: Negotiated): boolean {
  return wireOf(negotiated).wire === "legacy" && isDeclared(at(negotiated.capabilities, "tasks", "list"));
}

/** 2025-11-25: whether the server declares `tasks.list`, as a fact of the lane. */
export function listFact(negotiated: Negotiated): "declared" | "not declared" {
  return canList(negotiated) ? "declared" : "not declared";
}

/** An object declares; `true` counts as a declaration too (J40). */
function isDeclared(value: unknown): boolean {
  return isObject(value) || value === true;
}
