import {
  isUnavailable,
  type OptionNeed,
  type Origin,
  type Pack,
  type PackContext,
  type Unavailable,
} from "@mcptest/pack";
import {
  createStopper,
  type Door,
  describeThrown,
  type PackCaller,
  type PackDoors,
  runAsPack,
  stopReason,
  untilStopped,
} from "../host/index.js";
import { reportText } from "./bounded.js";

/** Lines of trouble that are kept of one call. */
const MAX_TROUBLE = 10;

/** Why something of a pack did not come about. */
export interface Cause {
  reason: string;
  origin?: Origin;
  notApplicable: boolean;
  evidence: readonly number[];
  /** Any of these options of the pack would change that. */
  options?: readonly OptionNeed[];
}

/** A value, or why there is none. */
export type Supply<T> = { ok: true; value: T } | { ok: false; cause: Cause };

/** Where the code of one pack runs: the same for all its functions on one lane. */
export interface PackEnvironment {
  pack: Pack;
  doors: PackDoors;
  /** The context without what differs from call to call. */
  context: Omit<PackContext<unknown>, "host" | "signal">;
  /** Stops all code of the pack. */
  signal: AbortSignal;
  redact: <T>(value: T) => T;
  /** Takes what the pack writes to stdout, redacted. */
  noise(text: string): void;
}

/** One call of a function of a pack. */
export interface PackCall<T> {
  /** Id of the check, or `fixture:NAME` and the like: the tag of everything sent. */
  tag: string;
  /** What runs, for messages: `the check`, `the fixture task`. */
  what: string;
  limitMs: number;
  run(context: PackContext<unknown>): Promise<T> | T;
  /** The door stays open after a call that went well, for a value that goes on using it. */
  keepOpen?: boolean;
  /** The code may send and open nothing. */
  readsOnly?: boolean;
  /** What is refused to the code decides nothing: it does without. */
  doesWithout?: boolean;
  /** Stops the call in place of the pack's signal. */
  signal?: AbortSignal;
}

/** How a call ended. */
export interface PackCallEnd<T> {
  result: Supply<T>;
  /** What the code did outside its own promise; grows when it does so later. */
  trouble: readonly string[];
  door: Door;
  /** Ends a door that was kept open. */
  close(): void;
}

/**
 * Calls a function of a pack and contains it: whatever it throws, rejects, writes or exits becomes a {@link Cause}; it is
 * cut at its time limit and when the run is stopped.
 */
export async function callPack<T>(environment: PackEnvironment, call: PackCall<T>): Promise<PackCallEnd<T>> {
  const { pack, doors, redact } = environment;
  const trouble: string[] = [];
  const stopper = createStopper(call.signal ?? environment.signal, {
    ms: call.limitMs,
    reason: `${call.what} did not end within ${call.limitMs} ms, a limit of mcptest`,
  });
  /** What the code does once it has been stopped is not why it was. */
  let decisive: string | undefined;
  const caller: PackCaller = {
    pack: pack.name,
    trouble(what) {
      const said = reportText(`${call.what} ${what}`, redact);
      if (!stopper.signal.aborted) decisive ??= said;
      if (trouble.length < MAX_TROUBLE) trouble.push(said);
    },
    noise: (text) => environment.noise(redact(text)),
  };
  const door = doors.open({ check: call.tag, signal: stopper.signal, readsOnly: call.readsOnly === true });
  const signal = signalFor(caller, stopper.signal);
  let result: Supply<T>;
  try {
    if (stopper.signal.aborted) throw stopReason(stopper.signal);
    const context: PackContext<unknown> = { ...environment.context, host: door.host, signal };
    const value = await untilStopped(
      stopper.signal,
      runAsPack(caller, () => call.run(context)),
    );
    await turnOfTheLoop();
    result = { ok: true, value };
  } catch (thrown) {
    result = { ok: false, cause: causeOf(thrown, call.what, redact) };
  }
  if (decisive !== undefined) result = { ok: false, cause: packTrouble(decisive) };
  const refusal = call.doesWithout ? undefined : door.refusedBy();
  if (refusal) result = { ok: false, cause: causeOf(refusal, call.what, redact) };
  if (!result.ok) result = { ok: false, cause: blockedCause(result.cause, door.blockedBy(), redact) };
  stopper.liftLimit();
  const close = () => {
    stopper.dispose();
    door.close({ release: call.keepOpen !== true });
  };
  if (!result.ok || !call.keepOpen) close();
  return { result, trouble, door, close };
}

/** Trouble that pack code makes, as a cause. */
export function packTrouble(reason: string): Cause {
  return { reason, origin: "pack", notApplicable: false, evidence: [] };
}

/** What was thrown as a cause: an `Unavailable` for its own reason, anything else as the fault of the pack. */
export function causeOf(thrown: unknown, what: string, redact: <T>(value: T) => T): Cause {
  if (isUnavailableSafely(thrown)) {
    const { message, origin, notApplicable, evidence, options } = thrown;
    return { reason: reportText(message, redact), origin, notApplicable, evidence: evidence ?? [], options };
  }
  return packTrouble(reportText(`${what} threw ${describeThrown(thrown)}`, redact));
}

/** A server that is gone is the one cause of everything that could not be had because of it. */
function blockedCause(cause: Cause, blocked: Unavailable | undefined, redact: <T>(value: T) => T): Cause {
  return blocked && !cause.notApplicable ? causeOf(blocked, "the server", redact) : cause;
}

/** A hostile value may throw when it is looked at. */
function isUnavailableSafely(thrown: unknown): thrown is Unavailable & { evidence?: number[] } {
  try {
    return isUnavailable(thrown);
  } catch {
    return false;
  }
}

/** The signal that pack code sees. Its listeners run as the pack, so that what they throw is the pack's. */
function signalFor(caller: PackCaller, signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const follow = () => void runAsPack(caller, () => controller.abort(stopReason(signal)));
  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { once: true });
  return controller.signal;
}

/** Rejections that nobody handles are reported by Node after the microtasks: they still belong to the call. */
function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
