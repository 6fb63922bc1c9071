import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { type PackPlan, planOf, type Wishes } from "./plan.js";
import { isRefusal } from "./refusal.js";

/** Where a person reads and writes. */
export interface Terminal {
  input: Readable;
  output: Writable;
}

/**
 * Asks a person for what the command line left out: the extension, the name and the language, each with its default. Rejects
 * with an `AbortError` when the input ends first.
 */
export async function ask(wishes: Wishes, cwd: string, { input, output }: Terminal): Promise<PackPlan> {
  const terminal = createInterface({ input, output });
  const closed = new AbortController();
  terminal.once("close", () => closed.abort());

  /** Asks until the answer can be used. */
  async function asked(question: string, byDefault: string, wish: (answer: string) => Wishes): Promise<Wishes> {
    for (;;) {
      const answer = (await terminal.question(`${question} (${byDefault}): `, { signal: closed.signal })).trim();
      const more = wish(answer === "" ? byDefault : answer);
      try {
        planOf(more, cwd);
        return more;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        output.write(`  ${error.message} ${error.fix.replace(/--\w+ /, "")}\n`);
      }
    }
  }

  try {
    let known = wishes;
    if (wishes.extension === undefined) {
      const byDefault = planOf(known, cwd).extension;
      known = await asked("Id of the extension", byDefault, (extension) => ({ ...known, extension }));
    }
    if (wishes.name === undefined) {
      known = await asked("npm name", planOf(known, cwd).name, (name) => ({ ...known, name }));
    }
    if (wishes.language === undefined) {
      known = await asked("typescript or javascript", planOf(known, cwd).language, (text) => ({
        ...known,
        language: /^j/i.test(text) ? "javascript" : "typescript",
      }));
    }
    return planOf(known, cwd);
  } finally {
    terminal.close();
  }
}
