import { McptestError, throwAll } from "../errors/index.js";
import type { Target } from "../wire/types.js";
import { isPlainObject } from "./keys.js";
import { unknownName } from "./problems.js";
import type { Config, MissingVariable, Suite } from "./types.js";

/** What the command line says about the suite. */
export interface SuiteSelection {
  /** Name of a suite. Default: `default` if there is one, else every server and every pack. */
  suite?: string;
  /** Names of servers of the configuration, in place of the suite's. */
  server?: string | readonly string[];
  /** Targets in place of the suite's servers. */
  targets?: readonly Target[];
}

/**
 * The suite to run. Without a configuration it has the given targets, and nothing names packs. Throws `SUITE_UNKNOWN` and
 * `SERVER_UNKNOWN` with the names that there are, and `CONFIG_VARIABLE` for every variable that a selected server or pack
 * needs and that is not set.
 */
export function selectSuite(config: Config | undefined, selection: SuiteSelection = {}): Suite {
  const suite = suiteOf(config, selection.suite);
  const servers = serversOf(config, suite, selection);
  const missing = (config?.missing ?? []).filter((one) => isNeeded(one, suite, servers, selection));
  throwAll(missing.map(missingError));
  return { ...suite, servers };
}

/** A server of the configuration. Throws `SERVER_UNKNOWN`, and `CONFIG_VARIABLE` as {@link selectSuite} does. */
export function serverNamed(config: Config, name: string): Target {
  const target = known(config, name);
  throwAll(config.missing.filter((one) => one.server === name).map(missingError));
  return target;
}

function suiteOf(config: Config | undefined, name: string | undefined): Suite {
  const suites = config?.suites ?? new Map<string, Suite>();
  const suite = suites.get(name ?? "default");
  if (suite !== undefined) return suite;
  if (name !== undefined) throw new McptestError("SUITE_UNKNOWN", unknownName("suite", name, suites.keys()));
  return {
    name: "default",
    servers: [...(config?.servers.values() ?? [])],
    packs: config?.packs,
    require: [],
    tolerate: config?.tolerate ?? [],
  };
}

function serversOf(config: Config | undefined, suite: Suite, { server, targets }: SuiteSelection): Target[] {
  if (targets !== undefined) return [...targets];
  if (server === undefined) return suite.servers;
  const names = [...new Set([server].flat())];
  return names.map((name) => known(config, name));
}

function known(config: Config | undefined, name: string): Target {
  const target = config?.servers.get(name);
  if (target !== undefined) return target;
  throw new McptestError("SERVER_UNKNOWN", unknownName("server", name, config?.servers.keys() ?? []));
}

function isNeeded(one: MissingVariable, suite: Suite, servers: Target[], { targets }: SuiteSelection): boolean {
  if (one.server !== undefined) return targets === undefined && servers.some(({ name }) => name === one.server);
  if (one.suite !== undefined && one.suite !== suite.name) return false;
  const request = suite.packs?.find(({ name }) => name === one.pack);
  return holds(request?.options, `\${${one.variable}}`);
}

/** Whether options still have the reference: those of a suite may have taken the place of what had it. */
function holds(value: unknown, reference: string): boolean {
  if (typeof value === "string") return value.includes(reference);
  if (!Array.isArray(value) && !isPlainObject(value)) return false;
  return Object.values(value).some((inner) => holds(inner, reference));
}

/**
 * Throws `CONFIG_VARIABLE` for every variable that is not set and that `options` still refer to. They are those of the
 * pack `name` of the configuration, with what the command line lays over them.
 */
export function requirePackVariables({ missing }: Config, name: string, options: unknown): void {
  const needed = missing.filter(({ pack, suite, variable }) => {
    return pack === name && suite === undefined && holds(options, `\${${variable}}`);
  });
  throwAll(needed.map(missingError));
}

/** The error for a variable that a selected server or pack needs. */
export function missingError({ variable, place }: MissingVariable): McptestError {
  return new McptestError("CONFIG_VARIABLE", `${place}: the environment variable ${variable} is not set`);
}
