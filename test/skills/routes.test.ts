import { fileURLToPath } from "node:url";
import type { CheckResult } from "@mcptest/core/report";
import { LEGACY_VERSIONS } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runSkills } from "./testing/run-skills.js";

const TEST_MS = 60_000;
const program = fileURLToPath(new URL("servers/registry.mjs", import.meta.url));
const VERSIONS = ["2026-07-28", ...LEGACY_VERSIONS];

async function judge(version: string, ...args: string[]) {
  const target = { kind: "stdio" as const, name: "registered", command: "node", args: [program, ...args], env: {} };
  return await runSkills({ target, options: {}, request: { protocolVersion: version } });
}

/** What a check says of skills, whatever their addresses are. */
function said({ id, status, subjects = [] }: CheckResult) {
  const names = subjects.map(({ subject = "", status: one }) => `${subject.split("/").at(-2)} ${one}`);
  return [id, status, ...names];
}

/** Checks of what only the native route has. */
const NATIVE = ["skills-declared-place", "skills-list-cache-fields", "skills-old-draft"];

describe("skills that are registered once", () => {
  it.each(VERSIONS)(
    "are green on %s",
    async (version) => {
      const report = await judge(version);
      expect(notedVerdictsOf(report)).toMatchObject({ failed: [], warning: [], open: [], exitCode: 0 });
      const route = version === "2026-07-28" ? "native" : "resources";
      expect(packOf(report).discovery).toMatchObject({ route, skillCount: 2, filesVerified: 3 });
    },
    TEST_MS,
  );

  it(
    "are told the same of by either route, by the checks that both have",
    async () => {
      const [native, mapped] = [packOf(await judge("2026-07-28")), packOf(await judge("2025-11-25"))];
      const of = (checks: CheckResult[]) => checks.filter(({ id }) => !NATIVE.includes(id)).map(said);
      expect(of(mapped.checks)).toEqual(of(native.checks));
    },
    TEST_MS,
  );

  it.each(["2026-07-28", "2025-11-25"])(
    "are blamed for wrong digests and sizes on %s",
    async (version) => {
      const { failed } = notedVerdictsOf(await judge(version, "--wrong"));
      expect(failed).toEqual(["skills-digest-match", "skills-size-match"]);
    },
    TEST_MS,
  );
});
