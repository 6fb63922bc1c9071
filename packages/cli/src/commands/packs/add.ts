import { basename, dirname, join } from "node:path";
import { type Config, configWithPin, type Pin, pinInCode, withPin } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import {
  installWords,
  isNpmName,
  type LoadedPack,
  loadPacks,
  type PackRequest,
  packageNameOf,
  pinError,
  removeCommand,
} from "@mcptest/core/loader";
import { visibleLine } from "@mcptest/reporters";
import type { Command } from "commander";
import { createCommand, flag, flagGroup, parseCommand } from "../../command.js";
import { type ConfigFlags, configFor } from "../../config.js";
import { LIST_CODES } from "../../help-text.js";
import type { Invocation } from "../../invocation.js";
import { namingsOf, suitesThatSearch } from "../../named-packs.js";
import { writeOutputFile } from "../../output.js";
import { quietWords, runManagerWell } from "../../package-manager.js";
import { discoveredPacks, loading } from "../../packs.js";
import { declaredPackage, declaredRange, hidesPackages, projectFolder } from "../../project-folder.js";
import { expectWords } from "../../words.js";

interface AddFlags extends Pick<ConfigFlags, "config"> {
  as?: string;
}

/** What is to be added. */
interface Wanted {
  /** Key in the configuration and name in node_modules. */
  key: string;
  packageName: string;
  range?: string;
}

/** `mcptest packs add NAME@RANGE`. */
export async function add(invocation: Invocation): Promise<number> {
  const command = addCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<AddFlags>();
  expectWords(command.args, ["NAME@RANGE"], invocation);
  const wanted = await wantedPack(command.args[0] ?? "", flags.as);
  const config = await configFor(flags, invocation);
  const folder = projectFolder(config ? dirname(config.file) : process.cwd(), invocation.name);
  checkFree(wanted, folder, config);
  const searched = await searchedBefore(config);
  await install(wanted, folder, invocation);
  const version = hidesPackages(folder)
    ? undefined
    : (await loadInstalled(wanted, config?.file ?? join(folder, "package.json"))).manifest.version;
  const isChecked = version === undefined ? "; whether it is a pack, yarn mcptest packs list tells" : ` ${version}`;
  await invocation.output.out(`installed ${named(wanted)}${isChecked}, in ${visibleLine(folder)}\n`);
  await writePin(pinOf(wanted, version, folder), config, { folder, searched }, invocation);
  return 0;
}

/** Reads `NAME@RANGE` and `--as`. Throws `USAGE_BAD_VALUE` and `PACK_PIN_INVALID`. */
async function wantedPack(word: string, alias: string | undefined): Promise<Wanted> {
  const at = word.indexOf("@", 1);
  const packageName = at === -1 ? word : word.slice(0, at);
  const range = at === -1 ? undefined : word.slice(at + 1);
  for (const name of [packageName, ...(alias === undefined ? [] : [alias])]) {
    if (isNpmName(name) && packageNameOf(name) === name) continue;
    throw new McptestError("USAGE_BAD_VALUE", `${JSON.stringify(name)} is no name of an npm package.`, {
      fix: "Write NAME@RANGE, such as mcptest-pack-widgets@^1.2. A pack in a folder needs no installation: name its path under packs.",
    });
  }
  const wrong = range === undefined ? undefined : await pinError(packageName, range, "mcptest packs add");
  if (wrong) throw wrong;
  return { key: alias ?? packageName, packageName, ...(range === undefined ? {} : { range }) };
}

/** Sees that nothing else has the name: what is installed under it would go, and its pin. Throws `USAGE_BAD_VALUE`. */
function checkFree({ key, packageName }: Wanted, folder: string, config: Config | undefined): void {
  const declared = declaredPackage(key, folder);
  const entry = namingsOf(config).find(({ request }) => request.name === key)?.request;
  const pinned = entry && (entry.packageName ?? declared ?? entry.name);
  const other = [declared, pinned].find((name) => name !== undefined && name !== packageName);
  if (other === undefined) return;
  const place = other === declared ? `the package.json in ${folder}` : (entry as PackRequest).namedIn;
  const meaning = other === key ? "another package" : `the package ${other}`;
  throw new McptestError("USAGE_BAD_VALUE", `${key} is taken: in ${place} it is ${meaning}, not ${packageName}.`, {
    fix: `Choose an alias that nothing else has, such as: mcptest packs add ${packageName} --as ${key}-next`,
  });
}

