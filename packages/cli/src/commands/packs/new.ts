import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { McptestError } from "@mcptest/core/errors";
import { installerAt } from "@mcptest/core/loader";
import type { Command } from "commander";
import { createCommand, flag, flagGroup, parseCommand } from "../../command.js";
import type { Invocation } from "../../invocation.js";

/** What `npm create mcptest-pack` runs. It is no part of mcptest: the package manager fetches it. */
const INITIALIZER = "mcptest-pack";

interface NewFlags {
  extension?: string;
  name?: string;
  typescript?: boolean;
  javascript?: boolean;
}

/**
 * `mcptest packs new [FOLDER]`: `create-mcptest-pack`, run by the package manager of the project, which may ask at the
 * terminal. Gives 0 when it has made a pack, 130 when it was stopped, else 2.
 */
export async function newPack(invocation: Invocation): Promise<number> {
  const command = newCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const extra = command.args[1] ?? invocation.serverCommand?.[0];
  if (extra !== undefined) {
    throw new McptestError("USAGE_BAD_VALUE", `${JSON.stringify(extra)} is one argument too many.`, {
      fix: `Write: ${invocation.name} FOLDER`,
    });
  }
  const given = wordsOf(command.args, command.opts<NewFlags>());
  const code = await runHere(createWords(installerAt(process.cwd()), given), invocation);
  return code === 0 || code === 130 ? code : 2;
}

function wordsOf(folders: readonly string[], { extension, name, typescript, javascript }: NewFlags): string[] {
  return [
    ...folders,
    ...(extension === undefined ? [] : [`--extension=${extension}`]),
    ...(name === undefined ? [] : [`--name=${name}`]),
    ...(typescript ? ["--typescript"] : []),
    ...(javascript ? ["--javascript"] : []),
  ];
}

/** The command line that fetches and runs the initializer. npm alone keeps flags for itself that stand before `--`. */
function createWords(installer: ReturnType<typeof installerAt>, given: readonly string[]): string[] {
  const manager = installer.replace(/-.*/, "");
  return manager === "npm"
    ? ["npm", "create", "--yes", INITIALIZER, "--", ...given]
    : [manager, "create", INITIALIZER, ...given];
}

/**
 * Runs a package manager at our own terminal. Throws `PACKAGE_MANAGER_FAILED` when it cannot be started. Of npm's errors
 * those are left out which only say that the initializer failed: it has said why.
 */
async function runHere(
  [program = "", ...args]: readonly string[],
  { env, output }: Invocation,
): Promise<number | null> {
  const { default: spawn } = await import("cross-spawn");
  return await new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...env, COREPACK_ENABLE_DOWNLOAD_PROMPT: "0" },
      stdio: ["inherit", "inherit", program === "npm" ? "pipe" : "inherit"],
    });
    const errors = child.stderr === null ? [] : heldErrors(child.stderr, output);
    child.on("error", (cause) => {
      const fix = `Install ${program}, or run: npm create ${INITIALIZER}`;
      reject(
        new McptestError("PACKAGE_MANAGER_FAILED", `${program} cannot be started: ${cause.message}`, { fix, cause }),
      );
    });
    child.on("close", (code) => {
      const isEcho = errors.some((line) => line.includes(" command ") && line.includes(`create-${INITIALIZER}`));
      const told = isEcho ? "" : errors.map((line) => `${line}\n`).join("");
      output.err(told).then(() => resolve(code), reject);
    });
  });
}

/** Passes on the lines of a stream as they come, and gives those that are errors of npm itself; the list grows. */
function heldErrors(stream: Readable, output: Invocation["output"]): string[] {
  const held: string[] = [];
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    if (/^npm (?:error|ERR!)/.test(line)) held.push(line);
    else void output.err(`${line}\n`);
  });
  return held;
}

function newCommand(): Command {
  const command = createCommand("mcptest packs new", {
    description:
      "Makes a complete pack for an extension: checks, options, a toy server with faults, tests, README, changeset and CI. The package manager of the project fetches and runs create-mcptest-pack; at a terminal that asks for what is left out. Nothing is overwritten.",
    usage: "[options] [FOLDER]",
    examples: ["mcptest packs new", "mcptest packs new ./gadgets --extension com.example/gadgets --javascript"],
    exitCodes: `Exit codes:
  0    the pack is made
  2    usage, a file in the way, or the package manager failed
  130  interrupted`,
  });
  flagGroup(command, "What is made:", [
    flag("--extension <id>", "id of the extension (default: com.example/ and the subject of FOLDER)"),
    flag("--name <name>", "npm name (default: mcptest-pack- and the last part of the id)"),
    flag("--typescript", "write it in TypeScript (default)"),
    flag("--javascript", "write it in JavaScript"),
  ]);
  return command;
}
