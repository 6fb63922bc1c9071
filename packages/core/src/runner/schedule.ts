import { type Check, PHASES, type Phase } from "@mcptest/pack";

/** A check that is to run. */
export interface Job {
  check: Check;
  run(): Promise<void>;
}

/**
 * Runs jobs phase by phase, those of all packs of a lane together. Inside a phase everything runs at once, and what may
 * change state after all the rest.
 */
export async function runInPhases(jobs: readonly Job[]): Promise<void> {
  for (const phase of PHASES) {
    const inPhase = jobs.filter(({ check }) => phaseOf(check) === phase);
    for (const mayChange of [false, true]) {
      const now = inPhase.filter(({ check }) => (check.mayChange ?? false) === mayChange);
      await Promise.all(now.map((job) => job.run()));
    }
  }
}

/** A phase that this contract does not know runs last. */
function phaseOf({ phase }: Check): Phase {
  return PHASES.includes(phase) ? phase : "end";
}
