import type { ReceivedMessage } from "@mcptest/pack";
import { timerDelay } from "./limits.js";

/** Messages between the one who receives them and the one who reads them one by one. */
export interface MessageQueue<Message = ReceivedMessage> {
  push(message: Message): void;
  /** Nothing more will come. What waits can still be read. */
  end(): void;
  /** The next message, once per message; `timeout` after `withinMs` milliseconds, `ended` when nothing more will come. */
  next(withinMs: number): Promise<Message | "timeout" | "ended">;
}

/** Makes an empty queue. */
export function createMessageQueue<Message extends object = ReceivedMessage>(): MessageQueue<Message> {
  const waiting: Message[] = [];
  const readers: ((message: Message | "ended") => void)[] = [];
  let ended = false;

  return {
    push(message) {
      const reader = readers.shift();
      if (reader) reader(message);
      else waiting.push(message);
    },
    end() {
      ended = true;
      for (const reader of readers.splice(0)) reader("ended");
    },
    next(withinMs) {
      const message = waiting.shift();
      if (message) return Promise.resolve(message);
      if (ended) return Promise.resolve("ended");
      return new Promise((resolve) => {
        const reader = (result: Message | "ended") => {
          clearTimeout(timer);
          resolve(result);
        };
        const timer = setTimeout(() => {
          readers.splice(readers.indexOf(reader), 1);
          resolve("timeout");
        }, timerDelay(withinMs));
        readers.push(reader);
      });
    },
  };
}
