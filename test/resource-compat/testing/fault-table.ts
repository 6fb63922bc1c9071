import type { Era } from "@mcptest/pack";
import { resourceCompatPack } from "@mcptest/pack-resource-compat";
import {
  faultTables,
  type Lane,
  notedVerdictsOf,
  type Served,
  type Verdicts,
} from "../../tasks/testing/owned-faults.js";
import { runCompat, withServer } from "./run-compat.js";

/** The tables of the pack over the mapped server. A fault that shows in both eras takes a server that speaks both. */
export const { tabledFaults, describeFaults, describeVariants } = faultTables({
  on: "mapped",
  checks: resourceCompatPack.checks,
  eras: ["legacy"],
  judge,
});

/** Runs the pack on the mapped server of one lane, with one fault or variant. */
export async function judge(
  { transport, version, form }: Lane,
  { faults = [], variants = [], eras = ["legacy"] }: Served & { eras?: readonly Era[] },
  strict = false,
): Promise<Verdicts> {
  const served = {
    era: eras.includes("modern") ? ("dual" as const) : ("legacy" as const),
    faults,
    variants,
    ...(version === undefined ? {} : { versions: [version] }),
    ...(form === "sse" ? { http: form } : {}),
  };
  return await withServer(transport, served, async (target) =>
    notedVerdictsOf(await runCompat({ target, request: { strict } })),
  );
}
