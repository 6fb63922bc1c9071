import type { Config } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import type { LoadedPack, PackManifest } from "@mcptest/core/loader";
import type { Report } from "@mcptest/core/report";
import { conformanceResultOf, type PackSelection, validateSelection } from "@mcptest/core/runner";
import type { Command } from "commander";
import { alsoTarget } from "../also-target.js";
import { addCheckFlags, addSelectionFlags, type CheckFlags } from "../check-options.js";
import { addTargetFlags, createCommand, parseCommand } from "../command.js";
import { type ConfigFlags, configFor } from "../config.js";
import { execute } from "../execute.js";
import { VERDICT_CODES } from "../help-text.js";
import type { Invocation } from "../invocation.js";
import { addPackFlags, optionsOfFlags } from "../pack-flags.js";
import { readOptions } from "../pack-options.js";
import { type FoundPack, findPack, identityFor, loadWithOptions, optionsForPack } from "../packs.js";
import { planOutput } from "../reporters.js";
import { runRequest } from "../run-request.js";
import { oneTarget } from "../targets.js";
import { toleranceOfPack } from "../tolerations.js";

/** `mcptest conformance PACK TARGET`. */
export async function conformance(invocation: Invocation): Promise<number> {
  const { argv, name } = invocation;
  const bare = conformanceCommand(name, undefined);
  const { operands } = bare.parseOptions([...argv]);
  const word = argv[0]?.startsWith("-") ? operands[0] : argv[0];
  if (word === undefined) {
    if (!(await parseCommand(bare, invocation))) return 0;
    throw new McptestError("USAGE_BAD_VALUE", "No pack is named.", {
      fix: "Name it first: mcptest conformance tasks http://127.0.0.1:3000/mcp",
    });
  }
  const at = argv.indexOf(word);
  const rest = [...argv.slice(0, at), ...argv.slice(at + 1)];
  const config = await configFor(bare.opts<ConfigFlags>(), invocation);
  const found = await findPack(word, { cwd: process.cwd(), config }, name);
  return await judge(found, config, { ...invocation, name: `${name} ${word}`, argv: rest });
}

/** Runs the checks of one pack on one server: the same for `conformance NAME` and for `NAME conformance`. */
export async function judge(found: FoundPack, config: Config | undefined, invocation: Invocation): Promise<number> {
  const { manifest } = found.loaded;
  const command = conformanceCommand(invocation.name, manifest);
  if (!(await parseCommand(command, invocation))) return 0;
  const given = command.opts<CheckFlags>();
  const era = given.era ?? manifest.command?.era;
  const flags: CheckFlags = { ...given, ...(era === undefined ? {} : { era }) };
  if (flags.era === "all") {
    throw new McptestError("USAGE_BAD_VALUE", "--era all: a conformance result is of one era.", {
      fix: `Give modern, legacy or auto; for all of them: mcptest run --era all --pack ${manifest.name} TARGET`,
    });
  }
  const plan = planOutput(flags.format, flags.reporter ?? []);
  const layers = optionsForPack(found, (flags.options ?? []).map(readOptions));
  const target = await oneTarget(command.args, flags, config, invocation);
  const ownOptions = [...layers, optionsOfFlags(manifest, command.opts())];
  const below = flags.secondIdentity === undefined ? undefined : identityFor(found.loaded);
  const loaded = await loadWithOptions(found, { cwd: process.cwd(), config }, ownOptions, below);
  const selection = selectionOf(loaded, flags);
  validateSelection([selection]);
  const tolerance = toleranceOfPack(config);
  const also = await alsoTarget(flags.also, flags, config, invocation);
  const parts = { servers: [target], also, packs: [selection], require: [], flags, config, tolerance };
  const request = runRequest({ ...parts, optionNaming: { style: "flags" } }, invocation);
  const single = (report: Report) => conformanceResultOf(report, selection);
  return await execute({ request, plan, flags, single }, invocation);
}

/** The profile of the command line wins, then that of the configuration, then that of the pack's command. */
function selectionOf(loaded: LoadedPack, flags: CheckFlags): PackSelection {
  const { profile, checkId, category, requireRoles } = flags;
  const chosen = profile ?? loaded.profile ?? loaded.manifest.command?.profile;
  return {
    loaded,
    ...(chosen === undefined ? {} : { profile: chosen }),
    ...(checkId ? { checkIds: checkId } : {}),
    ...(category ? { categories: category } : {}),
    ...(requireRoles ? { requireRoles } : {}),
    always: true,
  };
}

function conformanceCommand(name: string, manifest: PackManifest | undefined): Command {
  const called = manifest === undefined ? `${name} PACK` : name;
  const example = manifest === undefined ? `${name} tasks` : name;
  const command = createCommand(called, {
    description:
      manifest?.command?.summary ??
      (manifest
        ? `Run the checks of ${manifest.name} on one server.`
        : "Run the checks of one pack on one server. PACK is a package name, a path, or the short name of a pack, such as tasks; its own flags stand in the help of mcptest conformance PACK --help."),
    usage: "[options] TARGET | -- COMMAND...",
    examples: [
      `${example} http://127.0.0.1:3000/mcp`,
      `${example} --reporter junit=junit.xml -- node server.js`,
      `${example} --server local --format json`,
    ],
    exitCodes: VERDICT_CODES,
  });
  addTargetFlags(command);
  addSelectionFlags(command, "file|json");
  const eraDefault = manifest?.command?.era ?? "auto, the newest era that the server speaks";
  addCheckFlags(command, `modern, legacy or auto (default: ${eraDefault})`);
  if (manifest) addPackFlags(command, manifest);
  return command;
}
