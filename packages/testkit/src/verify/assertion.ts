import { AssertionError } from "node:assert";

/** Throws the error that vitest and node:test know, with the place of the call and not ours. */
export function failWith(
  about: { message: string; actual?: unknown; expected?: unknown },
  caller: (...args: never[]) => unknown,
): never {
  throw new AssertionError({ operator: caller.name, ...about, stackStartFn: caller });
}
