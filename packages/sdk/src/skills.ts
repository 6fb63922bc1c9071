import type { CategorySummary, CheckResult, ConformanceResult } from "@mcptest/core/report";
import { conformanceTest } from "./conformance-test.js";
import { BOOLEAN, checkProperties, type Kind, OBJECT, TEXT, TEXTS } from "./properties.js";
import { checkVersion, type MCPServerConfig, SERVER_PROPERTIES, targetOf } from "./server-config.js";

/** What {@link MCPSkillsConformanceTest} takes. */
export interface MCPSkillsConformanceConfig extends MCPServerConfig {
  /** Runs only these checks. Default: all. */
  checkIds?: string[];
  /** URIs of skills that need not be listed, such as `skill://deploy/SKILL.md`. */
  skillUris?: string[];
  /** Sends methods that the server does not declare, to see what becomes of them. */
  negativeProbes?: boolean;
  /** A file that was put outside of all skills, and a text that stands in it alone. */
  canary?: { path: string; text: string };
  /** The same server on another transport, where skills have to be the same. */
  also?: MCPServerConfig;
  /** Counts checks of options that are not given as could-not-run. */
  requireRoles?: boolean;
}

/** The categories of checks. */
export type MCPSkillsCategory = "negotiation" | "listing" | "skill" | "files" | "directories";

/** The result of one check. */
export interface MCPSkillsCheckResult extends CheckResult {
  category: MCPSkillsCategory;
}

/** What was found out about the server during the run. */
export interface MCPSkillsDiscovery {
  protocolVersion?: string;
  isAdvertised: boolean;
  directoryRead: boolean;
  /** How the extension is reached: `native`, `unofficial` or `resources`. */
  route?: string;
  /** Entries of `skills/list`. */
  skillCount: number;
  /** URIs of the skills that were judged, 50 at most. */
  skills: string[];
  filesVerified: number;
  bytesVerified: number;
}

/** What {@link MCPSkillsConformanceTest.run} gives. */
export interface MCPSkillsConformanceResult
  extends Omit<ConformanceResult, "discovery" | "categorySummary" | "checks"> {
  checks: MCPSkillsCheckResult[];
  categorySummary: Partial<Record<MCPSkillsCategory, CategorySummary>>;
  discovery: MCPSkillsDiscovery;
}

const WHERE = "MCPSkillsConformanceTest";

const PROPERTIES: Readonly<Record<keyof MCPSkillsConformanceConfig, Kind>> = {
  ...SERVER_PROPERTIES,
  checkIds: TEXTS,
  skillUris: TEXTS,
  negativeProbes: BOOLEAN,
  canary: OBJECT,
  also: OBJECT,
  requireRoles: BOOLEAN,
};

/** Options of the pack, each of which is a property here. */
const OPTIONS = ["skillUris", "negativeProbes", "canary", "requireRoles"] as const;

const NOTHING_FOUND: MCPSkillsDiscovery = {
  isAdvertised: false,
  directoryRead: false,
  skillCount: 0,
  skills: [],
  filesVerified: 0,
  bytesVerified: 0,
};

/** The checks of `mcptest skills conformance`, inside a test runner of one's own. */
export class MCPSkillsConformanceTest {
  readonly #config: MCPSkillsConformanceConfig;

  /** Throws a `McptestError` (`CONFIG_INVALID`) for a property that does not exist or cannot be used. */
  constructor(config: MCPSkillsConformanceConfig) {
    checkProperties(config, PROPERTIES, WHERE);
    targetOf(config, WHERE);
    checkVersion(config.protocolVersion, WHERE);
    if (config.canary) checkProperties(config.canary, { path: TEXT, text: TEXT }, `${WHERE}: canary`);
    if (config.also) {
      checkProperties(config.also, SERVER_PROPERTIES, `${WHERE}: also`);
      targetOf(config.also, `${WHERE}: also`);
    }
    this.#config = config;
  }

  /**
   * Judges the skills of a server. Rejects with a `McptestError` only for what is wrong with the configuration: an unknown
   * check id, options that the pack refuses. Never for what a server does.
   */
  async run(): Promise<MCPSkillsConformanceResult> {
    const { checkIds, requireRoles, also } = this.#config;
    const given = OPTIONS.map((name) => [name, this.#config[name]] as const).filter(([, value]) => value !== undefined);
    const result = await conformanceTest("@mcptest/pack-skills", {
      server: this.#config,
      options: Object.fromEntries(given),
      checkIds,
      requireRoles,
      optionNames: Object.fromEntries(OPTIONS.map((name) => [name, name])),
      where: WHERE,
      ...(also ? { also } : {}),
    });
    return { ...result, discovery: { ...NOTHING_FOUND, ...result.discovery } } as MCPSkillsConformanceResult;
  }
}
