import type { Deadline } from "./back-off.js";
import type { Call } from "./call.js";

/** How often two calls that were answered in different ways are made again. */
const MOST_ROUNDS = 5;

/** Two calls that differ in one thing, how each is made again, and what of their answers is compared. */
export interface Twins {
  plain: Call;
  changed: Call;
  again: { plain(): Promise<Call>; changed(): Promise<Call> };
  kindOf(call: Call): string;
}

/** What came of making both calls again. */
export interface Repeated {
  /** Every further call. */
  calls: Call[];
  /** One of both was answered like the other one had been: the difference proves nothing. */
  wavers: boolean;
}

/**
 * Makes two calls that were answered in different ways again, until one is answered like the other was, or often enough: a
 * server may decide from call to call whether it makes a task. At least once, and not beyond the deadline.
 */
export async function repeatTwins({ plain, changed, again, kindOf }: Twins, deadline: Deadline): Promise<Repeated> {
  const calls: Call[] = [];
  for (let round = 0; round < MOST_ROUNDS && (round === 0 || deadline.remainingMs() > 0); round++) {
    const [onePlain, oneChanged] = await Promise.all([again.plain(), again.changed()]);
    calls.push(onePlain, oneChanged);
    const isLike = kindOf(onePlain) === kindOf(changed) || kindOf(oneChanged) === kindOf(plain);
    if (isLike) return { calls, wavers: true };
  }
  return { calls, wavers: false };
}
