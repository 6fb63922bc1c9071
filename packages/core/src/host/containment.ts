import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";

/** Whose code runs: a check, a fixture or another function of a pack. */
export interface PackCaller {
  pack: string;
  /** Takes trouble that the code makes outside its own promise: an exit, a late rejection, an exception in a timer. */
  trouble(what: string): void;
  /** Takes what the code writes to stdout. */
  noise(text: string): void;
}

const callers = new AsyncLocalStorage<PackCaller>();
let contained = false;

/** Thrown into pack code that calls `process.exit`, so that it does not go on. */
class PackExit extends Error {
  override readonly name = "PackExit";
}

/** Runs code of a pack as `caller`: what it causes, also later and indirectly, is known to be its. */
export async function runAsPack<T>(caller: PackCaller, run: () => Promise<T> | T): Promise<T> {
  contain();
  return await callers.run(caller, async () => await run());
}

/** Runs code of our own that pack code has called; what it causes is no pack's. */
export function outsidePack<T>(run: () => T): T {
  return callers.exit(run);
}

/**
 * Puts itself between pack code and `process`, once and for good, since pack code may still run after its run has
 * ended: `process.exit`, uncaught exceptions, unhandled rejections and stdout of pack code go to its caller. Everything
 * else passes through untouched.
 */
function contain(): void {
  if (contained) return;
  contained = true;
  const { exit, emit } = process;
  process.exit = ((code?: number | string | null) => {
    const caller = callers.getStore();
    if (!caller) return exit.call(process, code);
    const call = `process.exit(${typeof code === "number" ? code : ""})`;
    caller.trouble(`called ${call}`);
    throw new PackExit(`${call} is not for packs`);
  }) as typeof process.exit;
  process.emit = ((event: string, ...values: unknown[]) => {
    const caller = callers.getStore();
    if (caller && (event === "unhandledRejection" || event === "uncaughtException")) {
      if (!(values[0] instanceof PackExit)) {
        const kind = event === "unhandledRejection" ? "left a rejection unhandled" : "threw outside its own call";
        caller.trouble(`${kind}: ${describeThrown(values[0])}`);
      }
      return true;
    }
    return Reflect.apply(emit, process, [event, ...values]);
  }) as typeof process.emit;
  containStdout();
  // `import { exit } from "node:process"` must not reach what was there before.
  syncBuiltinESMExports();
}

/** stdout belongs to the report: what pack code writes there goes to its caller. */
function containStdout(): void {
  const { stdout } = process;
  const write = stdout.write;
  stdout.write = ((chunk: unknown, ...rest: unknown[]) => {
    const caller = callers.getStore();
    if (!caller) return Reflect.apply(write, stdout, [chunk, ...rest]);
    caller.noise(chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk));
    const done = rest.at(-1);
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  }) as typeof stdout.write;
}

/** Whatever was thrown, in at most 2 000 characters: `TypeError: x is not a function`, `null`. Never throws itself. */
export function describeThrown(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    return text.slice(0, 2000);
  } catch {
    return "a value that cannot be shown";
  }
}
