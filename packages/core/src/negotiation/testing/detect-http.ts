import { afterEach } from "vitest";
import type { HttpTarget } from "../../wire/types.js";
import { negotiate } from "../negotiate.js";
import type { Detection, NegotiationOptions } from "../types.js";
import { type HttpReply, httpServer, type ScriptedHttp } from "./http-server.js";
import { options, wireOptions } from "./setup.js";
import { discovery, initialized } from "./stdio-server.js";

export const modern = discovery(["2026-07-28"]);
export const legacy = initialized("2025-11-25");
export const html: HttpReply = {
  status: 404,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><h1>Nothing</h1>",
};

/** What is closed after the test, the last first. */
export const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** A scripted server that is closed after the test. */
export async function serve(replies: Parameters<typeof httpServer>[0]): Promise<ScriptedHttp> {
  const server = await httpServer(replies);
  toClose.push(server.close);
  return server;
}

/** Negotiates with a scripted server. */
export async function run(replies: Parameters<typeof httpServer>[0], changes: Partial<NegotiationOptions> = {}) {
  const server = await serve(replies);
  return { server, ...(await detect(server.target, changes)) };
}

/** Negotiates. The session is closed after the test. */
export async function detect(target: HttpTarget, changes: Partial<NegotiationOptions> = {}, secrets: string[] = []) {
  const wire = wireOptions(secrets);
  const detection = await negotiate(target, wire, options(changes));
  if (detection.ok) toClose.push(detection.session.close);
  return { wire, detection };
}

/** The message with the port taken out. */
export function messageOf(detection: Detection): string {
  return detection.ok ? "" : detection.problem.message.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
}
