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
import { LEGACY_TASKS_VERSION, TASKS_EXTENSION } from "./ids.js";
import { wireOf } from "./wire.js";

/** Beginning of the name of a method that no server has. */
const NO_METHOD = "mcptest/";

/** Revisions on which a server can have tasks. */
const WITH_TASKS: readonly string[] = [...MODERN_VERSIONS, LEGACY_TASKS_VERSION];

/**
 * Looks for a server that serves tasks without saying so: one `tasks/get` with a random id, on 2026-07-28 declared, beside
 * one request of a method that cannot exist. Only the first is known to such a server. On stdio each goes to a process of
 * its own, which a poor server may not survive.
 */
export async function detectUse(host: PackHost, context: PackContext<unknown>): Promise<DetectedUse | undefined> {
  const { connection, negotiated } = context;
  if (!WITH_TASKS.includes(negotiated.protocolVersion)) return undefined;
  const isModern = negotiated.era === "modern";
  const isStdio = negotiated.transport === "stdio";
  const send = async (method: string, taskId: string) => {
    const on = isStdio ? await host.open({ fresh: true }) : connection;
    try {
      return await host.exchange(on, {
        method,
        params: { taskId },
        ...(isModern ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
      });
    } finally {
      if (isStdio) await host.close(on);
    }
  };
  const taskId = randomUUID();
  const [asked, unknown] = await Promise.all([send("tasks/get", taskId), send(`${NO_METHOD}${randomUUID()}`, taskId)]);
  return useShownBy(asked, unknown);
}

/** What a search that was made before found, read from its record. */
export function usedIn(exchanges: readonly Exchange[]): DetectedUse | undefined {
  const sent = exchanges.filter(({ tags }) => tags.check === "detect");
  const asked = sent.find(({ method }) => method === "tasks/get");
  const unknown = sent.find(({ method }) => method?.startsWith(NO_METHOD));
  return asked && unknown && useShownBy(asked, unknown);
}

function useShownBy(asked: Exchange, unknown: Exchange): DetectedUse | undefined {
  const code = codeOf(asked);
  const knowsTasks = code === ERROR.invalidParams || code === ERROR.missingClientCapability;
  if (!knowsTasks || codeOf(unknown) !== ERROR.methodNotFound) return undefined;
  return {
    trace: `tasks/get with a random id is answered with ${code}, a method that does not exist with ${ERROR.methodNotFound}`,
    evidence: [asked.number, unknown.number],
  };
}

/**
 * What a suite takes for use of tasks where none are advertised: what {@link detectUse} finds, or `capabilities.tasks` of
 * 2025-11-25 on a version that has no such capability (I04).
 */
export async function detectTasks(host: PackHost, context: PackContext<unknown>): Promise<DetectedUse | undefined> {
  const { negotiated } = context;
  if (!wireOf(negotiated).strayLegacyCapability) return await detectUse(host, context);
  return { trace: `capabilities.tasks is advertised on ${negotiated.protocolVersion}`, evidence: [] };
}

function codeOf(exchange: Exchange): unknown {
  return member(errorOf(exchange), "code");
}
