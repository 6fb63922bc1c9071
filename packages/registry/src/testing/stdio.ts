import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Message } from "./messages.js";

/** A server in a process of its own, with its stdin and stdout. */
export interface Child {
  send(...messages: object[]): void;
  /** The next message that it writes; `undefined` when it has ended. */
  next(): Promise<Message>;
  /** Sends a request and gives its answer; what comes before it is dropped. */
  ask(message: Message): Promise<Message>;
  /** Ends its input. Resolves with its exit code and what it wrote to stderr. */
  end(): Promise<{ code: number | null; stderr: string }>;
}

/** Starts `testing/program.ts`; it goes away after the test. */
export function startChild(...args: string[]): Child {
  const program = fileURLToPath(new URL("program.ts", import.meta.url));
  const flags = ["--conditions=@mcptest/source", "--import", "tsx", program, ...args];
  const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });

  async function next(): Promise<Message> {
    const { value, done } = await lines.next();
    return done ? undefined : JSON.parse(value);
  }
  function send(...messages: object[]): void {
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  }
  return {
    send,
    next,
    async ask(message) {
      send(message);
      for (;;) {
        const answer = await next();
        if (answer === undefined || (answer.id === message.id && !("method" in answer))) return answer;
      }
    },
    async end() {
      child.stdin.end();
      return { code: await exited, stderr };
    },
  };
}
