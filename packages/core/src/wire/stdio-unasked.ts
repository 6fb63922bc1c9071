import type { ExchangeTags, Json, ReceivedMessage } from "@mcptest/pack";
import { recordUnasked } from "./exchange-log.js";
import { type LimitCause, limitProblem } from "./limits.js";
import { kindOf } from "./message.js";
import type { StdoutTalk, WireOptions } from "./types.js";

/** Records what a server writes without being asked, within the limits of one exchange. */
export interface UnaskedMessages {
  /**
   * Records one message; `note` says in `problem` what is odd about it. Gives the number of its exchange, or `undefined`
   * when there was no room for it.
   */
  record(message: ReceivedMessage, note?: string): number | undefined;
  /** The same for a message that broke a limit of ours. */
  recordLimit(message: ReceivedMessage, limit: LimitCause): void;
  /** Counts a line that is no MCP message, and that some exchange has taken up. */
  hear(message: ReceivedMessage): void;
  /** So much that is no MCP message is kept that more of it need not be read, only counted with {@link skip}. */
  readonly isFull: boolean;
  /** Counts what was not read: `lines` lines, or with 0 more of the last one. */
  skip(lines: number, bytes: number): void;
  /** What came that is no MCP message. */
  talk(): StdoutTalk | undefined;
  /** Records how many messages were not kept, if any. */
  close(): void;
}

/** Lines and bytes of talk that are kept, the first line however long it is. */
const MAX_TALK_LINES = 1_000;
const MAX_TALK_BYTES = 4 * 1024 * 1024;
/**
 * Lines that nobody asked for after which a server counts as one that floods, and those among them that had to be parsed.
 * In bytes it is the limit of an exchange.
 */
const MAX_LINES = 1_000_000;
const MAX_PARSED = 100_000;
/** Characters of the first line of talk. */
const MAX_FIRST = 1_000;

/**
 * `tags` gives the tags of what is recorded now: lane and identity of the connection. `flooded` is called once, as soon
 * as more has come than any server has to say.
 */
export function unaskedMessages(
  options: WireOptions,
  connection: string,
  tags: () => ExchangeTags,
  flooded: (cause: LimitCause) => void,
): UnaskedMessages {
  const { transcript, limits } = options;
  const all = { lines: 0, bytes: 0, parsed: 0, kept: 0, keptBytes: 0 };
  const talk = { first: undefined as string | undefined, lines: 0, kept: 0, keptBytes: 0 };
  let isFlood = false;

  function start() {
    return { transcript, transport: "stdio" as const, connection, tags: tags() };
  }

  function count(lines: number, bytes: number): void {
    all.lines += lines;
    all.bytes += bytes;
    const isTooMany = all.lines > MAX_LINES || all.parsed > MAX_PARSED;
    const isTooLarge = all.bytes > limits.maxExchangeBytes;
    const cause = isTooMany ? "LIMIT_MESSAGES" : isTooLarge ? "LIMIT_EXCHANGE_BYTES" : undefined;
    if (cause === undefined || isFlood) return;
    isFlood = true;
    flooded(cause);
  }

  function hear({ raw }: ReceivedMessage): void {
    talk.lines++;
    // Masked before it is cut.
    talk.first ??= transcript.redact(raw).slice(0, MAX_FIRST);
  }

  function isRoomFor(message: ReceivedMessage): boolean {
    const { byteLength: bytes } = message;
    let room = all.kept < limits.maxMessages && all.keptBytes + bytes <= limits.maxExchangeBytes;
    if (isTalk(message)) {
      hear(message);
      room &&= talk.kept === 0 || (talk.kept < MAX_TALK_LINES && talk.keptBytes + bytes <= MAX_TALK_BYTES);
      if (room) {
        talk.kept++;
        talk.keptBytes += bytes;
      }
    }
    if (!room) return false;
    all.kept++;
    all.keptBytes += bytes;
    return true;
  }

  return {
    record(message, note) {
      let number: number | undefined;
      if (isRoomFor(message)) {
        const problem = [message.problem, note].filter((part) => part !== undefined).join("; ");
        number = recordUnasked(start(), [problem === "" ? message : { ...message, problem }]);
      }
      all.parsed++;
      count(1, message.byteLength);
      return number;
    },
    recordLimit(message, limit) {
      if (isRoomFor(message)) {
        recordUnasked(start(), [message], { outcome: "limit", problem: limitProblem(limit, limits), cause: limit });
      }
      all.parsed++;
      count(1, message.byteLength);
    },
    hear,
    get isFull() {
      if (talk.first === undefined) return false;
      return all.kept >= limits.maxMessages || talk.kept >= MAX_TALK_LINES || talk.keptBytes >= MAX_TALK_BYTES;
    },
    skip(lines, bytes) {
      talk.lines += lines;
      count(lines, bytes);
    },
    talk: () => (talk.first === undefined ? undefined : { first: talk.first, lines: talk.lines }),
    close() {
      const dropped = all.lines - all.kept;
      if (dropped === 0) return;
      const problem = `${dropped} more messages that nobody asked for came and were not kept`;
      recordUnasked(start(), [], { outcome: "limit", problem, cause: "LIMIT_MESSAGES" });
    },
  };
}

/** True for what is no MCP message at all, such as a banner or a log line on stdout (A31). */
export function isTalk({ json }: ReceivedMessage): boolean {
  const kind = kindOf(json);
  return kind === "other" || kind === "array";
}

/** Requests that have ended, so that a late answer can be told from an answer to nothing. */
export interface EndedRequests {
  add(id: Json, number: number, outcome: string): void;
  /** One sentence about a response with `id` that no open request waits for. */
  noteOn(id: Json | undefined): string;
}

/** Remembers the last 10 000 requests. */
export function endedRequests(): EndedRequests {
  const ended = new Map<string, string>();
  return {
    add(id, number, outcome) {
      const key = JSON.stringify(id);
      ended.delete(key);
      ended.set(
        key,
        outcome === "answered"
          ? `a second answer to request ${number}`
          : `a late answer to request ${number}, which had ended (${outcome})`,
      );
      if (ended.size > 10_000) for (const oldest of ended.keys()) return void ended.delete(oldest);
    },
    noteOn(id) {
      if (id === undefined || id === null) return "a response without an id";
      return ended.get(JSON.stringify(id)) ?? "a response with an id that no request of ours has";
    },
  };
}
