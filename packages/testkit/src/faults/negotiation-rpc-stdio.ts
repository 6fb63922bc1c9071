import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { ahead } from "./negotiation-rpc-shape.js";
import type { Fault } from "./types.js";

const STDIO: Where = { eras: ["modern", "legacy"], transports: ["stdio"] };

const PROGRESS = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "none", progress: 1 } };

/** Hooks that write `text` to stdout before the second message. */
function once(text: string): () => Hooks {
  return () => {
    let messages = 0;
    return { stdio: { before: () => (++messages === 2 ? text : "") } };
  };
}

const framingFaults = frameworkFaults("A30", "stdio-line-framing", "failed", STDIO, [
  {
    name: "message-indented",
    description: "Writes a notification over several lines",
    hooks: once(`${JSON.stringify(PROGRESS, null, 2)}\n`),
  },
  {
    name: "message-with-line-break",
    description: "Writes a notification with a raw line break inside a text",
    hooks: once(`${JSON.stringify(PROGRESS).replace("none", "no\nne")}\n`),
  },
  {
    name: "messages-on-one-line",
    description: "Writes two notifications on one line",
    hooks: once(`${JSON.stringify(PROGRESS)}${JSON.stringify(PROGRESS)}\n`),
  },
]);

const stdoutFaults = frameworkFaults("A31", "stdio-stdout-clean", "failed", STDIO, [
  { name: "log-line", description: "Writes a log line to stdout", hooks: once("2026-01-01 [info] ready\n") },
  { name: "json-log-line", description: "Writes a log line in JSON to stdout", hooks: once('{"level":"info"}\n') },
]);

const emptyLineFaults = frameworkFaults("A31", "stdio-stdout-clean", "warning", STDIO, [
  { name: "empty-line", description: "Writes an empty line to stdout", hooks: once("\n") },
]);

const processFaults = [
  ...frameworkFaults("A35", "stdio-cancel-origin", "failed", { eras: ["modern"], transports: ["stdio"] }, [
    {
      name: "cancels-call",
      description: "Cancels the call of a tool that it is about to answer",
      hooks: ahead("tools/call", (call) => [
        { method: "notifications/cancelled", params: { requestId: call.id, reason: "Busy" } },
      ]),
    },
  ]),
  ...frameworkFaults("A36", "stdio-exit-on-eof", "warning", { eras: ["modern"], transports: ["stdio"] }, [
    {
      name: "outlives-stdin",
      description: "Lives on after stdin is closed",
      hooks: { stdio: { clings: true } },
    },
  ]),
];

/** Faults of the generic server: its stdout, and its end. */
export const rpcStdioFaults: Fault[] = [...framingFaults, ...stdoutFaults, ...emptyLineFaults, ...processFaults];
