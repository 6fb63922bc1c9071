import { McptestError } from "@mcptest/core/errors";
import { bounded } from "./bounded-lines.js";
import { watchInterruption } from "./signals.js";

/** Characters of the output of a package manager that are kept. The list of all versions of a package is the longest. */
const MAX_OUTPUT = 16 * 1024 * 1024;
/** Lines of it that an error shows. */
const SHOWN_LINES = 8;

/** How a package manager ended. */
export interface ManagerEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How it is started. */
export interface ManagerPlace {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a package manager to its end, without a terminal: it can ask nothing. A signal ends it, and then this process with
 * the code of the signal. Throws `PACKAGE_MANAGER_FAILED` when it cannot be started.
 */
export async function runManager(words: readonly string[], { cwd, env }: ManagerPlace): Promise<ManagerEnd> {
  const { default: spawn } = await import("cross-spawn");
  const [program = "", ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env: { ...withoutYarnRegistry(env), COREPACK_ENABLE_DOWNLOAD_PROMPT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stdout = collected(child.stdout);
  const stderr = collected(child.stderr);
  const interruption = watchInterruption((signal) => child.kill(signal as NodeJS.Signals));
  try {
    return await new Promise((resolve, reject) => {
      child.on("error", (error) => reject(notStarted(program, error)));
      child.on("close", (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    });
  } finally {
    const code = interruption.code();
    interruption.dispose();
    if (code !== undefined) process.exit(code);
  }
}

/**
 * Yarn 1 gives what it starts the address of its own registry, whatever the project's is; a package manager that is started
 * from there would believe it.
 */
function withoutYarnRegistry(env: ManagerPlace["env"]): ManagerPlace["env"] {
  if (!env.npm_config_user_agent?.startsWith("yarn/1.")) return env;
  const { npm_config_registry: _registry, ...others } = env;
  return others;
}

/** As {@link runManager}; throws `REGISTRY_UNREACHABLE` or `PACKAGE_MANAGER_FAILED` when it does not end with 0. */
export async function runManagerWell(words: readonly string[], place: ManagerPlace): Promise<ManagerEnd> {
  const end = await runManager(words, place);
  if (end.code === 0) return end;
  throw managerError(words, end);
}

/** npm tells what nobody asked for here; the others have no such flags. */
export function quietWords(words: readonly string[]): string[] {
  return words[0] === "npm" ? [...words, "--no-audit", "--no-fund"] : [...words];
}

/** The error for a package manager that failed. */
export function managerError(words: readonly string[], { code, stdout, stderr }: ManagerEnd): McptestError {
  // Some tell their errors on stdout; JSON there is for programs.
  const told = stdout.trimStart().startsWith("{") && stderr !== "" ? stderr : `${stdout}\n${stderr}`;
  const lines = told.split("\n").filter((line) => line.trim() !== "" && !isNoise(line));
  const shown = lines.slice(-SHOWN_LINES).map((line) => `\n${bounded(line)}`);
  const what = `${words.join(" ")} ended with exit code ${code ?? "none"}`;
  const isOffline = UNREACHABLE.test(stdout + stderr);
  return new McptestError(
    isOffline ? "REGISTRY_UNREACHABLE" : "PACKAGE_MANAGER_FAILED",
    `${what}${shown.length > 0 ? `:${shown.join("")}` : ""}`,
  );
}

/** What says that nobody answered, in every package manager. */
const UNREACHABLE =
  /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ConnectionRefused)\b|network (?:error|timeout)/i;

/** The stack, the name of a log and empty lines of npm say nothing to whoever reads one error. */
function isNoise(line: string): boolean {
  return /^npm (?:error|ERR!)(?:\s*$|\s+(?:at |[a-z]+: |\}|A complete log))/.test(line);
}

function notStarted(program: string, error: Error): McptestError {
  const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such command" : error.message;
  return new McptestError("PACKAGE_MANAGER_FAILED", `${program} cannot be started: ${reason}`, {
    fix: `Install ${program}, which is the package manager of the project by its package.json or lockfile.`,
    cause: error,
  });
}

function collected(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (length < MAX_OUTPUT) chunks.push(chunk);
    length += chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
}
