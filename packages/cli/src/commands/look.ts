import { DEFAULT_LIMITS, killAllProcesses } from "@mcptest/core/wire";
import { jsonText } from "@mcptest/reporters";
import type { Command } from "commander";
import { usesColor } from "../color.js";
import {
  addConfigFlags,
  addTargetFlags,
  addTextFlags,
  addWireFlags,
  createCommand,
  flag,
  flagGroup,
  parseCommand,
} from "../command.js";
import { type ConfigFlags, configFor } from "../config.js";
import { LOOK_CODES } from "../help-text.js";
import type { Invocation } from "../invocation.js";
import { lookAtServer } from "../look.js";
import { lookDocument } from "../look-document.js";
import { prepareFile } from "../output.js";
import { packsThatLook } from "../packs.js";
import type { LookTextOptions } from "../render-capabilities.js";
import { isJsonFormat } from "../reporters.js";
import { changesSince, readSavedFile, saveCapabilities } from "../saved-capabilities.js";
import { watchInterruption } from "../signals.js";
import type { Seen } from "../survey.js";
import type { TargetFlags } from "../target-options.js";
import { oneTarget } from "../targets.js";
import { type WireFlags, wireSettings } from "../wire-options.js";

/** Flags of the commands that look at a server, as commander gives them. */
interface LookFlags extends TargetFlags, WireFlags, ConfigFlags {
  color?: boolean;
  verbose?: boolean;
  quiet?: boolean;
  format?: string;
  onlyAdvertised?: boolean;
  save?: string;
  against?: string;
}

/** What differs between the commands that look. */
export interface LookKind {
  description: string;
  examples: readonly string[];
  /** Also reads tools, resources, templates and prompts. */
  inventory: boolean;
  /** What is seen can be kept in a file, and compared with one. */
  saves?: boolean;
  render(seen: Seen, options: LookTextOptions): string;
}

/** Looks at a server without running any check, and prints what it offers. */
export async function look(kind: LookKind, invocation: Invocation): Promise<number> {
  const command = lookCommand(kind, invocation.name);
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<LookFlags>();
  const asJson = isJsonFormat(flags.format);
  const settings = wireSettings(flags, "all", DEFAULT_LIMITS);
  const before = flags.against === undefined ? undefined : await readSavedFile(flags.against);
  if (flags.save !== undefined) await prepareFile(flags.save, "--save");
  const config = await configFor(flags, invocation);
  const target = await oneTarget(command.args, flags, config, invocation);
  const { packs, errors } = await packsThatLook({ cwd: process.cwd(), config });
  const interruption = watchInterruption((signal) => {
    void invocation.output.err(`mcptest: ${signal}, interrupted: nothing was found out\n`);
  });
  try {
    const seen = await untilAborted(interruption.signal, (signal) =>
      lookAtServer(target, {
        settings,
        secrets: invocation.secrets,
        packs,
        inventory: kind.inventory,
        onlyAdvertised: flags.onlyAdvertised === true,
        verbose: flags.verbose === true,
        signal,
      }),
    );
    if (seen === undefined) return interruption.code() ?? 3;
    seen.remarks.push(...errors.map(({ message }) => `a pack was left out: ${message}`));
    const isTTY = process.stdout.isTTY === true;
    const color = usesColor({ flag: flags.color, isTTY, env: invocation.env });
    const since = before && { ...before, changes: changesSince(before, seen) };
    const shown = { color, quiet: flags.quiet === true, ...(since ? { since } : {}) };
    const text = asJson ? jsonText(lookDocument(seen, since)) : kind.render(seen, shown);
    await invocation.output.out(text);
    if (flags.save !== undefined) {
      await saveCapabilities(flags.save, seen);
      if (!flags.quiet) await invocation.output.err(`mcptest: saved to ${flags.save}\n`);
    }
    return 0;
  } finally {
    interruption.dispose();
  }
}

/** The result of `work`, or `undefined` once the signal is aborted; every server is killed then. */
async function untilAborted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const working = work(signal);
  const first = await Promise.race([working, aborted]);
  if (!signal.aborted) return first;
  working.catch(() => {});
  killAllProcesses();
  return undefined;
}

function lookCommand({ description, examples, saves }: LookKind, name: string): Command {
  const usage = "[options] TARGET | -- COMMAND...";
  const command = createCommand(name, { description, usage, examples, exitCodes: LOOK_CODES });
  addTargetFlags(command);
  addConfigFlags(command);
  addWireFlags(command, "modern, legacy, auto or all (default: all, every era that the server speaks)");
  flagGroup(command, "Output:", [
    flag("--format <name>", "text or json (default: text)"),
    flag("--only-advertised", "do not look for extensions that are used without being advertised"),
    ...(saves
      ? [
          flag("--save <file>", "keep what is advertised, to compare with later"),
          flag("--against <file>", "also tell what changed since a file that --save wrote"),
        ]
      : []),
  ]);
  addTextFlags(command, "without the notes");
  return command;
}
