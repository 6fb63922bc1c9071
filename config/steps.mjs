// Steps that the scripts share. Node's own modules only: the first of them is the install.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.mjs";

/** Installs exactly the lockfile, with the pnpm that package.json names, on a machine that has only npm. */
export function install() {
  return pnpm(["install", "--frozen-lockfile", "--reporter=append-only"]);
}

/** Runs the pnpm that package.json names. */
export function pnpm(args) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return run("npx", ["--yes", packageManager, ...args]);
}

/** Runs one of our scripts, or a program of an installed package, with the Node that runs this. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/**
 * Runs a command in the root folder with our own output; its exit code, 1 when it was killed or could not start.
 * `env` is added to ours; after `timeoutMs` it is sent SIGTERM.
 */
function run(command, args, { env = {}, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const shell = process.platform === "win32" && command === "npx";
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell,
      stdio: ["ignore", "inherit", "inherit"],
      timeout: timeoutMs,
    });
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
