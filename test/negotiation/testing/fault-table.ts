import { DEFAULT_LIMITS } from "@mcptest/core/wire";
import { negotiationPack } from "@mcptest/pack-negotiation";
import { faultTables, type Lane, type Served, type Verdicts } from "../../tasks/testing/owned-faults.js";
import { runNegotiation, verdictsOf, withServer } from "./run-negotiation.js";

export { type Lane, laneName } from "../../tasks/testing/owned-faults.js";

/** Milliseconds that a process has to end by itself: each of those that lives on costs a run twice as long. */
const GRACE_MS = 500;

/** The tables of the negotiation pack over the generic server. */
export const { tabledFaults, describeFaults, describeVariants } = faultTables({
  on: "generic",
  checks: negotiationPack.checks,
  judge,
});

/** Runs the pack on the generic server of one lane, with one fault or variant. */
export async function judge(lane: Lane, { faults = [], variants = [] }: Served, strict = false): Promise<Verdicts> {
  const { transport, era, version, form } = lane;
  const served = {
    era,
    faults,
    variants,
    ...(version === undefined ? {} : { versions: [version] }),
    ...(form === "sse" ? { http: form } : {}),
  };
  return verdictsOf(
    await withServer(transport, served, (target) =>
      runNegotiation({ target, era, request: { strict, limits: { ...DEFAULT_LIMITS, shutdownGraceMs: GRACE_MS } } }),
    ),
  );
}
