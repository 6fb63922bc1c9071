import { join } from "node:path";
import type { PackResult, Report } from "@mcptest/core/report";
import type { HttpTarget, StdioTarget } from "@mcptest/core/wire";
import { expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { type Ended, startProgram } from "../e2e/testing/mcptest.js";
import { idsOf } from "../tasks/testing/run-tasks.js";
import { startExample } from "./testing/example.js";
import { TRANSPORTS } from "./testing/session.js";

const TEST_MS = 180_000;
const MCPTEST = [
  "--conditions=@mcptest/source",
  "--import",
  import.meta.resolve("tsx"),
  join(root, "packages/cli/src/main.ts"),
];

/** Runs mcptest from source on a server, in both eras. */
async function mcptest(target: StdioTarget | HttpTarget, ...words: string[]): Promise<Ended> {
  const place =
    target.kind === "http"
      ? [target.url]
      : [...Object.entries(target.env ?? {}).map(([name, value]) => `--env=${name}=${value}`), "--", target.command];
  const args = [...words, "--no-config", "--era", "all", ...place, ...(target.kind === "stdio" ? target.args : [])];
  return await startProgram(process.execPath, [...MCPTEST, ...args]).ended;
}

/** What does not pass, without a word on what does. */
function objections(pack: PackResult) {
  return { failed: idsOf(pack, "failed"), warning: idsOf(pack, "warning"), open: idsOf(pack, "could-not-run") };
}

/**
 * What a run may hold against the example itself. Its ids begin with the domain that stands for any (D06), and it uses
 * addresses of Skills without being that extension (E12).
 */
const DEFENDED = ["ext-advertised-in-discover", "ext-id-owned-domain"];

test.each(TRANSPORTS)("mcptest finds nothing against the registry over %s", { timeout: TEST_MS }, async (transport) => {
  const { target } = await startExample(transport);
  const options = [
    'negotiation={"call":{"tool":"greet","arguments":{"name":"Ada"}}}',
    'resource-compat={"invoke":["jobs/list"],"echo":{"method":"jobs/echo","member":"text"}}',
  ];
  // The example uses addresses of Skills without being that extension (E12), so the pack for Skills is not asked.
  const packs = ["@mcptest/pack-negotiation", "@mcptest/pack-resource-compat"].flatMap((name) => ["--pack", name]);
  const words = [...packs, ...options.flatMap((option) => ["--options", option])];
  const { code, stdout } = await mcptest(target, "run", "--format", "json", ...words);
  expect(code).toBe(0);
  const { servers } = JSON.parse(stdout) as Report;
  const judged = servers.flatMap(({ packs }) => packs).filter(({ ran }) => ran);
  expect(judged.map((pack) => [pack.name, pack.lane, objections(pack)])).toEqual([
    [
      "@mcptest/pack-negotiation",
      `${transport}-modern-2026-07-28`,
      { failed: [], warning: expect.toSatisfy((ids) => ids.sort().join() === DEFENDED.join()), open: [] },
    ],
    ["@mcptest/pack-negotiation", `${transport}-legacy-2025-11-25`, { failed: [], warning: [], open: [] }],
    ["@mcptest/pack-resource-compat", `${transport}-legacy-2025-11-25`, { failed: [], warning: [], open: [] }],
  ]);
});

test.each(TRANSPORTS)(
  "mcptest shows both extensions by both routes over %s",
  { timeout: TEST_MS },
  async (transport) => {
    const { target, calls } = await startExample(transport);
    const capabilities = await mcptest(target, "capabilities");
    expect([capabilities.code, capabilities.stderr]).toEqual([0, ""]);
    const extensions = /^Extensions:\n((?: .*\n)+)/m.exec(capabilities.stdout)?.[1];
    expect(extensions).toBe(
      [
        "  extension: example.org/jobs",
        "  Skills: example.org/skills",
        "  extension: example.org/jobs  (through resources on 2025-11-25, 5 methods)",
        "  Skills: example.org/skills  (through resources on 2025-11-25, 2 methods)",
        "",
      ].join("\n"),
    );
    const inspected = await mcptest(target, "inspect");
    expect([inspected.code, inspected.stderr]).toEqual([0, ""]);
    for (const line of ["Resources (11):", "Resource templates (9):", "  app://about: about"]) {
      expect(inspected.stdout.split("\n")).toContain(line);
    }
    expect(calls()).toEqual([]);
  },
);
