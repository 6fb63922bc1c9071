import { parseArgs } from "node:util";
import type { EraOption, HttpForm, ServerKind, ServerOptions } from "../server/options.js";
import { startHttpServer } from "../transports/http.js";
import { CRASH_CODE, serveStdio } from "../transports/stdio.js";
import { SERVE_HELP } from "./help.js";
import { usageError } from "./usage.js";

const ERAS: readonly string[] = ["modern", "legacy", "dual"];
const KINDS: readonly string[] = ["jobs", "generic", "mapped", "apps", "skills"];
const FORMS: readonly string[] = ["streamable", "sse"];
const ANSWERS: readonly string[] = ["json", "sse"];

/** `serve`: runs until it is told to end. Gives the exit code. */
export async function serve(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      http: { type: "string" },
      stdio: { type: "boolean" },
      era: { type: "string" },
      kind: { type: "string" },
      generic: { type: "boolean", default: false },
      revision: { type: "string", multiple: true },
      "http-form": { type: "string", default: "streamable" },
      fault: { type: "string", multiple: true, default: [] },
      variant: { type: "string", multiple: true, default: [] },
      "job-ms": { type: "string", default: "500" },
      answers: { type: "string", default: "json" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(SERVE_HELP);
    return 0;
  }
  if ((values.http !== undefined) === (values.stdio === true)) throw usageError("Give either --http PORT or --stdio");
  const options: ServerOptions = {
    kind: kindOf(values.kind, values.generic),
    http: oneOf("--http-form", values["http-form"], FORMS) as HttpForm,
    ...(values.era === undefined ? {} : { era: oneOf("--era", values.era, ERAS) as EraOption }),
    ...(values.revision === undefined ? {} : { versions: values.revision }),
    answers: oneOf("--answers", values.answers, ANSWERS) as "json" | "sse",
    jobMs: wholeNumber("--job-ms", values["job-ms"], 86_400_000),
    faults: values.fault,
    variants: values.variant,
  };
  return values.http === undefined
    ? overStdio(options)
    : overHttp({ ...options, port: wholeNumber("--http", values.http, 65_535) });
}

type Options = Parameters<typeof startHttpServer>[0];

async function overHttp(options: Options): Promise<number> {
  const stop = stopSignal();
  const server = await startHttpServer(options).catch(refuse);
  process.stdout.write(`listening on ${server.url}\n`);
  const crashed = server.closed.then(() => CRASH_CODE);
  const code = await Promise.race([stop.then(() => 0), crashed]);
  await server.close();
  return code;
}

async function overStdio(options: NonNullable<Options>): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors } = process;
  const stop = stopSignal();
  // Without a reader there is nobody left to serve.
  output.on("error", () => process.exit(0));
  let server: ReturnType<typeof serveStdio>;
  try {
    server = serveStdio(options, { input, output, errors, exit: (code) => process.exit(code) });
  } catch (error) {
    return refuse(error);
  }
  const ended = Promise.race([stop, server.ended]);
  if (!server.endsOnRequest) await new Promise(() => setInterval(() => {}, 60_000));
  await ended;
  server.close();
  return 0;
}

/** Resolves at SIGTERM or SIGINT, of which every one is taken. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
  });
}

/** What a server cannot be made of is a mistake on the command line, a port that is taken is none. */
function refuse(error: unknown): never {
  if (error instanceof Error && !("code" in error)) throw usageError(error.message);
  throw error;
}

/** `--generic` is short for `--kind generic`. */
function kindOf(kind: string | undefined, generic: boolean): ServerKind {
  if (kind === undefined) return generic ? "generic" : "jobs";
  if (generic) throw usageError("Give either --kind or --generic");
  return oneOf("--kind", kind, KINDS) as ServerKind;
}

function oneOf(flag: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw usageError(`${flag} must be one of ${allowed.join(", ")}, not "${value}"`);
}

function wholeNumber(flag: string, value: string, highest: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number <= highest) return number;
  throw usageError(`${flag} must be a whole number from 0 to ${highest}, not "${value}"`);
}
