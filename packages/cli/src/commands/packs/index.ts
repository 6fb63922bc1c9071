import { McptestError, nearest } from "@mcptest/core/errors";
import { DOCUMENTATION } from "../../help-text.js";
import type { Invocation } from "../../invocation.js";
import { VERBS } from "./verbs.js";

const HELP: ReadonlySet<string> = new Set(["help", "--help", "-h"]);

/** `mcptest packs VERB …`. Without a verb: its help, and it was no command. */
export async function packs(invocation: Invocation): Promise<number> {
  const [word, ...rest] = invocation.argv;
  if (word === undefined) {
    await invocation.output.err(renderHelp());
    return 2;
  }
  if (HELP.has(word)) {
    const [topic] = rest;
    if (word === "help" && topic !== undefined) return await packs({ ...invocation, argv: [topic, "--help"] });
    await invocation.output.out(renderHelp());
    return 0;
  }
  const verb = VERBS.find(({ name }) => name === word);
  if (!verb) throw unknownVerb(word);
  const command = await verb.load();
  return await command({ ...invocation, name: `mcptest packs ${word}`, argv: rest });
}

function unknownVerb(word: string): McptestError {
  const names = VERBS.map(({ name }) => name);
  const meant = nearest(word, names);
  const suggestion = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new McptestError(
    "USAGE_UNKNOWN_COMMAND",
    `mcptest packs has no command ${JSON.stringify(word)}.${suggestion}`,
    { fix: `Write one of: ${names.map((name) => `mcptest packs ${name}`).join(", ")}` },
  );
}

function renderHelp(): string {
  const rows = VERBS.map(({ usage, summary }) => ({ usage, summary }));
  const width = Math.max(...rows.map(({ usage }) => usage.length)) + 2;
  return `The packs of a project: which there are, why, and what another version of one would say.

Usage: mcptest packs COMMAND [options]

Commands:
${rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}${summary}`).join("\n")}

mcptest packs COMMAND --help shows the options and exit codes of a command.

Documentation: ${DOCUMENTATION}
`;
}
