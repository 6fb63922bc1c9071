import { unavailable } from "@mcptest/pack";
import type { Held } from "./messages.js";

/** Values of a pack that never leave its process. */
export interface HeldValues {
  hold(value: unknown): Held;
  get(reference: Held): unknown;
}

/** Makes an empty store. Numbers are given once. */
export function createHeldValues(): HeldValues {
  const values = new Map<number, unknown>();
  return {
    hold(value) {
      values.set(values.size + 1, value);
      return { held: values.size };
    },
    get({ held }) {
      if (!values.has(held)) throw unavailable(`there is no value ${held} in this process`, { origin: "host" });
      return values.get(held);
    },
  };
}
