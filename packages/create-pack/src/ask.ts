import { createInterface } from "node:readline/promises";
import { type PackPlan, planOf, type Wishes } from "./plan.js";
import { isRefusal } from "./refusal.js";

/** Asks a person for what the command line left out: the extension, the name and the language, each with its default. */
export async function ask(wishes: Wishes, cwd: string): Promise<PackPlan> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  terminal.once("close", () => closed.abort());

  async function asked(question: string, byDefault: string, accepts: (answer: string) => PackPlan): Promise<PackPlan> {
    for (;;) {
      const answer = (await terminal.question(`${question} (${byDefault}): `, { signal: closed.signal })).trim();
      try {
        return accepts(answer === "" ? byDefault : answer);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        process.stdout.write(`  ${error.message} ${error.fix.replace(/ --\w+/, "")}\n`);
      }
    }
  }

  let known = wishes;
  const withAnswer = (answer: Wishes): PackPlan => {
    const plan = planOf({ ...known, ...answer }, cwd);
    known = { ...known, ...answer };
    return plan;
  };
  try {
    let plan = planOf(known, cwd);
    if (wishes.extension === undefined) {
      plan = await asked("Id of the extension", plan.extension, (extension) => withAnswer({ extension }));
    }
    if (wishes.name === undefined) plan = await asked("npm name", plan.name, (name) => withAnswer({ name }));
    if (wishes.language === undefined) {
      plan = await asked("typescript or javascript", plan.language, (text) =>
        withAnswer({ language: /^j/i.test(text) ? "javascript" : "typescript" }),
      );
    }
    return plan;
  } finally {
    terminal.close();
  }
}
