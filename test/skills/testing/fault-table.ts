import { skillsPack } from "@mcptest/pack-skills";
import {
  faultTables,
  type Lane,
  notedVerdictsOf,
  type Served,
  type Verdicts,
} from "../../tasks/testing/owned-faults.js";
import { runSkills, withServer } from "./run-skills.js";

/** The tables of the pack, over the Skills server. */
export const { tabledFaults, describeFaults, describeVariants } = faultTables({
  on: "skills",
  checks: skillsPack.checks,
  judge,
});

/** Runs the pack on the Skills server of one lane, with one fault or variant. */
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
    notedVerdictsOf(await runSkills({ target, era, request: { strict } })),
  );
}
