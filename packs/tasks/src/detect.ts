import { randomUUID } from "node:crypto";
import {
  type DetectedUse,
  ERROR,
  type Exchange,
  errorOf,
  MODERN_VERSIONS,
  member,
  type PackContext,
  type PackHost,
} from "@mcptest/pack";
import { TASKS_EXTENSION } from "./ids.js";

/**
 * Looks for a server that serves tasks without saying so (2026-07-28): one declared `tasks/get` with a random id beside
 * one request of a method that cannot exist. Only the first is known to such a server.
 */
export async function detectUse(host: PackHost, context: PackContext<unknown>): Promise<DetectedUse | undefined> {
  const { connection, negotiated } = context;
  if (!MODERN_VERSIONS.includes(negotiated.protocolVersion)) return undefined;
  const send = (method: string, taskId: string) =>
    host.exchange(connection, {
      method,
      params: { taskId },
      extensions: { [TASKS_EXTENSION]: {} },
    });
  const taskId = randomUUID();
  const [asked, unknown] = await Promise.all([send("tasks/get", taskId), send(`mcptest/${randomUUID()}`, taskId)]);
  const code = codeOf(asked);
  const knowsTasks = code === ERROR.invalidParams || code === ERROR.missingClientCapability;
  if (!knowsTasks || codeOf(unknown) !== ERROR.methodNotFound) return undefined;
  return {
    trace: `tasks/get with a random id is answered with ${code}, a method that does not exist with ${ERROR.methodNotFound}`,
    evidence: [asked.number, unknown.number],
  };
}

function codeOf(exchange: Exchange): unknown {
  return member(errorOf(exchange), "code");
}
