import type { CategorySummary, CheckResult, ConformanceResult } from "@mcptest/core/report";
import { conformanceTest } from "./conformance-test.js";
import { BOOLEAN, checkProperties, type Kind, OBJECT, TEXT, TEXTS } from "./properties.js";
import { checkVersion, type MCPServerConfig, SERVER_PROPERTIES, targetOf } from "./server-config.js";

/** A tool, and how it is called. */
export interface MCPToolCall {
  tool: string;
  /** Default `{}`. */
  arguments?: Record<string, unknown>;
}

/** What {@link MCPConformanceTest} takes. */
export interface MCPConformanceConfig extends MCPServerConfig {
  /** Runs only these checks. Default: all. */
  checkIds?: string[];
  /** A call that changes nothing. Default: the first tool that is annotated read-only and needs no argument. */
  call?: MCPToolCall;
  /** A call that asks for input, and bare results by key (`"*"`: any other key), or `auto`. */
  ask?: MCPToolCall & { inputResponses?: "auto" | Record<string, Record<string, unknown>> };
  /** A call with an argument that is annotated `x-mcp-header`. */
  headerTool?: MCPToolCall;
  /** A call that changes a list, and so the server. */
  changeList?: MCPToolCall;
  /** Path of the file that `mcptest capabilities --save` wrote. */
  baseline?: string;
  /** Where a foreign `Origin` may be sent. Default `loopback`. */
  origin?: "loopback" | "always" | "never";
  /** Extension ids under a reserved prefix that are no mistake. */
  knownIds?: string[];
  /** The same server on another transport, to compare with. */
  also?: MCPServerConfig;
  /** Counts checks of options that are not given as could-not-run. */
  requireRoles?: boolean;
}

/** The categories of checks. */
export type MCPCategory =
  | "messages"
  | "transport"
  | "discovery"
  | "versions"
  | "ids"
  | "extensions"
  | "calls"
  | "listen";

/** The result of one check. */
export interface MCPCheckResult extends CheckResult {
  category: MCPCategory;
}

/** What {@link MCPConformanceTest.run} gives. */
export interface MCPConformanceResult extends Omit<ConformanceResult, "categorySummary" | "checks"> {
  checks: MCPCheckResult[];
  categorySummary: Record<MCPCategory, CategorySummary>;
}

const WHERE = "MCPConformanceTest";

const PROPERTIES: Readonly<Record<keyof MCPConformanceConfig, Kind>> = {
  ...SERVER_PROPERTIES,
  checkIds: TEXTS,
  call: OBJECT,
  ask: OBJECT,
  headerTool: OBJECT,
  changeList: OBJECT,
  baseline: TEXT,
  origin: TEXT,
  knownIds: TEXTS,
  also: OBJECT,
  requireRoles: BOOLEAN,
};

/** Options of the pack, each of which is a property here. */
const OPTIONS = ["call", "ask", "headerTool", "changeList", "baseline", "origin", "knownIds", "requireRoles"] as const;

/** The checks of `mcptest negotiation conformance`, inside a test runner of one's own. */
export class MCPConformanceTest {
  readonly #config: MCPConformanceConfig;

  /** Throws a `McptestError` (`CONFIG_INVALID`) for a property that does not exist or cannot be used. */
  constructor(config: MCPConformanceConfig) {
    checkProperties(config, PROPERTIES, WHERE);
    targetOf(config, WHERE);
    checkVersion(config.protocolVersion, WHERE);
    if (config.also) {
      checkProperties(config.also, SERVER_PROPERTIES, `${WHERE}: also`);
      targetOf(config.also, `${WHERE}: also`);
    }
    this.#config = config;
  }

  /**
   * Judges what extensions stand on: identifiers, negotiation, discovery, versions and transports. Rejects with a
   * `McptestError` only for what is wrong with the configuration. Never for what a server does.
   */
  async run(): Promise<MCPConformanceResult> {
    const { checkIds, requireRoles, also } = this.#config;
    const given = OPTIONS.map((name) => [name, this.#config[name]] as const).filter(([, value]) => value !== undefined);
    const result = await conformanceTest("@mcptest/pack-negotiation", {
      server: this.#config,
      options: Object.fromEntries(given),
      checkIds,
      requireRoles,
      optionNames: Object.fromEntries(OPTIONS.map((name) => [name, name])),
      where: WHERE,
      ...(also ? { also } : {}),
    });
    return result as MCPConformanceResult;
  }
}
