import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";
import { project } from "./project.js";

/** The pack of these tests, for an extension that no server of the testkit has. */
export const TRAINS = "mcptest-pack-trains";
const EXTENSION = "com.example/trains";

/** The body of `run` of a check, and what else differs. */
export interface CheckSource {
  body: string;
  since?: string;
  level?: string;
}

/** A server of the extension. */
const SERVER = `
import { serveStdio } from "@mcptest/testkit";
const trains = () => ({
  capabilities: (era) => (era === "modern" ? { extensions: { "${EXTENSION}": {} } } : {}),
});
const { stdin: input, stdout: output, stderr: errors } = process;
await serveStdio({ era: "modern", extensions: [trains] }, { input, output, errors, exit: process.exit }).ended;
`;

/** Files of a pack in the folder `path`. */
export function trains(path: string, version: string, checks: Record<string, CheckSource>): Record<string, string> {
  const sources = Object.entries(checks).map(
    ([id, { body, since = "1.0.0", level = "must" }]) => `{
    kind: "check", id: "${id}", category: "trains", title: "${id}", description: "${id}", level: "${level}",
    since: "${since}", phase: "list", rule: { source: "trains" },
    run(_values, verdict) { ${body} },
  }`,
  );
  const manifest = { name: TRAINS, version, type: "module", exports: "./index.js", mcptestPack: { contract: 1 } };
  return {
    [`${path}/package.json`]: JSON.stringify(manifest),
    [`${path}/index.js`]: `export default {
  name: "${TRAINS}", version: "${version}", extension: "${EXTENSION}",
  checks: [${sources.join(", ")}],
  "~mcptest": { kind: "pack", contract: 1 },
};
`,
  };
}

/** A project with a server of trains, called `station`. With `testkit` that is installed as well. */
export function trainProject(files: Record<string, string>, { testkit = true } = {}): string {
  const cwd = project({
    "mcptest.config.json": {
      servers: {
        station: { command: process.execPath, args: ["server.mjs"] },
        closed: { command: process.execPath, args: ["--eval", "process.exit(1)"] },
      },
    },
    "server.mjs": testkit ? SERVER : "",
    "package-lock.json": {},
    ...files,
  });
  if (!testkit) return cwd;
  mkdirSync(join(cwd, "node_modules/@mcptest"), { recursive: true });
  symlinkSync(join(root, "packages/testkit"), join(cwd, "node_modules/@mcptest/testkit"), "junction");
  return cwd;
}
