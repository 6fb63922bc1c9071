import type { Exchange, ExchangeOutcome, ExchangeTags, ReceivedMessage } from "@mcptest/pack";
import { type Added, type ExchangeLog, startExchange } from "./exchange-log.js";
import { type LimitCause, limitProblem, timerDelay } from "./limits.js";
import { parseJson } from "./message.js";
import { createMessageQueue, type MessageQueue } from "./message-queue.js";
import { type OpenExchange, progressTokenOf } from "./stdio-routing.js";
import { type EndedRequests, endedRequests } from "./stdio-unasked.js";
import type { LineWriter, PendingLine } from "./stdio-writer.js";
import type { Outgoing, WireOptions, WireStream } from "./types.js";

/** How an exchange, or the connection with all that is open, ends. */
export interface ExchangeEnd {
  outcome: ExchangeOutcome;
  problem?: string;
  cause?: string;
}

/** An exchange of one stdio connection that has not ended. */
export interface StdioExchange extends OpenExchange {
  readonly tags: ExchangeTags;
  /** It waits for a response or for the messages of a stream, not just for its line to be written. */
  readonly waits: boolean;
  snapshot(): Exchange;
  /** Takes up a message. One that breaks a limit ends the exchange. */
  take(message: ReceivedMessage): Added;
  end(end: ExchangeEnd): void;
}

/** Everything that is sent over one stdio connection. */
export interface StdioExchanges {
  send(message: Outgoing): Promise<Exchange>;
  open(message: Outgoing): WireStream;
  /** Exchanges that wait for something, oldest first. */
  waiting(): StdioExchange[];
  readonly ended: EndedRequests;
  /** Lane and identity of what was sent last. */
  tags(): ExchangeTags;
  /** Lines of ours that the server has not made room for. */
  readonly unread: number;
  /** Ends everything that is open, and from now on whatever is sent. */
  endAll(end: ExchangeEnd): void;
}

/** What the exchanges of a connection need from it. */
export interface StdioChannel {
  id: string;
  options: WireOptions;
  writer: LineWriter;
  /** Resolves when it is known how the connection ended, or soon after nothing can be written any more. */
  settled(): Promise<void>;
}

/** The exchanges of a connection. Its server has one channel for all of them; see {@link concernedBy}. */
export function stdioExchanges(channel: StdioChannel): StdioExchanges {
  const { limits, transcript } = channel.options;
  const ended = endedRequests();
  const active = new Set<StdioExchange>();
  let over: ExchangeEnd | undefined;
  let lastTags: ExchangeTags = { lane: "stdio", identity: "first" };

  function start(
    message: Outgoing,
    queue?: MessageQueue,
  ): { log: ExchangeLog; exchange: StdioExchange; done: Promise<Exchange> } {
    const outgoing = channel.options.tamper?.(message) ?? message;
    const { id, tags, signal } = outgoing;
    lastTags = { lane: tags.lane, identity: tags.identity };
    const log = startExchange({ transcript, limits, transport: "stdio", connection: channel.id, outgoing });
    let resolveDone: (exchange: Exchange) => void;
    const done = new Promise<Exchange>((resolve) => {
      resolveDone = resolve;
    });
    let timer: NodeJS.Timeout | undefined;
    let line: PendingLine | undefined;

    const exchange: StdioExchange = {
      id,
      tags,
      waits: id !== undefined || queue !== undefined,
      progressToken: progressTokenIn(outgoing.body),
      snapshot: () => log.snapshot(),
      take(received) {
        const added = log.add(received);
        if (added.limit) exchange.end(limitEnd(added.limit));
        else if (queue && added.message) {
          clearTimeout(timer);
          log.recordOpen();
          queue.push(added.message);
        }
        return added;
      },
      end({ outcome, problem, cause }) {
        if (log.finished) return;
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        active.delete(exchange);
        if (id !== undefined) ended.add(id, log.number, outcome);
        resolveDone(log.finish(outcome, problem, cause));
        queue?.end();
      },
    };

    function abort(): void {
      line?.withdraw();
      exchange.end({ outcome: "closed", problem: "stopped by mcptest", cause: "ABORTED" });
    }

    function timeout(): void {
      const unsent = line?.written ? "" : ", and the server has not read the request from its stdin";
      line?.withdraw();
      const problem = `no response within ${outgoing.timeoutMs} ms (a limit of mcptest)${unsent}`;
      exchange.end({ outcome: "timeout", problem, cause: "TIMEOUT" });
    }

    async function write(): Promise<void> {
      line = channel.writer.write(outgoing.body);
      if ((await line.done) === "written") {
        if (id === undefined && !queue) exchange.end({ outcome: "answered" });
        return;
      }
      await channel.settled();
      exchange.end(over ?? { outcome: "closed", problem: "the server has closed its stdin" });
    }

    if (over) exchange.end(over);
    else if (signal?.aborted) abort();
    else {
      active.add(exchange);
      signal?.addEventListener("abort", abort, { once: true });
      timer = setTimeout(timeout, timerDelay(outgoing.timeoutMs));
      if (queue) log.recordOpen();
      void write();
    }
    return { log, exchange, done };
  }

  function limitEnd(cause: LimitCause): ExchangeEnd {
    return { outcome: "limit", problem: limitProblem(cause, limits), cause };
  }

  return {
    send: (message) => start(message).done,
    open(message) {
      const queue = createMessageQueue();
      const { log, exchange } = start(message, queue);
      return {
        exchange: log.number,
        next: (withinMs) => queue.next(withinMs),
        async close() {
          exchange.end({ outcome: "closed", problem: "mcptest closed the stream", cause: "ABORTED" });
        },
        snapshot: () => log.snapshot(),
        head: Promise.resolve(),
      };
    },
    waiting: () => [...active].filter(({ waits }) => waits),
    ended,
    tags: () => lastTags,
    get unread() {
      return channel.writer.waiting;
    },
    endAll(end) {
      over = end;
      for (const exchange of [...active]) exchange.end(end);
    },
  };
}

/** The progress token in the text of a request of ours. */
function progressTokenIn(body: string) {
  return body.includes("progressToken") ? progressTokenOf(parseJson(body).json) : undefined;
}
