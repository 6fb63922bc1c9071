import { afterEach } from "vitest";
import type { StdioTarget, WireOptions } from "../../wire/types.js";
import { negotiate } from "../negotiate.js";
import type { Detection, NegotiationOptions } from "../types.js";
import { options, sent, wireOptions } from "./setup.js";
import { discovery, initialized, type StdioReply, type StdioScript, stdioServer } from "./stdio-server.js";

export const silent: StdioReply = { silent: true };
export const modern = discovery(["2026-07-28"], { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } });
export const legacy = initialized("2025-11-25");
/** Milliseconds for limits that are to pass. */
export const short = 250;

const opened: Detection[] = [];

afterEach(async () => {
  for (const detection of opened.splice(0)) if (detection.ok) await detection.session.close();
});

/** Negotiates with a scripted server and keeps what was sent. The session is closed after the test. */
export async function run(server: StdioScript | StdioTarget, changes: Partial<NegotiationOptions> = {}) {
  const wire = wireOptions();
  const target = "kind" in server ? server : stdioServer(server);
  const detection = await negotiate(target, wire, options(changes));
  opened.push(detection);
  return { wire, detection, sent: sent(wire) };
}

/** The versions that `initialize` asked for, in order. */
export function wanted({ transcript }: WireOptions): string[] {
  return transcript
    .all()
    .filter(({ method }) => method === "initialize")
    .map(({ request }) => JSON.parse(request?.body ?? "{}").params.protocolVersion);
}

/** The message without its first line's command, which names paths of this machine. */
export function withoutCommand(detection: Detection): string {
  return detection.ok ? "" : detection.problem.message.replace(/^.*(?:…|\}'): /, "COMMAND: ");
}
