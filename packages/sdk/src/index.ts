/**
 * mcptest for people who write tests: conformance classes and report helpers in one import.
 * @packageDocumentation
 */
export { defineConfig, type UserConfig } from "@mcptest/core/config";
export { explain, McptestError, McptestErrors } from "@mcptest/core/errors";
export type { CheckResult, ConformanceReport, ConformanceResult } from "@mcptest/core/report";
export { toConformanceReport } from "@mcptest/core/report";
export { renderConformanceReportJson, renderConformanceReportJUnitXml } from "@mcptest/reporters";
export {
  type MCPAppsAlias,
  type MCPAppsCategory,
  type MCPAppsCheckResult,
  type MCPAppsConformanceConfig,
  type MCPAppsConformanceResult,
  MCPAppsConformanceTest,
  type MCPAppsDiscovery,
} from "./apps.js";
export { type ConformanceOptions, conformanceTest } from "./conformance-test.js";
export {
  type MCPCategory,
  type MCPCheckResult,
  type MCPConformanceConfig,
  type MCPConformanceResult,
  MCPConformanceTest,
  type MCPToolCall,
} from "./negotiation.js";
export {
  type ResourceCompatCategory,
  type ResourceCompatConformanceConfig,
  type ResourceCompatConformanceResult,
  ResourceCompatConformanceTest,
} from "./resource-compat.js";
export type { MCPServerConfig } from "./server-config.js";
export {
  type MCPSkillsCategory,
  type MCPSkillsCheckResult,
  type MCPSkillsConformanceConfig,
  type MCPSkillsConformanceResult,
  MCPSkillsConformanceTest,
  type MCPSkillsDiscovery,
} from "./skills.js";
export {
  type MCPTasksCategory,
  type MCPTasksCheckId,
  type MCPTasksCheckResult,
  type MCPTasksConformanceConfig,
  type MCPTasksConformanceResult,
  MCPTasksConformanceTest,
  type MCPTasksDiscovery,
  type MCPTasksRole,
} from "./tasks.js";
