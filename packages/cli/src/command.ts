import { McptestError } from "@mcptest/core/errors";
import { Command, CommanderError, Option } from "commander";
import { usageError } from "./commander-errors.js";
import { DOCUMENTATION } from "./help-text.js";
import type { Invocation } from "./invocation.js";
import { LIMIT_FLAGS, type NumberFlag, parseCount } from "./limit-options.js";

/** What the help of a command says beside its flags. */
export interface CommandText {
  description: string;
  /** What follows the name in the usage line. */
  usage: string;
  /** Lines that can be copied. */
  examples: readonly string[];
  exitCodes: string;
}

/** A command that throws instead of ending the process, and writes nothing by itself. */
export function createCommand(name: string, { description, usage, examples, exitCodes }: CommandText): Command {
  const lines = examples.map((line) => `  ${line}`).join("\n");
  return new Command(name)
    .description(description)
    .usage(usage)
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nExamples:\n${lines}\n\n${exitCodes}\n\nDocumentation: ${DOCUMENTATION}`);
}

/**
 * Parses the words of an invocation. Returns false when help was asked for and shown; throws an error of the table for
 * anything that the command does not take.
 */
export async function parseCommand(command: Command, { name, argv, output }: Invocation): Promise<boolean> {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  try {
    command.parse(argv, { from: "user" });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code !== "commander.helpDisplayed") throw usageError(error, name);
    await output.out(help);
    return false;
  }
}

/** Adds flags to `command` under a heading of its help. */
export function flagGroup(command: Command, heading: string, options: readonly Option[]): void {
  for (const option of options) command.addOption(option.helpGroup(heading));
}

/** Flags that name the target. */
const TARGET_FLAGS: readonly string[] = ["--url", "--command", "--server"];

/** A flag. One that takes a value takes one: a second is refused. */
export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description);
  if ((!option.required && !option.optional) || option.variadic) return option;
  return option.argParser((value: string, before: unknown) => {
    refuseSecond(option, before);
    return value;
  });
}

/** Throws `USAGE_TWO_TARGETS` or `USAGE_BAD_VALUE` when a flag that takes one value already has it. */
function refuseSecond({ long, short }: Option, before: unknown): void {
  if (typeof before !== "string" && typeof before !== "number") return;
  const name = long ?? short ?? "";
  const isTarget = TARGET_FLAGS.includes(name);
  throw new McptestError(isTarget ? "USAGE_TWO_TARGETS" : "USAGE_BAD_VALUE", `${name} is given more than once.`, {
    fix: `Keep one ${name}${isTarget ? ", and run mcptest once for each server" : ""}.`,
  });
}

/** A flag that may be given several times; its values are collected. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description} (repeatable)`).argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}

/** A flag with a whole number. */
export function numberOption({ flag: flags, description, defaultText, maximum }: NumberFlag): Option {
  const option = new Option(flags, `${description} (default: ${defaultText})`);
  return option.argParser((text: string, before: unknown) => {
    refuseSecond(option, before);
    return parseCount(flags, text, maximum);
  });
}

/** Flags that say which server is meant. */
export function addTargetFlags(command: Command): void {
  flagGroup(command, "Target (one of: a URL, a command behind --, or these):", [
    flag("--url <url>", "URL of a Streamable HTTP endpoint"),
    flag("--command <program>", "program that starts a stdio server"),
    flag("--args <args...>", "its arguments; give one that begins with - as --args=-x").argParser(
      (value: string, before: string[] | undefined) => [...(before ?? []), value],
    ),
    flag("--server <name>", "a server of the configuration, or of .mcp.json or mcp.json"),
    repeatable("--env <NAME=VALUE>", "added to the environment of the started server"),
    flag("--cwd <folder>", "working directory of the started server"),
  ]);
  flagGroup(command, "Credentials (values are never printed or stored):", [
    repeatable("--header <line>", 'HTTP header, "Name: value"'),
    flag("--header-file <file>", "file with one header on each line"),
    flag("--bearer-env <variable>", "environment variable with a bearer token"),
  ]);
}

/** Flags about eras, time and size. `eras` says which eras there are to choose from, and the default. */
export function addWireFlags(command: Command, eras: string, more: readonly NumberFlag[] = []): void {
  flagGroup(command, "Protocol and limits:", [
    flag("--era <era>", eras),
    flag("--protocol-version <version>", "speak this revision only, such as 2026-07-28"),
    ...[...LIMIT_FLAGS, ...more].map(numberOption),
  ]);
}

/** Flags about the configuration file. */
export function addConfigFlags(command: Command): void {
  flagGroup(command, "Configuration:", [
    flag("--config <file>", "configuration file (default: the nearest mcptest.config.* of this project)"),
    flag("--no-config", "read no configuration file"),
  ]);
}

/** The flag of a command whose document has one form for people and one for programs. */
export function jsonFormatFlag(): Option {
  return flag("--format <name>", "what stdout gets: text or json (default: text)");
}

/** Flags about what is printed. */
export function addTextFlags(command: Command, quiet: string): void {
  flagGroup(command, "Output:", [
    flag("--color", "colour, whatever the environment says"),
    flag("--no-color", "no colour (also: NO_COLOR=1)"),
    flag("--verbose", "more detail, and the stack of an internal error"),
    flag("--quiet", quiet),
  ]);
}
