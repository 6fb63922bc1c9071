import type { Era } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import type { PolicyChange } from "../server/policy.js";
import { ANY_TRANSPORT, type Fault, type FaultEntry, faultGroup } from "./types.js";

/** Faults of one rule in one era, over both transports where an entry does not say otherwise. */
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

/** Hooks that change decisions about tasks. */
export function tasks(change: PolicyChange["tasks"]): Hooks {
  return { policies: { tasks: change } };
}
