import { type Config, findServer } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import { isNewer, type LoadedPack, type PackRequest } from "@mcptest/core/loader";
import { secretsOf, type Target } from "@mcptest/core/wire";
import { jsonText, visibleLine } from "@mcptest/reporters";
import type { Command } from "commander";
import { mayRewriteLines } from "../../color.js";
import {
  addConfigFlags,
  createCommand,
  flag,
  flagGroup,
  jsonFormatFlag,
  parseCommand,
  repeatable,
} from "../../command.js";
import { type ConfigFlags, configFor } from "../../config.js";
import { versionsToCompare } from "../../diff-packs.js";
import type { Invocation } from "../../invocation.js";
import { readOptions } from "../../pack-options.js";
import { isJsonFormat } from "../../reporters.js";
import { asOurs, type ComparedServer, loadTestkit, type ReleaseQuestion } from "../../testkit.js";
import { expectWords } from "../../words.js";

interface VerifyFlags extends ConfigFlags {
  as?: string;
  server?: string[];
  transcript?: string[];
  options?: string[];
  profile?: string;
  era?: string;
  format?: string;
  quiet?: boolean;
}

const KINDS: readonly string[] = ["patch", "minor", "major"];
const ERAS: readonly string[] = ["auto", "modern", "legacy", "all"];

/** `mcptest packs verify OLD NEW`: 0 the release keeps its promise, 1 it does not, 3 that could not be seen. */
export async function verify(invocation: Invocation): Promise<number> {
  const command = verifyCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<VerifyFlags>();
  expectWords(command.args, ["OLD", "NEW"], invocation);
  const words = command.args as unknown as readonly [string, string];
  const asJson = isJsonFormat(flags.format);
  const as = oneOf("--as", flags.as, KINDS);
  const era = oneOf("--era", flags.era, ERAS);
  const layers = (flags.options ?? []).map((given) => readOptions(given).options);
  const config = await configFor(flags, invocation);
  const place = { cwd: process.cwd(), config };
  const testkit = await loadTestkit(place);
  const servers: ComparedServer[] = [];
  for (const name of flags.server ?? []) servers.push(await serverNamed(name, config, invocation));
  const compared = await versionsToCompare(words, place, layers, invocation);
  const progress = progressOn(process.stderr, flags, invocation);
  try {
    await checkVersions(compared.packs, as, invocation);
    const [before, after] = compared.requests as [PackRequest, PackRequest];
    const answer = await testkit.verifyRelease({
      before,
      after,
      ...(as === undefined ? {} : { as }),
      ...(flags.profile === undefined ? {} : { profile: flags.profile }),
      ...(era === undefined ? {} : { era }),
      servers,
      transcripts: flags.transcript ?? [],
      isolate: true,
      bundledFrom: import.meta.url,
      ...(progress ? { onProgress: progress.show } : {}),
    });
    progress?.clear();
    await invocation.output.out(asJson ? jsonText(answer) : `${testkit.describeRelease(answer)}\n`);
    if (answer.ok) return 0;
    return testkit.brokenPromises(answer) > 0 ? 1 : 3;
  } catch (error) {
    throw asOurs(error);
  } finally {
    progress?.clear();
    compared.dispose();
  }
}

/** The value of a flag with few values. Throws `USAGE_BAD_VALUE`. */
function oneOf(name: string, value: string | undefined, values: readonly string[]): string | undefined {
  if (value === undefined || values.includes(value)) return value;
  throw new McptestError("USAGE_BAD_VALUE", `${name} ${JSON.stringify(value)}: there is no such choice.`, {
    fix: `Write one of: ${values.map((one) => `${name} ${one}`).join(", ")}`,
  });
}

async function checkVersions(
  [old, next]: readonly [LoadedPack, LoadedPack],
  as: string | undefined,
  { name }: Invocation,
): Promise<void> {
  const [one, other] = [old.manifest, next.manifest];
  if (one.name !== other.name) {
    throw new McptestError("USAGE_BAD_VALUE", `${one.name} and ${other.name} are two packs, not two versions of one.`, {
      fix: `Write: ${name} OLD NEW, where both are versions of one pack`,
    });
  }
  if (as !== undefined || (await isNewer(other.version, one.version))) return;
  throw new McptestError(
    "USAGE_BAD_VALUE",
    `${other.name}: the new version is ${other.version}, which is not newer than ${one.version}.`,
    { fix: `Name the older one first, or say what it will be, such as: ${name} --as minor OLD NEW` },
  );
}

async function serverNamed(name: string, config: Config | undefined, invocation: Invocation): Promise<ComparedServer> {
  const places = { cwd: process.cwd(), env: invocation.env, ...(config ? { config } : {}) };
  const { target, secrets } = await findServer(name, places);
  for (const secret of [...secrets, ...secretsOf(target)]) invocation.secrets.add(secret);
  return { name, server: startable(target) };
}

function startable(target: Target): ComparedServer["server"] {
  if (target.kind === "http") return { url: target.url, headers: target.headers };
  const { command, args, env, cwd } = target;
  return { command, args, ...(env ? { env } : {}), ...(cwd === undefined ? {} : { cwd }) };
}

/** A line that is overwritten; only on a terminal. */
function progressOn(terminal: NodeJS.WriteStream, { quiet }: VerifyFlags, { env }: Invocation) {
  if (quiet || !mayRewriteLines({ isTTY: terminal.isTTY === true, env })) return undefined;
  const erase = "\r\u001b[K";
  const show: ReleaseQuestion["onProgress"] = ({ done, total, name }) => {
    const text = visibleLine(`${done}/${total}  ${name}`);
    terminal.write(erase + text.slice(0, (terminal.columns || 80) - 1));
  };
  return { show, clear: () => void terminal.write(erase) };
}

function verifyCommand(): Command {
  const command = createCommand("mcptest packs verify", {
    description:
      "Proves that NEW, a minor or patch release of OLD, turns no green server red: both run on the servers of @mcptest/testkit (one that obeys, every variant, every fault, where they have the extension of the pack), on servers of yours and over saved transcripts. OLD and NEW are NAME@VERSION, which is installed into a temporary folder, or a name, an alias or a path that is here.",
    usage: "[options] OLD NEW",
    examples: [
      "mcptest packs verify mcptest-pack-widgets@1.2.0 . --as minor --server toy",
      "mcptest packs verify @mcptest/pack-tasks@1.0.0 @mcptest/pack-tasks@1.1.0",
    ],
    exitCodes: `Exit codes:
  0  the release keeps what its version promises; a major one, and one below 1.0.0, promises nothing
  1  it does not
  2  usage, configuration or pack trouble, or @mcptest/testkit is not installed
  3  incomplete: a server could not be tested, nothing was judged, or the registry could not be reached`,
  });
  flagGroup(command, "What is compared:", [
    flag("--as <kind>", "judge NEW as the next patch, minor or major release of OLD, whatever its version says"),
    repeatable("--server <name>", "a server of the configuration, beside those of the testkit"),
    repeatable("--transcript <file>", "a transcript that --save-transcript wrote"),
    repeatable("--options <file|json>", "options of both versions: a JSON file, or JSON itself"),
    flag("--profile <name>", "profile of both versions (default: that of each)"),
    flag("--era <era>", "modern, legacy, auto or all (default: auto, the newest era that the server speaks)"),
  ]);
  addConfigFlags(command);
  flagGroup(command, "Output:", [flag("--quiet", "no progress"), jsonFormatFlag()]);
  return command;
}
