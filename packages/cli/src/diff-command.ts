import type { Command } from "commander";
import { type CheckFlags, choiceFlags } from "./check-options.js";
import {
  addConfigFlags,
  addTargetFlags,
  addWireFlags,
  createCommand,
  flag,
  flagGroup,
  jsonFormatFlag,
  repeatable,
} from "./command.js";
import { RUN_LIMIT_FLAGS } from "./limit-options.js";

/** Flags of `mcptest packs diff`, as commander gives them. */
export interface DiffFlags extends CheckFlags {
  suite?: string;
}

/** `mcptest packs diff`, with its flags. */
export function diffCommand(): Command {
  const command = createCommand("mcptest packs diff", {
    description:
      "Runs two versions of a pack on the same servers, one after the other, and tells which verdicts differ. NAME@RANGE is installed into a temporary folder with the package manager of the project; a name or alias without a range, and a path, are what is installed here. Without TARGET: the servers of the configuration. Nothing is tolerated.",
    usage: "[options] NAME@A NAME@B [TARGET | -- COMMAND...]",
    examples: [
      "mcptest packs diff mcptest-pack-widgets@1.0.0 mcptest-pack-widgets@1.x http://127.0.0.1:3000/mcp",
      "mcptest packs diff mcptest-pack-widgets widgets-next -- node server.js",
    ],
    exitCodes: `Exit codes:
  0         no verdict turned red
  1         a verdict turned red: what counted as passed fails, or cannot run, with the second version
  2         usage, configuration or pack trouble: nothing was compared
  3         incomplete: the registry, or a server, could not be reached, or a version judged nothing
  130, 143  interrupted, terminated`,
  });
  addTargetFlags(command);
  flagGroup(command, "What runs:", [
    flag("--suite <name>", "a suite of the configuration (default: default, else every server)"),
    ...choiceFlags(),
    repeatable("--options <file|json>", "options of the pack: a JSON file, or JSON itself"),
    flag("--require-roles", "checks whose role is not configured count as could-not-run"),
    flag("--read-only", "call no tool that is not annotated read-only, and run nothing that may change state"),
    repeatable("--second-identity <line>", 'header of a second principal, "Name: value"'),
  ]);
  addConfigFlags(command);
  addWireFlags(
    command,
    "modern, legacy, auto or all (default: auto, the newest era that the server speaks)",
    RUN_LIMIT_FLAGS,
  );
  flagGroup(command, "Verdicts:", [
    flag("--advisory <what>", "count: checks that are newer than the major of their pack count too"),
    flag("--only-advertised", "do not look for extensions that are used without being advertised"),
  ]);
  flagGroup(command, "Output:", [
    flag("--verbose", "what each version said, and the stack of an internal error"),
    flag("--quiet", "no progress"),
    jsonFormatFlag(),
  ]);
  return command;
}
