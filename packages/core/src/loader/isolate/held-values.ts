import { unavailable } from "@mcptest/pack";
import type { Held } from "./messages.js";

/** Values of a pack that never leave its process. */
export interface HeldValues {
  /** `scope`: what the value lives as long as; without it, as long as the process. */
  hold(value: unknown, scope?: string): Held;
  get(reference: Held): unknown;
  /** Lets go of all values of a scope. */
  release(scope: string): void;
}

/** Makes an empty store. Numbers are given once. */
export function createHeldValues(): HeldValues {
  const values = new Map<number, { value: unknown; scope?: string }>();
  let last = 0;
  return {
    hold(value, scope) {
      values.set(++last, { value, ...(scope === undefined ? {} : { scope }) });
      return { held: last };
    },
    get({ held }) {
      const known = values.get(held);
      if (!known) throw unavailable(`there is no value ${held} in this process`, { origin: "host" });
      return known.value;
    },
    release(scope) {
      for (const [number, known] of values) if (known.scope === scope) values.delete(number);
    },
  };
}
