import { member, unavailable } from "@mcptest/pack";
import { receivedError, sentError, textOf } from "./errors.js";
import type { CallInput, FunctionName, SentContext, ToPack } from "./messages.js";

/** Messages of one call, beyond which the pack is taken for broken. */
const MAX_MESSAGES = 200_000;
/** Messages that belong to no call of a process. */
const MAX_STRAY = 10_000;
/** Requests to the host that wait for their answers at once. */
const MAX_REQUESTS = 1_000;
/** Characters of one remark of a call. */
const MAX_TEXT = 64 * 1024;

/** Characters of stdout of one process that are passed on; the rest is dropped. */
const MAX_NOISE = 1024 * 1024;

/** What the host does for a call. What these throw is taken for trouble that the pack makes. */
export interface CallHandler {
  /** Serves a request to the host; what it throws goes back. */
  host(method: string, given: unknown[]): Promise<unknown>;
  finding(method: string, given: unknown[]): void;
  trouble(what: string): void;
  noise(text: string): void;
}

/** How a call ended. */
export interface CallEnd {
  value?: unknown;
  held?: number;
}

/** What a call is made with. */
export interface CallGiven {
  /** What runs, for messages: `the check widgets-shape`. */
  what: string;
  /** The lane that the call belongs to: what it leaves is let go with it. */
  scope?: string;
  context?: SentContext;
  input?: CallInput;
  handler?: CallHandler;
  signal?: AbortSignal;
}

/** The calls of one process. */
export interface Calls {
  call(name: FunctionName, given: CallGiven): Promise<CallEnd>;
  /** Takes a message of the process about a call. Never throws. */
  receive(message: object): void;
  /** Takes what the process wrote to its stdout. */
  noise(text: string): void;
  release(scope: string): void;
  /** Nothing is answered any more: rejects what is open with an error that says why and what ran. */
  end(why: string): Error;
}

/** What calls need of their process. */
export interface CallsOptions {
  /** Name of the pack, for messages. */
  name: string;
  send(message: ToPack): void;
  /** Resolves when the process can take more. */
  room(): Promise<void>;
  broken(why: string): void;
  /** How many calls have not ended, and how many of them somebody waits for. */
  changed(open: number, awaited: number): void;
}

interface Call {
  what: string;
  handler?: CallHandler;
  scope?: string;
  messages: number;
  ended: boolean;
  awaited: boolean;
  resolve(end: CallEnd): void;
  reject(error: unknown): void;
}

/** Makes the calls of a process that has just been started. */
export function createCalls({ name, send, room, broken, changed }: CallsOptions): Calls {
  /** Those of a lane stay until it is over: what a fixture made may go on asking, and code may make trouble later. */
  const calls = new Map<unknown, Call>();
  let last = 0;
  let open = 0;
  let awaited = 0;
  let stray = 0;
  let requests = 0;
  let noise = 0;
  /** The call whose code ran last. */
  let current: Call | undefined;
  let over: Error | undefined;
  /** Transcripts are large: one at a time. */
  let reading: Promise<unknown> = Promise.resolve();

  function letGo(call: Call): void {
    if (!call.awaited) return;
    call.awaited = false;
    changed(open, --awaited);
  }

  function ended(number: number, call: Call): void {
    if (call.ended) return;
    call.ended = true;
    open--;
    letGo(call);
    changed(open, awaited);
    if (call.scope === undefined) calls.delete(number);
  }

  function receive(message: object): void {
    const number = member(message, "call") as number;
    const call = calls.get(number);
    if (!call) {
      if (++stray > MAX_STRAY) broken(`it sent more than ${MAX_STRAY} messages that belong to no call`);
      return;
    }
    if (++call.messages > MAX_MESSAGES) {
      broken(`it sent more than ${MAX_MESSAGES} messages for ${call.what}`);
      return;
    }
    switch (member(message, "kind")) {
      case "at":
        current = call;
        break;
      case "host":
        void serve(message, number, call);
        break;
      case "finding":
        tell(message, call);
        break;
      case "trouble":
        call.handler?.trouble(textOf(member(message, "what"), MAX_TEXT));
        break;
      case "noise":
        passOn(call, textOf(member(message, "text"), MAX_TEXT));
        break;
      case "ended": {
        const error = member(message, "error");
        if (error === undefined || error === null) {
          call.resolve({ value: member(message, "value"), held: member(message, "held") as number | undefined });
        } else call.reject(receivedError(error));
        ended(number, call);
        break;
      }
      default:
        broken("it sent a message of no known kind");
    }
  }

  function passOn(call: Call | undefined, text: string): void {
    if (noise < MAX_NOISE) call?.handler?.noise(text.slice(0, MAX_NOISE - noise));
    noise += text.length;
  }

  /** A finding that comes after the end of its call is told as what it is, and not with what it says. */
  function tell(message: object, { handler, ended }: Call): void {
    try {
      handler?.finding(ended ? "late" : textOf(member(message, "method"), 40), listOf(member(message, "arguments")));
    } catch {
      handler?.trouble("gave a finding that cannot be read");
    }
  }

  async function serve(message: object, call: number, { handler }: Call): Promise<void> {
    const request = member(message, "request") as number;
    const answer = (given: { value: never } | { error: ReturnType<typeof sentError> }) =>
      send({ kind: "answer", call, request, ...given });
    if (requests >= MAX_REQUESTS) {
      const most = `a pack has at most ${MAX_REQUESTS} requests to the host open at once`;
      answer({ error: sentError(unavailable(most, { origin: "pack" })) });
      return;
    }
    requests++;
    const method = textOf(member(message, "method"), 40);
    try {
      const work = async () => {
        const value = await handler?.host(method, listOf(member(message, "arguments")));
        await room();
        answer({ value: (value ?? null) as never });
      };
      if (method !== "transcript") await work();
      else {
        const turn = reading.then(work);
        reading = turn.catch(() => {});
        await turn;
      }
    } catch (thrown) {
      answer({ error: sentError(thrown) });
    } finally {
      requests--;
    }
  }

  return {
    receive,
    noise: (text) => passOn(current, text),
    async call(functionName, { what, scope, context, input, handler, signal }) {
      if (over) throw over;
      const number = ++last;
      return await new Promise<CallEnd>((resolve, reject) => {
        const call: Call = { what, handler, scope, messages: 0, ended: false, awaited: true, resolve, reject };
        calls.set(number, call);
        changed(++open, ++awaited);
        send({
          kind: "call",
          call: number,
          function: functionName,
          ...(scope === undefined ? {} : { scope }),
          ...(context ? { context } : {}),
          ...(input ? { input } : {}),
        });
        signal?.addEventListener(
          "abort",
          () => {
            send({ kind: "abort", call: number, reason: reasonOf(signal) });
            letGo(call);
          },
          { once: true },
        );
      });
    },
    release(scope) {
      for (const [number, call] of calls) {
        if (call.scope !== scope) continue;
        call.reject(unavailable("the lane is over", { origin: "host" }));
        ended(number as number, call);
        calls.delete(number);
        if (current === call) current = undefined;
      }
      send({ kind: "release", scope });
    },
    end(why) {
      const ran = current && !current.ended ? ` while ${current.what} ran` : "";
      const gone = unavailable(`the process of the pack ${name} is gone: ${why}${ran}`, { origin: "pack" });
      over ??= gone;
      for (const [number, call] of calls) {
        call.reject(over);
        ended(number as number, call);
      }
      calls.clear();
      return over;
    },
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function reasonOf(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : "the run was stopped";
}
