/**
 * A report in, text out.
 * @packageDocumentation
 */
export { renderConformanceReportJson } from "./conformance-json.js";
export { renderGitHubAnnotations } from "./github.js";
export { jsonText, renderJson, renderJsonSummary } from "./json.js";
export { renderConformanceReportJUnitXml, renderReportJUnitXml } from "./junit.js";
export { renderMarkdown } from "./markdown.js";
export { renderSarif } from "./sarif/index.js";
export { renderTap } from "./tap.js";
export { renderTerminal, type TerminalOptions } from "./terminal/index.js";
export { ruleText } from "./terminal/rule.js";
export { quoted, visible, visibleLine } from "./visible.js";
