import { McptestError, nearest } from "@mcptest/core/errors";
import type { Invocation } from "./invocation.js";

/** A command that is always there; its module loads when it is called. */
interface BuiltIn {
  name: string;
  summary: string;
  load(): Promise<(invocation: Invocation) => Promise<number>>;
}

const BUILT_IN: readonly BuiltIn[] = [
  {
    name: "capabilities",
    summary: "what a server offers: capabilities, extensions, eras",
    load: async () => (await import("./commands/capabilities.js")).capabilities,
  },
  {
    name: "inspect",
    summary: "the same, with tools, resources and prompts and the extensions they use",
    load: async () => (await import("./commands/inspect.js")).inspect,
  },
  {
    name: "run",
    summary: "run the packs of a suite, or all that apply, on one server or several",
    load: async () => (await import("./commands/run.js")).run,
  },
  {
    name: "conformance",
    summary: "run the checks of one pack on one server",
    load: async () => (await import("./commands/conformance.js")).conformance,
  },
  {
    name: "replay",
    summary: "judge a saved transcript again, without a server",
    load: async () => (await import("./commands/replay.js")).replay,
  },
  {
    name: "report",
    summary: "show saved reports again, in any form, several of them as one",
    load: async () => (await import("./commands/report.js")).reportCommand,
  },
  {
    name: "explain",
    summary: "what a check asks, why, and how to fix what it finds",
    load: async () => (await import("./commands/explain.js")).explain,
  },
  {
    name: "packs",
    summary: "list the packs of a project, add one, compare two versions of one",
    load: async () => (await import("./commands/packs/index.js")).packs,
  },
];

/** Names and summaries for the help. */
export const COMMANDS: readonly { name: string; summary: string }[] = BUILT_IN;

/** Runs the command that the words ask for and gives its exit code. Throws errors of the table. */
export async function runProgram(invocation: Invocation): Promise<number> {
  const [word, ...rest] = invocation.argv;
  if (word === undefined || word === "help" || word === "--help" || word === "-h") {
    return await helpOrUsage(invocation, word, rest);
  }
  const builtIn = BUILT_IN.find(({ name }) => name === word);
  if (builtIn) {
    const command = await builtIn.load();
    return await command({ ...invocation, name: `mcptest ${word}`, argv: rest });
  }
  if (word.startsWith("-")) throw misplacedFlag(word);
  const { runPackCommand } = await import("./commands/pack-command.js");
  return await runPackCommand(word, { ...invocation, argv: rest }, (declared) => unknownCommand(word, declared));
}

async function helpOrUsage(invocation: Invocation, word: string | undefined, rest: readonly string[]): Promise<number> {
  const [topic] = rest;
  if (topic !== undefined && word === "help") {
    return await runProgram({ ...invocation, argv: [...rest, "--help"] });
  }
  const { renderHelp } = await import("./help.js");
  const help = await renderHelp(COMMANDS);
  if (word !== undefined) {
    await invocation.output.out(help);
    return 0;
  }
  if (invocation.serverCommand !== undefined) {
    throw new McptestError("USAGE_UNKNOWN_COMMAND", "No command stands before --.", {
      fix: `Write one: mcptest run -- ${invocation.serverCommand.slice(0, 2).join(" ") || "node server.js"}`,
    });
  }
  await invocation.output.err(help);
  return 2;
}

function misplacedFlag(word: string): McptestError {
  return new McptestError("USAGE_UNKNOWN_FLAG", `${word} stands where a command is expected.`, {
    fix: "Put flags behind the command, such as: mcptest run --verbose http://127.0.0.1:3000/mcp",
  });
}

function unknownCommand(word: string, declared: readonly string[]): McptestError {
  if (/^https?:\/\//i.test(word)) {
    return new McptestError("USAGE_UNKNOWN_COMMAND", "A URL stands where a command is expected.", {
      fix: "Write a command before it, such as: mcptest run URL, or mcptest capabilities URL",
    });
  }
  const meant = nearest(word, [...BUILT_IN.map(({ name }) => name), ...declared, "help"]);
  const suggestion = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new McptestError("USAGE_UNKNOWN_COMMAND", `There is no command ${JSON.stringify(word)}.${suggestion}`);
}
