import type { Exchange, ExchangeTags, HeaderList, Json, JsonObject, ReceivedMessage, Transport } from "@mcptest/pack";

/** A server started as a child process that speaks on its stdin and stdout. */
export interface StdioTarget {
  kind: "stdio";
  name: string;
  command: string;
  args: string[];
  /** Added to the inherited environment. Values are secrets. */
  env?: Record<string, string>;
  cwd?: string;
}

/** A server behind a URL. */
export interface HttpTarget {
  kind: "http";
  name: string;
  url: string;
  /** Sent with every request. Values are secrets. */
  headers: HeaderList;
}

/** How to reach a server. */
export type Target = StdioTarget | HttpTarget;

/** Limits of the wire. Each is an option of mcptest; the defaults are in `DEFAULT_LIMITS`. */
export interface WireLimits {
  /** Milliseconds for a request without a limit of its own. Default 30 000. */
  requestTimeoutMs: number;
  /** Bytes of one message: a stdio line, an HTTP body, the data of one SSE event. Default 16 MiB. */
  maxMessageBytes: number;
  /** Bytes of all messages of one exchange or stream together. Default 64 MiB. */
  maxExchangeBytes: number;
  /** Depth of nested arrays and objects. Default 256. */
  maxNesting: number;
  /** Messages kept for one exchange or stream. Default 10 000. */
  maxMessages: number;
  /** Bytes of stderr that are kept (the last ones). Default 64 KiB. */
  stderrTailBytes: number;
  /** Milliseconds between closing stdin and SIGTERM, and again until SIGKILL. Default 2 000. */
  shutdownGraceMs: number;
}

/** One message to send, down to its bytes. */
export interface Outgoing {
  /** Exact text of the message; on stdio a line feed is added. */
  body: string;
  /** HTTP: headers of this request, beside those of the target. Order and case are kept. */
  headers?: HeaderList;
  /** HTTP method. Default `POST`. */
  httpMethod?: "POST" | "GET" | "DELETE";
  /** The id whose response ends the exchange. Absent: nothing is awaited (HTTP: the status is). */
  id?: Json;
  /** Method name, for the record. */
  method?: string;
  timeoutMs: number;
  tags: ExchangeTags;
  /** How a call of an extension goes, for the record. */
  route?: Exchange["route"];
  /** HTTP: a TCP connection of its own. */
  freshSocket?: boolean;
  signal?: AbortSignal;
}

/** A response stream that is read with a cursor. */
export interface WireStream {
  /** Number of the exchange it is recorded under. */
  exchange: number;
  /** The next message, once per message. */
  next(withinMs: number): Promise<ReceivedMessage | "timeout" | "ended">;
  /** HTTP: closes the stream. stdio: stops reading (the caller sends `notifications/cancelled` itself). */
  close(): Promise<void>;
  /** The exchange as recorded so far. */
  snapshot(): Exchange;
  /** HTTP: resolves when the head of the response is there, or nothing will come. stdio: at once. */
  readonly head: Promise<void>;
}

/** Gives the raw answer to a request of the server; see {@link WireConnection.onServerRequest}. */
export type ServerRequestHandler = (message: JsonObject, exchange: Exchange | undefined) => string | undefined;

/** How a child process ended. */
export interface ProcessExit {
  code: number | null;
  signal: string | null;
}

/** What a server wrote to stdout that is no MCP message (A31). */
export interface StdoutTalk {
  /** The beginning of the first line, redacted. */
  first: string;
  /** Lines so far. */
  lines: number;
}

/**
 * One connection to a server. It sends raw bytes and records raw bytes: nothing is validated, stripped, retried or
 * invented. No method throws for anything a server or a network does; the exchange says what happened.
 */
export interface WireConnection {
  readonly id: string;
  readonly transport: Transport;
  readonly target: Target;
  /** Sends one message and resolves when it is answered, has failed, or its time is over. */
  send(message: Outgoing): Promise<Exchange>;
  /**
   * Sends one message and gives its stream at once. `timeoutMs` is the limit until something comes back (HTTP: the head
   * of the response, stdio: the first message); from then on the stream lives until it ends or is closed.
   */
  open(message: Outgoing): WireStream;
  /**
   * Answers requests that the server sends on its own (legacy revisions). The handler is given the exchange that the
   * request was recorded in, `undefined` when there was no room for it, and returns the raw body to send, or `undefined`
   * for silence. Default: `ping` gets an empty result, everything else `-32601`.
   */
  onServerRequest(handler: ServerRequestHandler): void;
  /** stdio: set once the process has ended. */
  readonly exit: ProcessExit | undefined;
  /** stdio: resolves when the process ends. HTTP: never resolves. */
  readonly exited: Promise<ProcessExit>;
  /** stdio: the last lines of stderr, redacted. */
  stderrTail(): string[];
  /** stdio: what came on stdout that is no MCP message. HTTP: always `undefined`. */
  talk(): StdoutTalk | undefined;
  /** stdio: closes stdin, and lets the process go on. HTTP: nothing. */
  endInput(): void;
  /** stdio: stdin close, wait, SIGTERM, SIGKILL on the whole tree. HTTP: closes sockets. Idempotent. */
  close(): Promise<void>;
}

/** The append-only record of a run. Holds redacted copies; bodies above 64 KiB are cut, their hash and size kept. */
export interface Transcript {
  /** Number for the exchange that is about to be sent. */
  nextNumber(): number;
  /** Adds or, for an open stream, replaces the exchange of that number. */
  record(exchange: Exchange): void;
  /** The recorded copy of one exchange; large bodies are cut (`cut`), and have no `json` then. */
  get(number: number): Exchange | undefined;
  /** Every recorded copy, in order of number. */
  all(): Exchange[];
  /** The recorded copy with whole bodies and their JSON: still redacted, read back from disk where it is large. */
  full(number: number): Exchange | undefined;
  /** A copy of any JSON-like value with every known secret masked. */
  redact<T>(value: T): T;
  /** Removes what lies on disk. Large bodies cannot be had any more afterwards. */
  dispose(): void;
}

/** What a wire connection is made with. */
export interface WireOptions {
  limits: WireLimits;
  transcript: Transcript;
  /** Tests only: changes a message of ours before it is recorded and sent. */
  tamper?: (message: Outgoing) => Outgoing;
}

/** Opens a connection. Rejects never; a command that cannot be started gives a connection whose `exit` is set. */
export type Connect = (target: Target, options: WireOptions) => Promise<WireConnection>;
