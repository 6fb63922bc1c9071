import { throwAll } from "@mcptest/core/errors";
import { BUNDLED_PACKS, type LoadedPack, loadPacks } from "@mcptest/core/loader";
import type { ConformanceResult } from "@mcptest/core/report";
import { conformanceResultOf, DEFAULT_TIMES, run } from "@mcptest/core/runner";
import { DEFAULT_LIMITS } from "@mcptest/core/wire";
import { FIXES, inPropertyWords } from "./fixes.js";
import { checkVersion, type MCPServerConfig, targetOf } from "./server-config.js";
import { VERSION } from "./version.js";

/** What a conformance class asks of a pack. */
export interface ConformanceOptions {
  server: MCPServerConfig;
  /** Options of the pack; the pack checks them. */
  options?: Record<string, unknown>;
  /** Default: the profile of the pack's own command. */
  profile?: string;
  /** Replaces the profile's list. */
  checkIds?: string[];
  requireRoles?: boolean;
  /** The same server on another transport. */
  also?: MCPServerConfig;
  /** For a pack that wants a browser. */
  browser?: { path?: string; sandbox?: boolean };
  /** Names of options in messages, by their path with dots. Default: their path behind `options.`. */
  optionNames?: Readonly<Record<string, string>>;
  /** Name of the class, for messages. */
  where: string;
}

/**
 * Runs one pack on one server, also where its extension is absent; a pack that is not bundled runs in a process of its own. Rejects with a `McptestError` for what is wrong with
 * the configuration; whatever a server does is in the result.
 */
export async function conformanceTest(packName: string, asked: ConformanceOptions): Promise<ConformanceResult> {
  const { server, options = {}, checkIds, requireRoles, also, browser, where, optionNames } = asked;
  const target = targetOf(server, where);
  checkVersion(server.protocolVersion, where);
  const request = {
    name: packName,
    specifier: packName,
    options,
    from: process.cwd(),
    namedIn: where,
    orBundled: BUNDLED_PACKS.includes(packName),
  };
  const { packs, errors } = await loadPacks([request], { bundledFrom: import.meta.url, isolate: true });
  throwAll(errors);
  const [loaded] = packs as [LoadedPack];
  const profile = asked.profile ?? loaded.profile ?? loaded.manifest.command?.profile;
  const selection = {
    loaded,
    ...(profile === undefined ? {} : { profile }),
    ...(checkIds === undefined ? {} : { checkIds }),
    ...(requireRoles === undefined ? {} : { requireRoles }),
    always: true,
  };
  const report = await inPropertyWords(
    run({
      tool: { version: VERSION },
      servers: [target],
      ...(also ? { also: targetOf(also, where) } : {}),
      ...(browser ? { browser } : {}),
      packs: [selection],
      require: [],
      era: loaded.manifest.command?.era ?? "auto",
      ...(server.protocolVersion === undefined ? {} : { protocolVersion: server.protocolVersion }),
      limits: { ...DEFAULT_LIMITS, requestTimeoutMs: server.timeout ?? DEFAULT_LIMITS.requestTimeoutMs },
      optionNaming: { style: "properties", ...(optionNames ? { names: optionNames } : { prefix: "options." }) },
      fixes: FIXES,
      ...DEFAULT_TIMES,
      negotiation: { ...DEFAULT_TIMES.negotiation, clientInfo: { name: "mcptest", version: VERSION } },
    }),
  ).finally(() => loaded.close?.());
  return conformanceResultOf(report, selection);
}
