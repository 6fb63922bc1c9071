import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ERRORS, type ErrorCode, McptestError } from "@mcptest/core/errors";
import { installCommand, type PackRequest } from "@mcptest/core/loader";
import type { HeaderList } from "@mcptest/core/wire";
import type { PackPlace } from "./packs.js";

/** The entry of the testkit that compares versions of packs. */
const ENTRY = "@mcptest/testkit/verify";

/** A server as the testkit takes it. */
export interface ComparedServer {
  name: string;
  server:
    | { url: string; headers: HeaderList }
    | { command: string; args: string[]; env?: Record<string, string>; cwd?: string };
}

/** What `verifyRelease` of the testkit is asked. */
export interface ReleaseQuestion {
  before: PackRequest;
  after: PackRequest;
  as?: string;
  profile?: string;
  era?: string;
  servers: ComparedServer[];
  transcripts: string[];
  isolate: boolean;
  bundledFrom: string;
  onProgress?(progress: { done: number; total: number; name: string }): void;
}

/** As much of the answer as the command looks at; the rest is printed as it is. */
export interface ReleaseAnswer {
  ok: boolean;
}

/** As much of the testkit as the command needs. */
export interface VerifyModule {
  verifyRelease(question: ReleaseQuestion): Promise<ReleaseAnswer>;
  describeRelease(answer: ReleaseAnswer): string;
  /** How many of its problems are broken promises. */
  brokenPromises(answer: ReleaseAnswer): number;
}

/**
 * The testkit of the project: it is a dependency of those who write packs, and none of mcptest. Throws `TESTKIT_MISSING`
 * with the command that installs it.
 */
export async function loadTestkit({ cwd, config }: PackPlace): Promise<VerifyModule> {
  const from = config?.file ?? join(cwd, "package.json");
  const refuse = (what: string, cause?: unknown) =>
    new McptestError("TESTKIT_MISSING", `${what}.`, {
      fix: `Install it: ${installCommand(dirname(from), ["@mcptest/testkit"])}`,
      cause,
    });
  let file: string;
  try {
    file = createRequire(from).resolve(ENTRY);
  } catch (error) {
    const isThere = (error as { code?: unknown } | null)?.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
    throw refuse(
      isThere
        ? `The @mcptest/testkit that is installed for ${dirname(from)} is too old: it has no ${ENTRY}`
        : `@mcptest/testkit is not installed for ${dirname(from)}`,
      error,
    );
  }
  try {
    return (await import(pathToFileURL(file).href)) as VerifyModule;
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : "it throws something that is no Error";
    throw refuse(`${file} cannot be loaded: ${why}`, error);
  }
}

/** An error of the table that another copy of core made is one of ours again. */
export function asOurs(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof McptestError) return error;
  const { code, fix } = error as { code?: unknown; fix?: unknown };
  if (error.name !== "McptestError" || typeof code !== "string" || !Object.hasOwn(ERRORS, code)) return error;
  return new McptestError(code as ErrorCode, error.message, {
    cause: error,
    ...(typeof fix === "string" ? { fix } : {}),
  });
}
