import { resolve } from "node:path";
import { McptestError, throwAll } from "../errors/index.js";
import { pinProblem } from "../loader/pin.js";
import { buildPacks } from "./build-packs.js";
import { buildServers } from "./build-servers.js";
import { buildSuites } from "./build-suites.js";
import { type BuildContext, buildContext } from "./context.js";
import { isPlainObject, keyProblems } from "./keys.js";
import { errorsOf, foundAt, type Problem, unknownName } from "./problems.js";
import { check, root, tolerateEntry } from "./schema.js";
import { type ConfigSource, type Path, pathText } from "./source.js";
import { checkToolVersion } from "./tool-version.js";
import type { Config, MissingVariable, Toleration } from "./types.js";
import { replaceVariables, type Unset } from "./variables.js";

/** What building needs beside the source. */
export interface BuildOptions {
  env: NodeJS.ProcessEnv;
  /** Version of the mcptest that runs; without it the key `mcptest` is not held against anything. */
  version?: string;
}

/**
 * Checks a configuration and puts it into its final form. Throws `CONFIG_EMPTY`; `TOOL_VERSION` alone, since a newer
 * tool may know more keys; else everything that is wrong at once.
 */
export async function buildConfig(source: ConfigSource, options: BuildOptions): Promise<Config> {
  const content = contentOf(source);
  throwAll(errorsOf([...extendsProblems(content), ...keyProblems(content)], source));
  if (options.version !== undefined) await checkToolVersion(content.mcptest, options.version, source);
  const context = buildContext(source);
  const replaced = replaceVariables(content, [], options.env);
  const value = replaced.value as Record<string, unknown>;
  context.problems.push(...replaced.problems);
  check(root, value, [], context.problems, context.raw);
  await checkRange(value.mcptest, context.problems);
  const sections = await buildSections(value, context);
  throwAll(errorsOf(context.problems, source));
  return {
    file: source.file,
    ...(typeof value.mcptest === "string" ? { mcptest: value.mcptest } : {}),
    ...sections,
    secrets: [...new Set(replaced.secrets)],
    missing: replaced.unset.map((unset) => missingVariable(unset, source)),
  };
}

async function buildSections(value: Record<string, unknown>, context: BuildContext) {
  const entries = objectOr(value.servers, {});
  const named = objectOr(value.packs, undefined);
  const servers = buildServers(entries, context);
  const packs = named && (await buildPacks(named, ["packs"], context));
  const serverNames = Object.keys(entries);
  const tolerate = tolerations(value.tolerate, serverNames, context);
  const parts = { servers, serverNames, packs, packNames: Object.keys(named ?? {}), tolerate };
  const suites = await buildSuites(objectOr(value.suites, {}), parts, context);
  return { servers, packs, suites, tolerate, ...browserOf(value.browser, context) };
}

/** A path counts from the folder of the configuration. What is wrong was found with the root. */
function browserOf(value: unknown, { folder }: BuildContext): Pick<Config, "browser"> {
  if (!isPlainObject(value)) return {};
  const { path, sandbox } = value;
  return {
    browser: {
      ...(typeof path === "string" ? { path: resolve(folder, path) } : {}),
      ...(typeof sandbox === "boolean" ? { sandbox } : {}),
    },
  };
}

function contentOf(source: ConfigSource): Record<string, unknown> {
  const { value } = source;
  if (isPlainObject(value)) return value;
  if (value === null || value === undefined) {
    const what = value === null ? "it holds nothing (null)" : "it holds no configuration";
    throw new McptestError("CONFIG_EMPTY", `${source.placeOf([])}: ${what}`);
  }
  const message = `${foundAt(value, true)}; expected an object with servers, packs or suites`;
  throw new McptestError("CONFIG_INVALID", `${source.placeOf([])}: ${message}`);
}

function extendsProblems(content: Record<string, unknown>): Problem[] {
  if (!Object.hasOwn(content, "extends")) return [];
  return [{ path: ["extends"], code: "CONFIG_EXTENDS", message: "an mcptest configuration cannot extend another" }];
}

async function checkRange(range: unknown, problems: Problem[]): Promise<void> {
  const problem = typeof range === "string" ? await pinProblem(range) : undefined;
  if (problem === undefined) return;
  problems.push({
    path: ["mcptest"],
    message: `${JSON.stringify(range)}: ${problem.message}`,
    fix: 'Write the range of mcptest that the configuration is for, in quotes, such as "^1.2".',
  });
}

function tolerations(value: unknown, serverNames: string[], { problems, raw }: BuildContext): Toleration[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => {
    const path: Path = ["tolerate", index];
    const toleration = check(tolerateEntry, entry, path, problems, raw);
    const server = toleration?.server;
    if (server !== undefined && !serverNames.includes(server)) {
      problems.push({ path: [...path, "server"], message: unknownName("server", server, serverNames) });
    }
    return toleration ?? [];
  });
}

function missingVariable({ variable, path }: Unset, source: ConfigSource): MissingVariable {
  const [section, name, , pack] = path;
  const owner =
    section === "servers"
      ? { server: String(name) }
      : section === "packs"
        ? { pack: String(name) }
        : { suite: String(name), pack: String(pack) };
  return { variable, place: `${source.placeOf(path)}: ${pathText(path)}`, ...owner };
}

function objectOr<T>(value: unknown, fallback: T): Record<string, unknown> | T {
  return isPlainObject(value) ? value : fallback;
}
