import type { CategorySummary, CheckResult, ConformanceResult } from "@mcptest/core/report";
import { conformanceTest } from "./conformance-test.js";
import { BOOLEAN, checkProperties, type Kind, OBJECT, TEXT, TEXTS } from "./properties.js";
import { checkVersion, type MCPServerConfig, SERVER_PROPERTIES, targetOf } from "./server-config.js";

/** Ids that stand for several checks and report the worst of them. */
export type MCPAppsAlias =
  | "ui-tools-present"
  | "ui-tool-metadata-valid"
  | "ui-tool-input-schema-valid"
  | "ui-listed-resources-valid"
  | "ui-resources-readable"
  | "ui-resource-contents-valid"
  | "ui-resource-meta-valid";

/** What {@link MCPAppsConformanceTest} takes. */
export interface MCPAppsConformanceConfig extends MCPServerConfig {
  /** Runs only these checks. Default: all, without the aliases. */
  checkIds?: (MCPAppsAlias | (string & {}))[];
  /** Tools that may be called although they are not annotated read-only, and the arguments of the calls. */
  calls?: Record<string, Record<string, unknown>>;
  /** Permits calling read-only tools with made-up arguments. */
  discoverTools?: boolean;
  /** Counts as violations what only the draft of the specification asks. */
  draft?: boolean;
  /** `false` shows views to no unusual hosts. Default `true`. */
  faultyHosts?: boolean;
  /** A Chromium for the checks of views, and whether it has its sandbox (`true`; root has none). Default: one is looked for. */
  browser?: { path?: string; sandbox?: boolean };
  /** The same server on another transport, where views have to be readable too. */
  also?: MCPServerConfig;
  /** Counts checks of options that are not given as could-not-run. */
  requireRoles?: boolean;
}

/** The categories of checks. */
export type MCPAppsCategory = "negotiation" | "tools" | "resources" | "results" | "view";

/** The result of one check. */
export interface MCPAppsCheckResult extends CheckResult {
  category: MCPAppsCategory;
}

/** What was found out about the server during the run. Lists have at most 50 names. */
export interface MCPAppsDiscovery {
  protocolVersion?: string;
  isAdvertised: boolean;
  /** Tools that name a view. */
  uiToolCount: number;
  uiTools: string[];
  /** Tools with visibility `["app"]`. */
  appOnlyTools: string[];
  /** URIs of views, named by tools or listed. */
  uiResources: string[];
  viewsRead: number;
  calledTools: string[];
}

/** What {@link MCPAppsConformanceTest.run} gives. */
export interface MCPAppsConformanceResult extends Omit<ConformanceResult, "discovery" | "categorySummary" | "checks"> {
  checks: MCPAppsCheckResult[];
  categorySummary: Partial<Record<MCPAppsCategory, CategorySummary>>;
  discovery: MCPAppsDiscovery;
}

const WHERE = "MCPAppsConformanceTest";

const PROPERTIES: Readonly<Record<keyof MCPAppsConformanceConfig, Kind>> = {
  ...SERVER_PROPERTIES,
  checkIds: TEXTS,
  calls: OBJECT,
  discoverTools: BOOLEAN,
  draft: BOOLEAN,
  faultyHosts: BOOLEAN,
  browser: OBJECT,
  also: OBJECT,
  requireRoles: BOOLEAN,
};

/** Options of the pack, each of which is a property here. */
const OPTIONS = ["calls", "discoverTools", "draft", "faultyHosts", "requireRoles"] as const;

const NOTHING_FOUND: MCPAppsDiscovery = {
  isAdvertised: false,
  uiToolCount: 0,
  uiTools: [],
  appOnlyTools: [],
  uiResources: [],
  viewsRead: 0,
  calledTools: [],
};

/** The checks of `mcptest apps conformance`, inside a test runner of one's own. */
export class MCPAppsConformanceTest {
  readonly #config: MCPAppsConformanceConfig;

  /** Throws a `McptestError` (`CONFIG_INVALID`) for a property that does not exist or cannot be used. */
  constructor(config: MCPAppsConformanceConfig) {
    checkProperties(config, PROPERTIES, WHERE);
    targetOf(config, WHERE);
    checkVersion(config.protocolVersion, WHERE);
    if (config.browser) checkProperties(config.browser, { path: TEXT, sandbox: BOOLEAN }, `${WHERE}: browser`);
    if (config.also) {
      checkProperties(config.also, SERVER_PROPERTIES, `${WHERE}: also`);
      targetOf(config.also, `${WHERE}: also`);
    }
    this.#config = config;
  }

  /**
   * Judges the apps of a server. Rejects with a `McptestError` only for what is wrong with the configuration: an unknown
   * check id, options that the pack refuses. Never for what a server does.
   */
  async run(): Promise<MCPAppsConformanceResult> {
    const { checkIds, requireRoles, also, browser } = this.#config;
    const given = OPTIONS.map((name) => [name, this.#config[name]] as const).filter(([, value]) => value !== undefined);
    const result = await conformanceTest("@mcptest/pack-apps", {
      server: this.#config,
      options: Object.fromEntries(given),
      checkIds,
      requireRoles,
      optionNames: Object.fromEntries(OPTIONS.map((name) => [name, name])),
      where: WHERE,
      ...(also ? { also } : {}),
      ...(browser ? { browser } : {}),
    });
    return { ...result, discovery: { ...NOTHING_FOUND, ...result.discovery } } as MCPAppsConformanceResult;
  }
}