async function install({ key, packageName, range }: Wanted, folder: string, { env }: Invocation): Promise<void> {
  const version = range === undefined ? "" : `@${range}`;
  const specifier = key === packageName ? `${packageName}${version}` : `${key}@npm:${packageName}${version}`;
  await runManagerWell(quietWords(installWords(folder, [specifier])), { cwd: folder, env });
}

/** The pack as the configuration will find it. Nothing is taken out again where it is none. */
async function loadInstalled({ key, packageName, range }: Wanted, from: string): Promise<LoadedPack> {
  const request: PackRequest = {
    name: key,
    specifier: key,
    ...(key === packageName ? {} : { packageName }),
    ...(range === undefined ? {} : { range }),
    from,
    namedIn: "mcptest packs add",
  };
  const { packs, errors } = await loadPacks([request], loading({ cwd: process.cwd(), config: undefined }, BARE));
  const [error] = errors;
  if (error === undefined) return packs[0] as LoadedPack;
  const fix = error.code === "PACK_NOT_A_PACK" ? "Check the name: this package is no pack of mcptest." : error.fix;
  throw new McptestError(error.code, `${error.message}\nIt stays installed, and the configuration is as it was.`, {
    fix: `${fix}${fix.endsWith(".") ? " To" : "; to"} take it out: ${removeCommand(from, key)}`,
    cause: error,
  });
}

const BARE = { withoutOptions: true } as const;

function pinOf({ key, packageName, range }: Wanted, version: string | undefined, folder: string): Pin {
  return {
    name: key,
    range: range ?? (version === undefined ? (declaredRange(key, folder) ?? "*") : `^${version}`),
    ...(key === packageName ? {} : { packageName }),
  };
}

/** Names of the packs that run although nothing names them: they no longer do once the configuration names one. */
async function searchedBefore(config: Config | undefined): Promise<string[]> {
  if (suitesThatSearch(config) === undefined) return [];
  const { packs } = await discoveredPacks({ cwd: process.cwd(), config });
  return packs.map(({ manifest }) => manifest.name);
}

async function writePin(
  pin: Pin,
  config: Config | undefined,
  { folder, searched }: { folder: string; searched: readonly string[] },
  invocation: Invocation,
): Promise<void> {
  const file = config?.file ?? join(folder, "mcptest.config.yaml");
  const text = config ? await withPin(file, pin) : await configWithPin(pin);
  const { output } = invocation;
  if (text === undefined) {
    const lines = [`${visibleLine(file)} is not edited by mcptest. Write into it:`, `  ${pinInCode(pin)}`];
    return await output.out(`${lines.join("\n")}\n`);
  }
  await writeOutputFile(file, text);
  const now = await configFor({ config: file }, invocation);
  const naming = namingsOf(now).find(({ request }) => request.name === pin.name && request.range === pin.range);
  const others = searched.filter((name) => name !== pin.name && name !== pin.packageName);
  await output.out(
    [
      `pinned to ${pin.range} in ${config ? visibleLine(file) : `${basename(file)}, which is new`}`,
      ...((now?.suites.size ?? 0) > 0 && naming?.suites.length === 0 ? ["no suite names it yet"] : []),
      ...(others.length > 0
        ? [`the configuration names packs now, so these no longer run unless it names them too: ${others.join(", ")}`]
        : []),
      "",
    ].join("\n"),
  );
}

function named({ key, packageName }: Wanted): string {
  return key === packageName ? packageName : `${packageName} as ${key}`;
}

function addCommand(): Command {
  const command = createCommand("mcptest packs add", {
    description:
      "Installs a pack as a development dependency with the package manager of the project, and writes its pin into the configuration, where comments and spacing stay as they are. Without a configuration it makes one. Without RANGE the newest version is taken, with a caret.",
    usage: "[options] NAME@RANGE",
    examples: [
      "mcptest packs add mcptest-pack-widgets@1.x",
      "mcptest packs add mcptest-pack-widgets@^2.0.0 --as widgets-next",
    ],
    exitCodes: `${LIST_CODES}
  3  the registry did not answer`,
  });
  flagGroup(command, "What is written:", [
    flag("--as <alias>", "install and name it under an npm alias, beside another version"),
    flag("--config <file>", "configuration file (default: the nearest mcptest.config.* of this project)"),
  ]);
  return command;
}
