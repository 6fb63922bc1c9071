import { type NegotiationOptions, negotiate, type Session } from "@mcptest/core/negotiation";
import { createTranscript, DEFAULT_LIMITS, type Target, type WireOptions } from "@mcptest/core/wire";
import type { Exchange, Json, JsonObject } from "@mcptest/pack";
import { onTestFinished } from "vitest";
import { type Call, startExample } from "./example.js";

export const MODERN = "2026-07-28";
export const OLDER = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;
export const REVISIONS = [...OLDER, MODERN] as const;
export const TRANSPORTS = ["stdio", "http"] as const;

/** Every revision over every transport. */
export const LANES = REVISIONS.flatMap((version) => TRANSPORTS.map((transport) => [version, transport] as const));

/** A message, as tests read it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it with matchers.
export type Answer = any;

/** The example server, and a connection of our own to it on one revision. */
export interface Talk {
  session: Session;
  /** The answer to the first message: of `server/discover`, or of `initialize`. */
  first: Answer;
  /** Sends a request and gives the whole message that answers it. */
  ask(method: string, params?: JsonObject): Promise<Answer>;
  /** Reads an address as it stands. */
  read(uri: string): Promise<Answer>;
  calls(): Call[];
}

/** Starts the example server and connects to it. */
export async function talk(version: string, transport: "stdio" | "http"): Promise<Talk> {
  const { target, calls } = await startExample(transport);
  return { ...(await connect(target, version)), calls };
}

/** Connects to a server on one revision. */
export async function connect(target: Target, version: string): Promise<Omit<Talk, "calls">> {
  const limits = { ...DEFAULT_LIMITS, shutdownGraceMs: 500 };
  const wire: WireOptions = { limits, transcript: createTranscript({ secrets: [] }) };
  const waits = { firstMs: 30_000, nextMs: 30_000, initializeMs: 30_000 };
  const clientInfo = { name: "raw", version: "1.0.0" };
  const options: NegotiationOptions = { era: "auto", protocolVersion: version, ...waits, clientInfo };
  const detection = await negotiate(target, wire, options);
  if (!detection.ok) throw new Error(detection.problem.message);
  const { session } = detection;
  onTestFinished(() => session.close());
  const opening = wire.transcript.all().find(({ method }) => method === "initialize" || method === "server/discover");
  const ask = async (method: string, params?: JsonObject) => answerOf(await session.request({ method, params }));
  return {
    session,
    first: answerOf(opening),
    ask,
    read: (uri) => ask("resources/read", { uri }),
  };
}

function answerOf(exchange: Exchange | undefined): Json {
  if (exchange?.response === undefined) throw new Error(`no answer: ${exchange?.problem ?? exchange?.outcome}`);
  return exchange.response;
}
