import type { ExchangeTags, Json, ReceivedMessage } from "@mcptest/pack";
import { recordUnasked } from "./exchange-log.js";
import { type LimitCause, limitProblem } from "./limits.js";
import type { WireOptions } from "./types.js";

/** Records what a server writes without being asked, within the limits of one exchange. */
export interface UnaskedMessages {
  /** Records one message; `note` says in `problem` what is odd about it. */
  record(message: ReceivedMessage, note?: string): void;
  /** The same for a message that broke a limit of ours. */
  recordLimit(message: ReceivedMessage, limit: LimitCause): void;
  /** Records how many messages were not kept, if any. */
  close(): void;
}

/** `tags` gives the tags of what is recorded now: lane and identity of the connection. */
export function unaskedMessages(options: WireOptions, connection: string, tags: () => ExchangeTags): UnaskedMessages {
  const { transcript, limits } = options;
  let kept = 0;
  let keptBytes = 0;
  let dropped = 0;

  function start() {
    return { transcript, transport: "stdio" as const, connection, tags: tags() };
  }

  function isRoomFor(message: ReceivedMessage): boolean {
    const room = kept < limits.maxMessages && keptBytes + message.byteLength <= limits.maxExchangeBytes;
    if (room) {
      kept++;
      keptBytes += message.byteLength;
    } else dropped++;
    return room;
  }

  return {
    record(message, note) {
      if (!isRoomFor(message)) return;
      const problem = [message.problem, note].filter((part) => part !== undefined).join("; ");
      recordUnasked(start(), [problem === "" ? message : { ...message, problem }]);
    },
    recordLimit(message, limit) {
      if (!isRoomFor(message)) return;
      recordUnasked(start(), [message], { outcome: "limit", problem: limitProblem(limit, limits), cause: limit });
    },
    close() {
      if (dropped === 0) return;
      const problem = `${dropped} more messages that nobody asked for came and were not kept`;
      recordUnasked(start(), [], { outcome: "limit", problem, cause: "LIMIT_MESSAGES" });
      dropped = 0;
    },
  };
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
