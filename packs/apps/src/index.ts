/**
 * The mcptest pack for MCP Apps (`io.modelcontextprotocol/ui`): on the wire, and in a real browser.
 * @packageDocumentation
 */
export { appsPack, appsPack as default } from "./pack.js";
