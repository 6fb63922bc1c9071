import type { Writable } from "node:stream";

/** How writing a line ended. `gone`: the server reads no more, or the line was withdrawn. */
export type WriteEnd = "written" | "gone";

/** A line on its way to the server. */
export interface PendingLine {
  readonly done: Promise<WriteEnd>;
  /** Set once the system has taken the whole line. */
  readonly written: boolean;
  /** Takes the line back if nothing of it has been sent yet. */
  withdraw(): void;
}

/** Writes lines to the stdin of a server, in order. Never throws, never fills memory. */
export interface LineWriter {
  /** Queues `text` and a line feed. */
  write(text: string): PendingLine;
  /** Lines that wait because the server does not read. */
  readonly waiting: number;
}

interface Entry {
  bytes: Buffer;
  settle(end: WriteEnd): void;
}

/** A writer on `stdin`. As long as the server leaves more unread than the system buffers, lines wait their turn here. */
export function lineWriter(stdin: Writable): LineWriter {
  const queue: Entry[] = [];

  function pump(): void {
    while (queue.length > 0 && stdin.writable && !stdin.writableNeedDrain) {
      const entry = queue.shift();
      if (entry) stdin.write(entry.bytes, (error) => entry.settle(error ? "gone" : "written"));
    }
    if (!stdin.writable) for (const entry of queue.splice(0)) entry.settle("gone");
  }
  stdin.on("drain", pump);
  stdin.on("error", pump);
  stdin.on("close", pump);

  return {
    write(text) {
      let written = false;
      let settle: (end: WriteEnd) => void = () => {};
      const done = new Promise<WriteEnd>((resolve) => {
        settle = (end) => {
          written = end === "written";
          resolve(end);
        };
      });
      const entry: Entry = { bytes: Buffer.from(`${text}\n`), settle };
      queue.push(entry);
      pump();
      return {
        done,
        get written() {
          return written;
        },
        withdraw() {
          const at = queue.indexOf(entry);
          if (at < 0) return;
          queue.splice(at, 1);
          entry.settle("gone");
        },
      };
    },
    get waiting() {
      return queue.length;
    },
  };
}
