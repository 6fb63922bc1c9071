import { McptestError } from "@mcptest/core/errors";
import { DEFAULT_TIMES, type PackSelection, readTranscript, replay as replaySaved } from "@mcptest/core/runner";
import type { Command } from "commander";
import { addReplayFlags, advisoryFrom, type CheckFlags } from "../check-options.js";
import { createCommand, parseCommand } from "../command.js";
import { configFor } from "../config.js";
import { report } from "../execute.js";
import { VERDICT_CODES } from "../help-text.js";
import type { Invocation } from "../invocation.js";
import { type FoundPack, findPack, type PackPlace } from "../packs.js";
import { planOutput } from "../reporters.js";
import { toleranceOfPack } from "../tolerations.js";
import { toolVersion } from "../version.js";

interface ReplayFlags extends CheckFlags {
  pack?: string[];
}

/** `mcptest replay FILE`. */
export async function replay(invocation: Invocation): Promise<number> {
  const command = replayCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<ReplayFlags>();
  const [file, ...others] = command.args;
  if (file === undefined || others.length > 0) {
    throw new McptestError(
      "USAGE_BAD_VALUE",
      file === undefined ? "No file is named." : "More than one file is named.",
      {
        fix: "Write the file of one run: mcptest replay transcript.jsonl",
      },
    );
  }
  const plan = planOutput(flags.format, flags.reporter ?? []);
  const advisory = advisoryFrom(flags.advisory);
  const config = await configFor(flags, invocation);
  const saved = await readTranscript(file);
  const recorded = saved.header.servers.flatMap(({ lanes }) => lanes.flatMap(({ packs }) => packs));
  const place = { cwd: process.cwd(), config };
  const find = flags.pack
    ? (name: string) => findPack(name, place, invocation.name)
    : (name: string) => findRecorded(name, place, file);
  const packs: PackSelection[] = [];
  for (const name of flags.pack ?? new Set(recorded.map(({ name }) => name))) {
    packs.push(selectionOf(await find(name), flags));
  }
  if (packs.length === 0) throw new McptestError("NOTHING_SELECTED", `no pack ran when ${file} was recorded`);
  const { checkTimeoutMs, runTimeoutMs } = DEFAULT_TIMES;
  const request = {
    tool: { version: toolVersion() },
    saved,
    packs,
    checkTimeoutMs,
    runTimeoutMs,
    ...toleranceOfPack(config),
    ...(flags.strict ? { strict: true } : {}),
    ...(advisory ? { advisory } : {}),
    ...(config ? { configFile: config.file } : {}),
  };
  const start: Parameters<typeof report>[0]["start"] = (watched) => replaySaved({ ...request, ...watched });
  return await report({ start, plan, flags }, invocation);
}

/** A pack that `file` was recorded with. Its name is no slip, so no other is suggested. */
async function findRecorded(name: string, place: PackPlace, file: string): Promise<FoundPack> {
  try {
    return await findPack(name, place, file);
  } catch (error) {
    if (!(error instanceof McptestError) || error.code !== "PACK_NOT_FOUND") throw error;
    const message = `${file} was recorded with the pack ${name}, which is not installed for ${place.cwd}`;
    throw new McptestError("PACK_NOT_FOUND", message, {
      fix: "Add --pack PATH, with the path or the name of the pack that is to judge it.",
      cause: error,
    });
  }
}

function selectionOf({ loaded }: FoundPack, flags: ReplayFlags): PackSelection {
  const { profile, checkId, category } = flags;
  return {
    loaded,
    ...(profile === undefined ? {} : { profile }),
    ...(checkId ? { checkIds: checkId } : {}),
    ...(category ? { categories: category } : {}),
  };
}

function replayCommand(): Command {
  const command = createCommand("mcptest replay", {
    description:
      "Judge a transcript that was saved with --save-transcript again, by the checks that only read it. Nothing is sent. Packs have the options that they were recorded with.",
    usage: "[options] FILE",
    examples: ["mcptest replay transcript.jsonl", "mcptest replay transcript.jsonl --reporter junit=junit.xml"],
    exitCodes: VERDICT_CODES,
  });
  addReplayFlags(command);
  return command;
}
