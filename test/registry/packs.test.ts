import { expect, test } from "vitest";
import { runCompat } from "../resource-compat/testing/run-compat.js";
import { idsOf, packOf } from "../tasks/testing/run-tasks.js";
import { SKILLS, startExample } from "./testing/example.js";
import { OLDER, TRANSPORTS } from "./testing/session.js";

const LANES = OLDER.flatMap((version) => TRANSPORTS.map((transport) => [version, transport] as const));

/** Under these options every check is selected. One of the calls is refused by its handler. */
const OPTIONS = {
  invoke: {
    "jobs/list": {},
    "jobs/start": { name: "a" },
    "jobs/get": { jobId: "none" },
    "jobs/echo": { text: "a" },
    "skills/list": {},
    "skills/get": { uri: `${SKILLS}deploy/SKILL.md` },
  },
  echo: { method: "jobs/echo", member: "text" },
};

test.each(LANES)(
  "the pack for resources finds nothing on %s over %s",
  { timeout: 120_000 },
  async (version, transport) => {
    const { target, calls } = await startExample(transport);
    const report = await runCompat({ target, options: OPTIONS, request: { protocolVersion: version, strict: true } });
    const pack = packOf(report);
    expect(report.servers[0]?.lanes?.map((lane) => lane.protocolVersion)).toEqual([version]);
    const undecided = [...idsOf(pack, "could-not-run"), ...idsOf(pack, "not-applicable"), ...pack.notSelected];
    expect([idsOf(pack, "failed"), idsOf(pack, "warning"), undecided]).toEqual([[], [], []]);
    expect(pack.checks.flatMap(({ notes = [] }) => notes)).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(calls().filter(({ name }) => name === "jobs/cancel")).toEqual([]);
  },
);
