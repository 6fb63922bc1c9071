import type { Era } from "@mcptest/pack";
import { ERRORS } from "../errors/index.js";
import { stopReason, untilStopped } from "../host/index.js";
import { NO_ERA_SIGNAL, negotiate } from "../negotiation/negotiate.js";
import type { Detection, NegotiationProblem, Session } from "../negotiation/types.js";
import type { ServerResult } from "../report/model.js";
import type { Target, WireOptions } from "../wire/types.js";
import type { RunRequest } from "./types.js";

/** An open session, and what the detection remarked. */
export interface OpenedLane {
  session: Session;
  notes: string[];
}

/** The lanes of a server, the preferred one first; or why there is none. */
export type OpenedLanes =
  | { ok: true; lanes: OpenedLane[] }
  | { ok: false; problem: NegotiationProblem; stderrTail: string[] };

/**
 * Opens the lanes that a run asks for: the preferred one, or with `all` each era that the server speaks, modern before
 * legacy. Rejects only with the reason of `signal`.
 */
export async function openLanes(
  target: Target,
  request: RunRequest,
  wire: WireOptions,
  signal: AbortSignal,
): Promise<OpenedLanes> {
  const eras = request.era === "all" ? erasFor(request.protocolVersion) : [request.era];
  const lanes: OpenedLane[] = [];
  const failures: Extract<Detection, { ok: false }>[] = [];
  for (const era of eras) {
    const detection = await detect(target, request, wire, era, signal);
    if (detection.ok) lanes.push({ session: detection.session, notes: detection.notes });
    else failures.push(detection);
    if (!detection.ok && NO_ERA_SIGNAL.includes(detection.problem.code)) break;
  }
  if (lanes.length > 0) return { ok: true, lanes };
  const [first, ...others] = failures as [Extract<Detection, { ok: false }>, ...typeof failures];
  const message = [first, ...others].map(({ problem }) => problem.message).join("\n");
  const evidence = [first, ...others].flatMap(({ problem }) => problem.evidence);
  return { ok: false, problem: { ...first.problem, message, evidence }, stderrTail: first.stderrTail };
}

/** A version that is asked for has one era; detection knows which. */
function erasFor(protocolVersion: string | undefined): readonly ("auto" | Era)[] {
  return protocolVersion === undefined ? ["modern", "legacy"] : ["auto"];
}

async function detect(
  target: Target,
  { negotiation, protocolVersion }: RunRequest,
  wire: WireOptions,
  era: "auto" | Era,
  signal: AbortSignal,
): Promise<Detection> {
  if (signal.aborted) throw stopReason(signal);
  const detecting = negotiate(target, wire, {
    ...negotiation,
    era,
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    identity: "first",
  });
  try {
    return await untilStopped(signal, detecting);
  } catch (reason) {
    // Nobody waits for it any more; what it still opens has to be closed.
    void detecting.then((late) => (late.ok ? late.session.close() : undefined)).catch(() => {});
    throw reason;
  }
}

/** A problem of the negotiation as the report has it. */
export function problemResult(
  { code, message, fix }: NegotiationProblem,
  fixes: RunRequest["fixes"] = {},
): NonNullable<ServerResult["problem"]> {
  const byHost = code === "SERVER_TIMEOUT" || code === "RUN_STOPPED" || code === "INTERNAL";
  return { code, message, fix: fix ?? fixes[code] ?? ERRORS[code].fix, origin: byHost ? "host" : "environment" };
}
