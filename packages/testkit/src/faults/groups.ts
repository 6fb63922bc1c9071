import type { Era } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import type { PolicyChange } from "../server/policy.js";
import { ANY_TRANSPORT, type Expectation, type Fault, type FaultEntry, type FaultInfo, faultGroup } from "./types.js";

/** Faults of one rule of Tasks in one era, over both transports where an entry does not say otherwise. */
export function ruleFaults(
  era: Era,
  [rule, check, verdict]: [rule: string, check: string, verdict: "failed" | "warning"],
  entries: FaultEntry[],
): Fault[] {
  return faultGroup(
    { kind: "fault", eras: [era], transports: ANY_TRANSPORT, owner: { rule, check, verdict } },
    entries,
  );
}

/** Where faults of the generic server show. */
export type Where = Pick<FaultInfo, "eras" | "versions" | "form"> & Partial<Pick<FaultInfo, "transports">>;

/**
 * Faults of one rule on the generic server, over both transports where neither `where` nor an entry says otherwise. On a
 * server of several eras or revisions they act only where they show.
 */
export function frameworkFaults(
  rule: string,
  check: string,
  verdict: "failed" | "warning",
  where: Where,
  entries: FaultEntry[],
): Fault[] {
  const owner = { rule, check, verdict };
  return faultGroup({ kind: "fault", on: "generic", transports: ANY_TRANSPORT, ...where, owner }, entries);
}

/** What the rules of the convention of extensions through resources are called: they have no numbers. */
const MAPPING = "mapping";

/**
 * Faults of one rule of the mapped server, over both transports and in all legacy revisions where an entry does not say
 * otherwise. Those of both eras need a server that speaks both.
 */
export function compatFaults(check: string, verdict: "failed" | "warning", entries: FaultEntry[]): Fault[] {
  const owner = { rule: MAPPING, check, verdict };
  return faultGroup({ kind: "fault", on: "mapped", eras: ["legacy"], transports: ANY_TRANSPORT, owner }, entries);
}

/** What the mapped server may do, in all legacy revisions where an entry does not say otherwise. */
export function compatVariants(entries: FaultEntry[]): Fault[] {
  return faultGroup({ kind: "variant", on: "mapped", eras: ["legacy"], transports: ANY_TRANSPORT }, entries);
}

/** The check that records a variant of the mapped server, and blames nobody for it. */
export function recordedBy(check: string): Expectation {
  return { rule: MAPPING, check, verdict: "passed" };
}

/** What the rules of MCP Apps are called: the checks are their only names. */
const APPS = "apps";

/** Faults of one rule of the Apps server, over both transports and in every revision where an entry does not say otherwise. */
export function appsFaults(check: string, verdict: "failed" | "warning", entries: FaultEntry[]): Fault[] {
  const owner = { rule: APPS, check, verdict };
  return faultGroup(
    { kind: "fault", on: "apps", eras: ["modern", "legacy"], transports: ANY_TRANSPORT, owner },
    entries,
  );
}

/** What the Apps server may do, in every revision where an entry does not say otherwise. */
export function appsVariants(entries: FaultEntry[]): Fault[] {
  return faultGroup({ kind: "variant", on: "apps", eras: ["modern", "legacy"], transports: ANY_TRANSPORT }, entries);
}

/** What a check says of a variant of the Apps server. Default: it passes, with a note. */
export function notedBy(check: string, verdict: Expectation["verdict"] = "passed"): Expectation {
  return { rule: APPS, check, verdict };
}

/** What the rules of Skills are called: the checks are their only names. */
const SKILLS = "skills";

/** Faults of one rule of the Skills server, over both transports and in every revision where an entry does not say otherwise. */
export function skillsFaults(check: string, verdict: "failed" | "warning", entries: FaultEntry[]): Fault[] {
  const owner = { rule: SKILLS, check, verdict };
  return faultGroup(
    { kind: "fault", on: "skills", eras: ["modern", "legacy"], transports: ANY_TRANSPORT, owner },
    entries,
  );
}

/** What the Skills server may do, in every revision where an entry does not say otherwise. */
export function skillsVariants(entries: FaultEntry[]): Fault[] {
  return faultGroup({ kind: "variant", on: "skills", eras: ["modern", "legacy"], transports: ANY_TRANSPORT }, entries);
}

/** The check that notes a variant of the Skills server, and blames nobody for it. */
export function skillsNote(check: string): Expectation {
  return { rule: SKILLS, check, verdict: "passed" };
}

/** Hooks that change decisions of the core. */
export function core(change: PolicyChange["core"]): Hooks {
  return { policies: { core: change } };
}

/** Hooks that change decisions of the generic server's own parts. */
export function generic(change: PolicyChange["generic"]): Hooks {
  return { policies: { generic: change } };
}

/** Hooks that change decisions of the mapped server's own parts. */
export function mapped(change: PolicyChange["mapped"]): Hooks {
  return { policies: { mapped: change } };
}

/** Hooks that change decisions of the Apps server's own parts. */
export function apps(change: PolicyChange["apps"]): Hooks {
  return { policies: { apps: change } };
}

/** Hooks that change decisions of the Skills server's own parts. */
export function skills(change: PolicyChange["skills"]): Hooks {
  return { policies: { skills: change } };
}

/** Hooks that change decisions about tasks. */
export function tasks(change: PolicyChange["tasks"]): Hooks {
  return { policies: { tasks: change } };
}
