import { expect, test } from "vitest";
import { expectedDispatch } from "../testing/expected-dispatch.js";
import { expectedLegacy, expectedLegacyVariants } from "../testing/expected-legacy.js";
import { expectedLegacyFull } from "../testing/expected-legacy-full.js";
import { expectedModern, expectedModernVariants } from "../testing/expected-modern.js";
import { expectedRequests } from "../testing/expected-requests.js";
import { expectedTasks } from "../testing/expected-tasks.js";
import { httpProofs } from "../testing/hostile-http.js";
import { messageProofs } from "../testing/hostile-messages.js";
import { legacyTaskProofs } from "../testing/legacy-task-proofs.js";
import { processProofs } from "../testing/process-proofs.js";
import { changedSteps, runScript } from "../testing/script.js";
import { taskProofs } from "../testing/task-proofs.js";
import { variantProofs } from "../testing/variant-proofs.js";
import { checkTransport, listFaults, resolveFaults } from "./registry.js";
import type { FaultInfo } from "./types.js";

const proofs = {
  ...messageProofs,
  ...httpProofs,
  ...variantProofs,
  ...processProofs,
  ...taskProofs,
  ...legacyTaskProofs,
};

test.each(Object.entries(proofs))("%s shows", (_name, proof) => proof());

/** Whether a fault shows on another server than the one with Tasks. */
const elsewhere = ({ on }: FaultInfo) => on !== undefined && on !== "jobs";

test("everything in the registry has its proof", () => {
  const tables = [
    expectedModern,
    expectedTasks,
    expectedRequests,
    expectedDispatch,
    expectedLegacyFull,
    expectedModernVariants,
    expectedLegacy,
    expectedLegacyVariants,
    proofs,
  ];
  const proven = new Set(tables.flatMap(Object.keys));
  const all = listFaults();
  expect(new Set(all.map((fault) => fault.name)).size).toBe(all.length);
  // What shows on another server alone is proven where the checks for it are.
  const names = all.filter((fault) => !elsewhere(fault)).map((fault) => fault.name);
  expect([...proven].sort()).toEqual(names.sort());
});

test.each([
  ["modern", "legacy"],
  ["legacy", "modern"],
] as const)("faults of the %s wire leave the other one alone on a server of both", async (era, other) => {
  const here = listFaults().filter((fault) => !elsewhere(fault) && fault.transports.includes("http"));
  const own = here.filter((fault) => fault.eras.join() === era);
  const faults = own.filter((fault) => fault.kind !== "variant" && fault.kind === "fault").map((fault) => fault.name);
  expect(faults.length).toBeGreaterThan(10);
  const before = await runScript("http", other, { era: "dual" });
  const after = await runScript("http", other, { era: "dual", faults });
  expect(changedSteps(before, after)).toEqual([]);
});

test("each of the baseline checks has as many different faults as are asked for", () => {
  const count = (era: string, check: string, verdict = "failed") =>
    listFaults().filter(({ owner, eras }) => owner?.check === check && owner.verdict === verdict && eras.join() === era)
      .length;
  const fewest = {
    "tasks-wire-resolvable": [3, 0],
    "tasks-result-type-discipline": [4, 3],
    "tasks-undeclared-creation-refused": [4, 0],
    "tasks-ttl-shape": [4, 3],
    "tasks-inline-result": [4, 3],
    "tasks-undeclared-capability-rejected": [4, 0],
  };
  for (const [check, [modern, legacy]] of Object.entries(fewest)) {
    expect(count("modern", check), check).toBeGreaterThanOrEqual(modern as number);
    expect(count("legacy", check), check).toBeGreaterThanOrEqual(legacy as number);
  }
});

test("a name that does not exist or cannot show is refused, for people", () => {
  const message = (run: () => unknown) => {
    try {
      run();
      return "accepted";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const resolve = (era: "modern" | "legacy", faults: string[], variants: string[] = []) =>
    message(() => resolveFaults({ era, faults, variants }));
  expect([
    resolve("modern", ["ttl-gone"]),
    resolve("modern", [], ["zzz"]),
    resolve("modern", ["null-ttl"]),
    resolve("modern", [], ["ttl-missing"]),
    resolve("legacy", ["ttl-missing"]),
    message(() => checkTransport({ faults: ["html"] }, "stdio")),
  ]).toMatchInlineSnapshot(`
    [
      "Unknown fault "ttl-gone": did you mean "ttl-missing"? list-faults shows all of them",
      "Unknown variant "zzz": list-faults shows all of them",
      ""null-ttl" is a variant: ask for it as one",
      ""ttl-missing" is a fault: ask for it as one",
      "ttl-missing shows only on modern servers, not on a legacy one",
      "html shows only over http, not over stdio",
    ]
  `);
});
