import type { CategorySummary, CheckResult, ConformanceResult } from "@mcptest/core/report";
import { conformanceTest } from "./conformance-test.js";
import { BOOLEAN, checkProperties, type Kind, MILLISECONDS, OBJECT, TEXT, TEXTS } from "./properties.js";
import { checkVersion, type MCPServerConfig, SERVER_PROPERTIES, targetOf } from "./server-config.js";

/** Ids of the checks of the profile `baseline`. */
export type MCPTasksCheckId =
  | "tasks-wire-resolvable"
  | "tasks-declaration-hygiene"
  | "tasks-result-type-discipline"
  | "tasks-undeclared-creation-refused"
  | "tasks-ttl-shape"
  | "tasks-inline-result"
  | "tasks-mcp-name-routing"
  | "tasks-undeclared-capability-rejected";

/** A tool that plays a part, and how it is called. */
export interface MCPTasksRole {
  tool?: string;
  arguments?: Record<string, unknown>;
  /** Answers by key (`"*"`: any other key) as bare results, or `auto`. */
  inputResponses?: "auto" | Record<string, Record<string, unknown>>;
  deterministic?: boolean;
}

/** What {@link MCPTasksConformanceTest} takes. */
export interface MCPTasksConformanceConfig extends MCPServerConfig {
  /** Runs only these checks. Default: those of the profile. */
  checkIds?: (MCPTasksCheckId | (string & {}))[];
  /** Tool that provokes a task. Needed on the extension wire; picked by the pack on 2025-11-25 when left out. */
  toolName?: string;
  /** Arguments of that tool. Default `{}`. */
  toolArguments?: Record<string, unknown>;
  /** Milliseconds in which the created task has to end. Default 30 000. */
  pollTimeoutMs?: number;
  /** Default `baseline`. */
  profile?: "baseline" | "full";
  /** Tools by the part they play; `toolName` and `toolArguments` are short for `roles.task`. */
  roles?: Record<string, MCPTasksRole>;
  /** Counts checks of roles that are not configured as could-not-run. */
  requireRoles?: boolean;
  /** Permits trying tools that are annotated read-only until one answers with a task. */
  discoverTools?: boolean;
  /** Headers of another principal, HTTP only. Values are secrets. */
  secondIdentity?: Record<string, string>;
}

/** The result of one check. */
export interface MCPTasksCheckResult extends CheckResult {
  category: MCPTasksCategory;
}

/** The three categories of checks. */
export type MCPTasksCategory = "dispatch" | "creation" | "lifecycle";

/** What was found out about the server during the run. */
export interface MCPTasksDiscovery {
  wire: "extension" | "legacy" | "none";
  protocolVersion?: string;
  toolCount: number;
  /** Tools whose `execution.taskSupport` is `required` or `optional`. */
  taskCapableToolCount: number;
  /** Tool that was called to provoke a task. */
  probedTool?: string;
  createdTaskId?: string;
}

/** What {@link MCPTasksConformanceTest.run} gives. */
export interface MCPTasksConformanceResult extends Omit<ConformanceResult, "discovery" | "categorySummary" | "checks"> {
  checks: MCPTasksCheckResult[];
  categorySummary: Record<MCPTasksCategory, CategorySummary>;
  discovery: MCPTasksDiscovery;
}

const WHERE = "MCPTasksConformanceTest";

const PROPERTIES: Readonly<Record<keyof MCPTasksConformanceConfig, Kind>> = {
  ...SERVER_PROPERTIES,
  checkIds: TEXTS,
  toolName: TEXT,
  toolArguments: OBJECT,
  pollTimeoutMs: MILLISECONDS,
  profile: TEXT,
  roles: OBJECT,
  requireRoles: BOOLEAN,
  discoverTools: BOOLEAN,
  secondIdentity: OBJECT,
};

/** Options that have a property of their own. */
const OPTION_NAMES = { "roles.task.tool": "toolName", "roles.task.arguments": "toolArguments" };

const NOTHING_FOUND: MCPTasksDiscovery = { wire: "none", toolCount: 0, taskCapableToolCount: 0 };

/** The checks of `mcptest tasks conformance`, inside a test runner of one's own. */
export class MCPTasksConformanceTest {
  readonly #config: MCPTasksConformanceConfig;

  /** Throws a `McptestError` (`CONFIG_INVALID`) for a property that does not exist or cannot be used. */
  constructor(config: MCPTasksConformanceConfig) {
    checkProperties(config, PROPERTIES, WHERE);
    targetOf(config, WHERE);
    checkVersion(config.protocolVersion, WHERE);
    this.#config = config;
  }

  /**
   * Provokes a task, follows it and judges what came. Rejects with a `McptestError` only for what is wrong with the
   * configuration: an unknown check id, options that the pack refuses. Never for what a server does.
   */
  async run(): Promise<MCPTasksConformanceResult> {
    const { checkIds, profile, requireRoles } = this.#config;
    const result = await conformanceTest("@mcptest/pack-tasks", {
      server: this.#config,
      options: packOptions(this.#config),
      checkIds,
      profile,
      requireRoles,
      optionNames: OPTION_NAMES,
      where: WHERE,
    });
    return { ...result, discovery: { ...NOTHING_FOUND, ...result.discovery } } as MCPTasksConformanceResult;
  }
}

function packOptions(config: MCPTasksConformanceConfig): Record<string, unknown> {
  const { toolName, toolArguments, roles, requireRoles, discoverTools, pollTimeoutMs, secondIdentity } = config;
  const task = { ...roles?.task, ...given({ tool: toolName, arguments: toolArguments }) };
  const allRoles = { ...roles, ...(Object.keys(task).length > 0 ? { task } : {}) };
  return given({ roles: allRoles, requireRoles, discoverTools, pollTimeoutMs, secondIdentity });
}

/** The members that are not `undefined`. */
function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
