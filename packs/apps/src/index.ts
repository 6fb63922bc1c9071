/**
 * The mcptest pack for MCP Apps (`io.modelcontextprotocol/ui`).
 * @packageDocumentation
 */
export { appsPack, appsPack as default } from "./pack.js";
