import type { Verdict } from "@mcptest/pack";
import type { AskedTask } from "./asking-tasks.js";
import { type Attempt, required } from "./attempt.js";

/** The task of a role that asked; otherwise says why there is nothing to judge. */
export function askedOf(
  attempt: Attempt<AskedTask | undefined>,
  role: string,
  verdict: Verdict,
): AskedTask | undefined {
  const asked = required(attempt);
  if (asked?.asking !== undefined) return asked;
  const { problem } = asked?.life ?? {};
  verdict.couldNotRun(problem?.reason ?? `the tool of the role ${role} asked for nothing`, { ...problem });
  return undefined;
}
