import type { Exchange, ExchangeOutcome, HeaderList, ReceivedMessage, SentMessage, Transport } from "@mcptest/pack";
import { type LimitCause, limitProblem } from "./limits.js";
import { kindOf, type MessageKind, responseTo, sha256, wrapsResponseTo } from "./message.js";
import type { Outgoing, Transcript, WireLimits } from "./types.js";

/** What {@link ExchangeLog.add} found out about a message. */
export interface Added {
  /** The message with its time; absent when a limit kept it out. */
  message?: ReceivedMessage;
  kind: MessageKind;
  /** It is the first response with the id of the request. */
  answers: boolean;
  /** It is an array that holds the response: nothing better will come. */
  wrapsAnswer: boolean;
  limit?: LimitCause;
}

/** Collects one exchange while it goes on, for both transports, and keeps its record in the transcript. */
export interface ExchangeLog {
  readonly number: number;
  /** True once {@link finish} was called. */
  readonly finished: boolean;
  /** Milliseconds since the message was sent. */
  elapsedMs(): number;
  /** HTTP: status and headers of the response. */
  setHead(status: number, headers: HeaderList): void;
  /** Takes up a message that came for this exchange, also a late one after the end. */
  add(message: ReceivedMessage): Added;
  /** States facts that have no method of their own. */
  note(facts: Pick<Exchange, "endedBy" | "resume">): void;
  /** Ends the exchange and gives a copy of it. Only the first call counts. */
  finish(outcome: ExchangeOutcome, problem?: string, cause?: string): Exchange;
  /** A copy of the exchange as it is now. */
  snapshot(): Exchange;
  /** Writes the present state into the transcript; `finish` does so itself. */
  record(): void;
  /** Does the same for a stream that goes on, but not for every message of a flood. */
  recordOpen(): void;
}

/** What a log is started with. */
export interface ExchangeStart {
  transcript: Transcript;
  limits: WireLimits;
  transport: Transport;
  /** {@link WireConnection.id} */
  connection: string;
  outgoing: Outgoing;
  /** HTTP: the header lines that go out, user's values masked. */
  sentHeaders?: HeaderList;
}

/** Messages of one stream from which on it is no longer recorded with each of them. */
const FLOOD = 100;
/** Least milliseconds between two records of such a stream. */
const FLOOD_RECORD_MS = 100;

/** `body` as the record of a message that we send. */
export function sentMessage(body: string, headers: HeaderList = []): SentMessage {
  return { headers, body, byteLength: Buffer.byteLength(body), sha256: sha256(body) };
}

/** Takes the next number and starts the log of an exchange whose message is about to be sent. */
export function startExchange(start: ExchangeStart): ExchangeLog {
  const { outgoing, transcript, limits } = start;
  const startedAt = performance.now();
  const number = transcript.nextNumber();
  let bytes = 0;
  let finished = false;
  let recordedAt = 0;
  const exchange: Exchange = {
    number,
    tags: { ...outgoing.tags },
    transport: start.transport,
    connection: start.connection,
    sentAt: new Date().toISOString(),
    durationMs: 0,
    request: sentMessage(outgoing.body, start.sentHeaders),
    outcome: "no-response",
    headers: [],
    messages: [],
    problem: "the exchange has not ended yet",
  };
  if (outgoing.method !== undefined) exchange.method = outgoing.method;
  if (outgoing.id !== undefined) exchange.id = outgoing.id;
  if (outgoing.route !== undefined) exchange.route = outgoing.route;

  const elapsedMs = () => Math.round((performance.now() - startedAt) * 1000) / 1000;
  const copy = (): Exchange => ({ ...exchange, messages: [...exchange.messages] });
  const record = () => transcript.record(copy());

  return {
    number,
    get finished() {
      return finished;
    },
    elapsedMs,
    setHead(status, headers) {
      exchange.status = status;
      exchange.headers = headers;
    },
    add(received) {
      const kind = kindOf(received.json);
      const limit = brokenLimit(exchange.messages.length + 1, bytes + received.byteLength, limits);
      if (limit) return { kind, answers: false, wrapsAnswer: false, limit };
      bytes += received.byteLength;
      const message = { ...received, afterMs: elapsedMs() };
      exchange.messages.push(message);
      const { id } = outgoing;
      if (id === undefined || exchange.response || finished)
        return { message, kind, answers: false, wrapsAnswer: false };
      const response = responseTo(id, received.json);
      if (response) exchange.response = response;
      return { message, kind, answers: response !== undefined, wrapsAnswer: wrapsResponseTo(id, received.json) };
    },
    note(facts) {
      Object.assign(exchange, facts);
    },
    finish(outcome, problem, cause) {
      if (!finished) {
        finished = true;
        exchange.durationMs = elapsedMs();
        exchange.outcome = outcome;
        if (problem === undefined) delete exchange.problem;
        else exchange.problem = problem;
        if (cause !== undefined) exchange.cause = cause;
        record();
      }
      return copy();
    },
    snapshot() {
      return finished ? copy() : { ...copy(), durationMs: elapsedMs() };
    },
    record,
    recordOpen() {
      const now = performance.now();
      if (exchange.messages.length >= FLOOD && now - recordedAt < FLOOD_RECORD_MS) return;
      recordedAt = now;
      record();
    },
  };
}

function brokenLimit(messages: number, bytes: number, limits: WireLimits): LimitCause | undefined {
  if (messages > limits.maxMessages) return "LIMIT_MESSAGES";
  return bytes > limits.maxExchangeBytes ? "LIMIT_EXCHANGE_BYTES" : undefined;
}

/** Ends `log` because of a limit of ours. */
export function finishByLimit(log: ExchangeLog, cause: LimitCause, limits: WireLimits): Exchange {
  return log.finish("limit", limitProblem(cause, limits), cause);
}

/**
 * Records messages that nobody asked for, as an exchange without a request. Gives its number. `end` says what went wrong
 * on our side, such as a limit that was broken.
 */
export function recordUnasked(
  start: Omit<ExchangeStart, "outgoing" | "sentHeaders" | "limits"> & Pick<Outgoing, "tags">,
  messages: ReceivedMessage[],
  end: Pick<Exchange, "problem" | "cause"> & Partial<Pick<Exchange, "outcome">> = {},
): number {
  const number = start.transcript.nextNumber();
  start.transcript.record({
    number,
    tags: start.tags,
    transport: start.transport,
    connection: start.connection,
    sentAt: new Date().toISOString(),
    durationMs: 0,
    request: null,
    outcome: "no-response",
    headers: [],
    messages,
    ...end,
  });
  return number;
}
