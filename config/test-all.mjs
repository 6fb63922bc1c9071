// npm run test:all: each fault and variant of the testkit over each of its transports, on each wire where it shows, in profile
// full. Then holds the table in the pack's README against what was observed, or, with --write, writes it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tabledFaults } from "../test/tasks/testing/fault-list.ts";
import { faultSection, readSection, replaceSection } from "./fault-table.mjs";
import { runNode } from "./steps.mjs";
import { root } from "./workspace.mjs";

const README = join(root, "packs/tasks/README.md");
const folder = mkdtempSync(join(tmpdir(), "mcptest-faults-"));
const results = join(folder, "results.jsonl");
try {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "test/tasks/full-extension.test.ts",
    "test/tasks/full-legacy.test.ts",
  ];
  const code = await runNode(args, { env: { MCPTEST_EVERY_LANE: "1", MCPTEST_FAULT_RESULTS: results } });
  process.exitCode = compare() ? code : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether the README has what was observed; with --write it has it afterwards. */
function compare() {
  const page = readFileSync(README, "utf8");
  const section = faultSection({ ...tabledFaults(), observed: observedIn(results) });
  if (section === readSection(page)) return true;
  if (!process.argv.includes("--write")) {
    console.error("the fault table in packs/tasks/README.md is not what was observed: npm run test:all -- --write");
    return false;
  }
  writeFileSync(README, replaceSection(page, section));
  return true;
}

/** What was said of each fault; where its lanes differ, all of it. */
function observedIn(file) {
  const said = new Map();
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  for (const { name, observed } of lines.map((line) => JSON.parse(line)))
    said.set(name, new Set([...(said.get(name) ?? []), observed]));
  return (name) => (said.has(name) ? [...said.get(name)].sort().join(" or ") : undefined);
}
