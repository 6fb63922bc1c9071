/**
 * For `mcptest.config.ts`: `import { defineConfig } from "mcptest"`.
 * @packageDocumentation
 */
export { defineConfig, type UserConfig } from "@mcptest/core/config";
