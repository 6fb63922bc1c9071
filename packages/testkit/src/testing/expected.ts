import type { Json } from "@mcptest/pack";

/** Where a fault shows: a step of the script, and a path below its messages. */
export interface Expected {
  /** Every step that the fault changes, and no other. */
  steps: string[];
  /** What stands there; `undefined` for a member that is missing. */
  shows: [step: string, path: (string | number)[], value: Json | undefined][];
}

/** Expectations by the name of the fault. */
export type ExpectedTable = Record<string, Expected>;

/** All of `names` change the same steps. */
export function alike(steps: string[], names: Record<string, Expected["shows"]>): ExpectedTable {
  return Object.fromEntries(Object.entries(names).map(([name, shows]) => [name, { steps, shows }]));
}
