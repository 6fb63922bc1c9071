import { McptestError } from "@mcptest/core/errors";
import type { HeaderList } from "@mcptest/core/wire";
import type { Command, Option } from "commander";
import { addConfigFlags, addTextFlags, addWireFlags, flag, flagGroup, repeatable } from "./command.js";
import type { TextFlags } from "./execute.js";
import { parseHeader } from "./header-options.js";
import { RUN_LIMIT_FLAGS } from "./limit-options.js";
import { FORMAT_NAMES, REPORTER_NAMES } from "./reporters.js";
import type { TargetFlags } from "./target-options.js";
import type { WireFlags } from "./wire-options.js";

/** Flags of the commands that run checks, as commander gives them. */
export interface CheckFlags extends TargetFlags, WireFlags, TextFlags {
  config?: string | false;
  checkId?: string[];
  category?: string[];
  profile?: string;
  options?: string[];
  requireRoles?: boolean;
  list?: boolean;
  readOnly?: boolean;
  also?: string;
  secondIdentity?: string[];
  browser?: string;
  browserNoSandbox?: boolean;
  strict?: boolean;
  advisory?: string;
  onlyAdvertised?: boolean;
  checkTimeout?: number;
  serverTimeout?: number;
  runTimeout?: number;
  format?: string;
  reporter?: string[];
  saveTranscript?: string;
  artifacts?: string;
}

/** Flags that choose among the checks of a pack. */
export function addSelectionFlags(command: Command, optionsForm: string): void {
  flagGroup(command, "What runs:", [
    ...choiceFlags(),
    repeatable(`--options <${optionsForm}>`, "options of the pack: a JSON file, or JSON itself"),
    flag("--require-roles", "checks whose role is not configured count as could-not-run"),
    flag("--list", "tell what would run and which tools would be called; nothing else is sent"),
    flag("--read-only", "call no tool that is not annotated read-only, and run nothing that may change state"),
    flag("--also <target>", "the same server on another transport, a URL, command or configured name, to compare with"),
    repeatable("--second-identity <line>", 'header of a second principal, "Name: value"'),
    flag("--browser <path>", "a Chromium for packs that show views (default: one is looked for)"),
    flag("--browser-no-sandbox", "start it without its sandbox, as root must"),
  ]);
}

/** Flags that both commands which run checks have, behind those of the target and the selection. */
export function addCheckFlags(command: Command, eras: string): void {
  addConfigFlags(command);
  addWireFlags(command, eras, RUN_LIMIT_FLAGS);
  flagGroup(command, "Verdicts:", [
    ...verdictFlags(),
    flag("--only-advertised", "do not look for extensions that are used without being advertised"),
  ]);
  addReportFlags(command);
  flagGroup(command, "Output:", [
    flag("--save-transcript <file>", "everything sent and received, secrets masked, as JSON lines"),
  ]);
  addArtifactsFlag(command);
}

/** The flag of what may write the files of packs. */
export function addArtifactsFlag(command: Command): void {
  const words = "writes the files of packs, such as screenshots of views, into a folder";
  flagGroup(command, "Output:", [flag("--artifacts <folder>", words)]);
}

/** Flags of what judges a transcript: those of verdicts and reports that need no server. */
export function addReplayFlags(command: Command): void {
  flagGroup(command, "What is judged:", [
    repeatable("--pack <name[@range]>", "a pack, by package name or path, in place of those of the transcript"),
    ...choiceFlags(),
  ]);
  addConfigFlags(command);
  flagGroup(command, "Verdicts:", verdictFlags());
  addReportFlags(command);
}

/** Flags that choose among the checks of a pack by name. */
export function choiceFlags(): Option[] {
  return [
    repeatable("--check-id <id>", "run this check only"),
    repeatable("--category <name>", "run the checks of this category only"),
    flag("--profile <name>", "the list of checks to run"),
  ];
}

function verdictFlags(): Option[] {
  return [
    flag("--strict", "warnings about a should count as failures"),
    flag("--advisory <what>", "count: checks that are newer than the major of their pack count too"),
  ];
}

/** Flags of how a report is shown. */
export function addReportFlags(command: Command): void {
  addTextFlags(command, "failures and the last line only; where nothing was decided, also why");
  flagGroup(command, "Output:", [
    flag("--format <name>", `what stdout gets: ${FORMAT_NAMES} (default: text)`),
    repeatable("--reporter <name[=file]>", `${REPORTER_NAMES}; to stdout or into a file`),
  ]);
}

/** `--advisory count`. Throws `USAGE_BAD_VALUE`. */
export function advisoryFrom(text: string | undefined): "count" | undefined {
  if (text === undefined || text === "count") return text;
  throw new McptestError("USAGE_BAD_VALUE", `--advisory ${JSON.stringify(text)}: there is no such choice.`, {
    fix: "Write --advisory count, or leave it out.",
  });
}

/** The headers of `--second-identity`. Throws `USAGE_BAD_VALUE`. */
export function secondIdentityFrom(lines: readonly string[] | undefined): HeaderList | undefined {
  return lines?.map((line) => parseHeader(line, "--second-identity"));
}
