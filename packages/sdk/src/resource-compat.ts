import type { CategorySummary, CheckResult, ConformanceResult } from "@mcptest/core/report";
import { conformanceTest } from "./conformance-test.js";
import { BOOLEAN, checkProperties, type Kind, OBJECT, TEXTS } from "./properties.js";
import { checkVersion, type MCPServerConfig, SERVER_PROPERTIES, targetOf } from "./server-config.js";

/** What {@link ResourceCompatConformanceTest} takes. */
export interface ResourceCompatConformanceConfig extends MCPServerConfig {
  /** Runs only these checks. Default: all. */
  checkIds?: string[];
  /** The methods that may be called: their names, or arguments by name. No other is called. */
  invoke?: string[] | Record<string, Record<string, unknown>>;
  /** A method that gives a text argument back unchanged, and the name of that argument. */
  echo?: { method: string; member: string };
  /** Counts checks of options that are not given as could-not-run. */
  requireRoles?: boolean;
}

/** The categories of checks. */
export type ResourceCompatCategory = "boundary" | "interface" | "reads" | "calls";

/** What {@link ResourceCompatConformanceTest.run} gives. */
export interface ResourceCompatConformanceResult extends Omit<ConformanceResult, "categorySummary" | "checks"> {
  checks: (CheckResult & { category: ResourceCompatCategory })[];
  categorySummary: Record<ResourceCompatCategory, CategorySummary>;
}

const WHERE = "ResourceCompatConformanceTest";

const INVOKE: Kind = {
  is: "a list of method names, or an object of arguments by method name",
  test: (value) => TEXTS.test(value) || OBJECT.test(value),
};

const PROPERTIES: Readonly<Record<keyof ResourceCompatConformanceConfig, Kind>> = {
  ...SERVER_PROPERTIES,
  checkIds: TEXTS,
  invoke: INVOKE,
  echo: OBJECT,
  requireRoles: BOOLEAN,
};

/** The checks of `mcptest resource-compat conformance`, inside a test runner of one's own. */
export class ResourceCompatConformanceTest {
  readonly #config: ResourceCompatConformanceConfig;

  /** Throws a `McptestError` (`CONFIG_INVALID`) for a property that does not exist or cannot be used. */
  constructor(config: ResourceCompatConformanceConfig) {
    checkProperties(config, PROPERTIES, WHERE);
    targetOf(config, WHERE);
    checkVersion(config.protocolVersion, WHERE);
    this.#config = config;
  }

  /**
   * Judges extensions that the server offers as resources on the revisions before 2026-07-28. Rejects with a
   * `McptestError` only for what is wrong with the configuration. Never for what a server does.
   */
  async run(): Promise<ResourceCompatConformanceResult> {
    const { checkIds, requireRoles, invoke, echo } = this.#config;
    const result = await conformanceTest("@mcptest/pack-resource-compat", {
      server: this.#config,
      options: { ...(invoke ? { invoke } : {}), ...(echo ? { echo } : {}) },
      checkIds,
      requireRoles,
      optionNames: { invoke: "invoke", echo: "echo", requireRoles: "requireRoles" },
      where: WHERE,
    });
    return result as ResourceCompatConformanceResult;
  }
}
