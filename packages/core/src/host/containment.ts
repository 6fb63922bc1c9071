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
/** Modules of a user while they are imported, and schemas that validate: each takes the exit that their code asks for. */
const imports = new AsyncLocalStorage<{ fail?(thrown: unknown): void }>();
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

/**
 * Imports modules of a user, or runs other code of theirs that gives a value: a `process.exit` of their code rejects and
 * does not end the process. It does so only until `load` has ended.
 */
export async function containedImport<T>(load: () => Promise<T>): Promise<T> {
  contain();
  const importing: { fail?(thrown: unknown): void } = {};
  const exited = new Promise<never>((_, reject) => {
    importing.fail = reject;
  });
  try {
    return await Promise.race([exited, imports.run(importing, load)]);
  } finally {
    delete importing.fail;
  }
}

/** Whose code runs now, if it is that of a pack. */
export function callerNow(): PackCaller | undefined {
  return callers.getStore();
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
    const importing = imports.getStore();
    const call = `process.exit(${typeof code === "number" ? code : ""})`;
    if (importing?.fail) {
      const error = new Error(`it called ${call}`);
      Error.captureStackTrace(error, process.exit);
      importing.fail(error);
    } else if (caller) {
      caller.trouble(`called ${call}`);
    } else {
      return exit.call(process, code);
    }
    throw new PackExit(`${call} is not for packs`);
  }) as typeof process.exit;
  process.emit = ((event: string, ...values: unknown[]) => {
    const caller = callers.getStore();
    const isExit = values[0] instanceof PackExit;
    const importing = imports.getStore();
    if (importing?.fail && !isExit && (event === "unhandledRejection" || event === "uncaughtException")) {
      importing.fail(values[0]);
      return true;
    }
    if ((caller || isExit) && (event === "unhandledRejection" || event === "uncaughtException")) {
      if (caller && !isExit) {
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
