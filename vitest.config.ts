import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Workspace packages run from source: imports between them resolve by the source condition, nothing is built. */
const conditions = ["@mcptest/source"];

function project(name: string, root: string) {
  const globalSetup = "./testing/global-setup.ts";
  return {
    extends: true as const,
    root,
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ["**/*.test.ts"],
      exclude: ["**/node_modules/**", "**/dist/**", "**/fixtures/**"],
      globalSetup: existsSync(new URL(`./${root}/${globalSetup}`, import.meta.url)) ? [globalSetup] : [],
    },
  };
}

function folders(parent: string): string[] {
  return readdirSync(new URL(`./${parent}/`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => entry.name);
}

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    projects: [
      ...folders("packages").map((name) => project(name, `packages/${name}`)),
      ...folders("packs").map((name) => project(`pack-${name}`, `packs/${name}`)),
      ...folders("test").map((name) => project(`test-${name}`, `test/${name}`)),
    ],
  },
});
