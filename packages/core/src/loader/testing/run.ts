import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "./project.js";

const packageFolder = join(import.meta.dirname, "../../..");

/** What a child process left behind. */
export interface ChildRun {
  /** Exit code; `null` when it was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a TypeScript module in a Node of its own, with our packages from source. `env` is added to ours. */
export function runTypeScript(source: string, env: Record<string, string> = {}): Promise<ChildRun> {
  const file = join(project({}), "script.mts");
  writeFileSync(file, source);
  const args = ["--conditions=@mcptest/source", "--import", "tsx", file];
  return new Promise((resolve) => {
    const options = { cwd: packageFolder, env: { ...process.env, ...env }, timeout: 25_000 };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}
