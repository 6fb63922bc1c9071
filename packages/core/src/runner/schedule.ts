import { type Check, PHASES, type Phase } from "@mcptest/pack";

/** A check that is to run. */
export interface Job {
  check: Check;
  /** Prepares what has to have happened before a check that reads the transcript: what may change state, or the rest. */
  prepare?(mayChange: boolean): Promise<void>;
  run(): Promise<void>;
}

/**
 * Runs jobs phase by phase, those of all packs of a lane together. Inside a phase everything runs at once, and what may
 * change state after all the rest. What reads the transcript comes last, when all that it is to judge has happened: that is
 * prepared in the phase provoke, and where it may change state in the phase end.
 */
export async function runInPhases(jobs: readonly Job[]): Promise<void> {
  const [reading, acting] = [true, false].map((reads) => {
    return jobs.filter(({ check }) => (check.reads === "transcript") === reads);
  }) as [Job[], Job[]];
  for (const phase of PHASES) {
    const inPhase = acting.filter(({ check }) => phaseOf(check) === phase);
    for (const mayChange of [false, true]) {
      const now = inPhase.filter(({ check }) => (check.mayChange ?? false) === mayChange);
      const prepares = phase === (mayChange ? "end" : "provoke");
      const prepared = prepares ? reading.map((job) => job.prepare?.(mayChange)) : [];
      await Promise.all([...now.map((job) => job.run()), ...prepared]);
    }
  }
  await Promise.all(reading.map((job) => job.run()));
}

/** A phase that this contract does not know runs last. */
function phaseOf({ phase }: Check): Phase {
  return PHASES.includes(phase) ? phase : "end";
}
