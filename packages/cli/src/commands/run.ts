import { selectSuite } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import { parseExtensionId } from "@mcptest/core/extensions";
import type { LoadedPack } from "@mcptest/core/loader";
import { type PackSelection, validateSelection } from "@mcptest/core/runner";
import type { Command } from "commander";
import { alsoTarget } from "../also-target.js";
import { addCheckFlags, addSelectionFlags, type CheckFlags } from "../check-options.js";
import { addTargetFlags, createCommand, flag, flagGroup, parseCommand, repeatable } from "../command.js";
import { configFor } from "../config.js";
import { execute } from "../execute.js";
import { VERDICT_CODES } from "../help-text.js";
import type { Invocation } from "../invocation.js";
import { readOptions } from "../pack-options.js";
import { notInstalledLines, packsOfRun } from "../packs.js";
import { planOutput } from "../reporters.js";
import { runRequest } from "../run-request.js";
import { namedTarget } from "../targets.js";
import { isFiltered, toleranceOfSuite } from "../tolerations.js";

interface RunFlags extends CheckFlags {
  suite?: string;
  pack?: string[];
  require?: string[];
}

/** `mcptest run [TARGET]`. */
export async function run(invocation: Invocation): Promise<number> {
  const command = runCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<RunFlags>();
  const plan = planOutput(flags.format, flags.reporter ?? []);
  const given = (flags.options ?? []).map(readOptions);
  const required = (flags.require ?? []).map(checkedId);
  const config = await configFor(flags, invocation);
  const target = await namedTarget(command.args, flags, config, invocation);
  const suite = selectSuite(config, {
    ...(flags.suite === undefined ? {} : { suite: flags.suite }),
    ...(target ? { targets: [target] } : {}),
  });
  if (suite.servers.length === 0) throw noServer(config?.file);
  const place = { cwd: process.cwd(), config };
  const found = await packsOfRun(place, flags.pack ?? [], suite.packs, {
    given,
    secondIdentity: flags.secondIdentity !== undefined,
  });
  await invocation.output.err(notInstalledLines(found));
  const packs = found.packs.map((pack) => selectionOf(pack, flags));
  if (packs.length === 0 && required.length + suite.require.length === 0) {
    throw new McptestError("NOTHING_SELECTED", "There is no pack to run.");
  }
  validateSelection(packs);
  const require = [...new Set([...suite.require, ...required])];
  const onlyPacks = flags.pack !== undefined;
  const filtered = target !== undefined || onlyPacks || isFiltered(flags);
  const tolerance = toleranceOfSuite(config, suite, { filtered, onlyPacks });
  const optionNaming = { style: "options" } as const;
  const also = await alsoTarget(flags.also, flags, config, invocation);
  const parts = { servers: suite.servers, also, packs, require, flags, config, tolerance, optionNaming };
  const request = runRequest(parts, invocation);
  return await execute({ request, plan, flags }, invocation);
}

function selectionOf(loaded: LoadedPack, flags: RunFlags): PackSelection {
  const { profile, checkId, category, requireRoles } = flags;
  return {
    loaded,
    ...(profile === undefined ? {} : { profile }),
    ...(checkId ? { checkIds: checkId } : {}),
    ...(category ? { categories: category } : {}),
    ...(requireRoles ? { requireRoles } : {}),
  };
}

function checkedId(id: string): string {
  const { grammar, reasons, didYouMean } = parseExtensionId(id);
  if (grammar !== "bad") return id;
  throw new McptestError("USAGE_BAD_VALUE", `--require ${JSON.stringify(id)}: this is no extension id. ${reasons[0]}`, {
    fix: `Write the whole id, such as --require ${didYouMean ?? "io.modelcontextprotocol/tasks"}.`,
  });
}

function noServer(configFile: string | undefined): McptestError {
  if (configFile === undefined) {
    return new McptestError("USAGE_NO_TARGET", "No target is given, and there is no configuration.", {
      fix: "Write one: mcptest run http://127.0.0.1:3000/mcp, or mcptest run -- node server.js",
    });
  }
  return new McptestError("USAGE_NO_TARGET", `No target is given, and ${configFile} has no servers to run on.`);
}

function runCommand(): Command {
  const command = createCommand("mcptest run", {
    description:
      "Run packs on a server: those that the configuration or --pack names, else those that are installed or bundled. A pack whose extension the server does not have is skipped. Without TARGET: the servers of the configuration.",
    usage: "[options] [TARGET | -- COMMAND...]",
    examples: [
      "mcptest run http://127.0.0.1:3000/mcp",
      "mcptest run --options tasks=tasks.json -- node server.js",
      "mcptest run --suite nightly --reporter terminal --reporter junit=junit.xml",
      "mcptest run http://127.0.0.1:3000/mcp --require io.modelcontextprotocol/tasks",
    ],
    exitCodes: VERDICT_CODES,
  });
  addTargetFlags(command);
  flagGroup(command, "What runs:", [
    flag("--suite <name>", "a suite of the configuration (default: default, else every server and every pack)"),
    repeatable("--pack <name[@range]>", "a pack, by package name or path, in place of those of the configuration"),
    repeatable("--require <id>", "an extension whose absence fails"),
  ]);
  addSelectionFlags(command, "[name=]file|json");
  addCheckFlags(command, "modern, legacy, auto or all (default: auto, the newest era that the server speaks)");
  return command;
}
