import { appsPack } from "@mcptest/pack-apps";
import {
  faultTables,
  type Lane,
  notedVerdictsOf,
  type Served,
  type Verdicts,
} from "../../tasks/testing/owned-faults.js";
import { runApps, WIRE, withServer } from "./run-apps.js";
import { VIEW_FAULT } from "./view-table.js";

/** The tables of the checks that need no browser, over the Apps server. */
export const { tabledFaults, describeFaults, describeVariants } = faultTables({
  on: "apps",
  checks: appsPack.checks.filter(({ category }) => WIRE.includes(category)),
  has: ({ name }) => !name.startsWith(VIEW_FAULT),
  judge,
});

/** Runs the pack on the Apps server of one lane, with one fault or variant. */
export async function judge(
  { transport, era, version, form }: Lane,
  { faults = [], variants = [] }: Served,
  strict = false,
): Promise<Verdicts> {
  const served = {
    era,
    faults,
    variants,
    ...(version === undefined ? {} : { versions: [version] }),
    ...(form === "sse" ? { http: form } : {}),
  };
  return await withServer(transport, served, async (target) =>
    notedVerdictsOf(await runApps({ target, era, request: { strict } })),
  );
}
