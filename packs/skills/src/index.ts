/**
 * The mcptest pack for Skills over MCP (`io.modelcontextprotocol/skills`).
 * @packageDocumentation
 */
export { skillsPack, skillsPack as default } from "./pack.js";
