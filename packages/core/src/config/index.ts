export * from "./define.js";
export { type ConfigOptions, loadConfig } from "./load.js";
export {
  type FoundServer,
  findServer,
  type McpServers,
  mcpServer,
  mcpServersFile,
  type ServerPlaces,
} from "./mcp-servers.js";
export { requirePackVariables, type SuiteSelection, selectSuite } from "./select.js";
export * from "./types.js";
export { configWithPin, type Pin, pinInCode, withPin } from "./write-pin.js";
