import type { Hooks } from "../server/hooks.js";
import { ANY_TRANSPORT, type Fault, type FaultDefaults, faultGroup } from "./types.js";

const STDIO: FaultDefaults = { kind: "hostile", eras: ["modern", "legacy"], transports: ["stdio"] };
const STDOUT = { rule: "A31", check: "stdio-stdout-clean", verdict: "failed" } as const;

/** Log lines as servers write them, one before each message: text, a JSON object that is no message, an empty line. */
const LOG_LINES = ["2026-01-01 [info] x\n", '{"level":"info"}\n', "\n"];

/** Bytes of an endless line that are written at a time. */
const ENDLESS_PIECE = 64 * 1024;

const stdioFaults = faultGroup(STDIO, [
  {
    name: "stdout-banner",
    description: "Writes a banner to stdout before anything else",
    owner: STDOUT,
    hooks: { stdio: { banner: "Server v1.2 started\n" } },
  },
  {
    name: "stdout-logs",
    description: "Writes log lines to stdout before each message: text, JSON that is no message, an empty line",
    owner: STDOUT,
    hooks: () => {
      let written = 0;
      return {
        stdio: {
          before: () => {
            written += 1;
            return LOG_LINES[(written - 1) % LOG_LINES.length] ?? "";
          },
        },
      };
    },
  },
  {
    name: "stderr-noise",
    kind: "variant",
    description: "Writes what looks like an error to stderr, which means nothing",
    hooks: { stdio: { stderr: () => "ERROR: nothing is wrong\n" } },
  },
  {
    name: "exit-early",
    description: "Exits with code 3 before it reads anything, after a line on stderr",
    hooks: { stdio: { stderr: () => "Cannot find the database\n", exitCode: 3 } },
  },
  {
    name: "ignore-sigterm",
    description: "Lives on after stdin is closed and after SIGTERM and SIGINT",
    owner: { rule: "A36", check: "stdio-exit-on-eof", verdict: "warning" },
    hooks: { stdio: { clings: true } },
  },
  {
    name: "endless-line",
    description: "Answers tools/list with a line that never ends",
    hooks: { stdio: { cut: (bytes) => (bytes.includes('"tools":[') ? endless(bytes) : [bytes]) } },
  },
]);

const anyTransport = faultGroup({ ...STDIO, transports: ANY_TRANSPORT }, [
  {
    name: "crash-on-call",
    description: "Ends at the first tools/call: the process with code 70, over HTTP with all its sockets",
    hooks: {
      around(call, next) {
        if (call.method !== "tools/call") return next();
        call.crash();
        return new Promise(() => {});
      },
    },
  },
  {
    name: "byte-by-byte",
    kind: "variant",
    description: "Writes one byte at a time, so that characters are cut in two",
    hooks: cutting((bytes) => Array.from(bytes, (byte) => Buffer.from([byte]))),
  },
]);

function* endless(bytes: Buffer): Generator<Buffer> {
  yield bytes.subarray(0, -1);
  const piece = Buffer.alloc(ENDLESS_PIECE, "x");
  while (true) yield piece;
}

function cutting(cut: (bytes: Buffer) => Buffer[]): Hooks {
  return { http: { cut }, stdio: { cut } };
}

/** Faults of a process and of how it writes. */
export const processFaults: Fault[] = [...stdioFaults, ...anyTransport];
