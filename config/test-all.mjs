// npm run test:all: each fault and variant of the testkit over each of its transports, on each wire and revision where it shows.
// Then holds the tables in the READMEs of our packs against what was observed, or, with --write, writes them.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tabledFaults as negotiationFaults } from "../test/negotiation/testing/fault-table.ts";
import { tabledFaults as compatFaults } from "../test/resource-compat/testing/fault-table.ts";
import { tabledFaults as tasksFaults } from "../test/tasks/testing/fault-list.ts";
import { compatSection, negotiationSection, readSection, replaceSection, tasksSection } from "./fault-table.mjs";
import { runNode } from "./steps.mjs";
import { root } from "./workspace.mjs";

const TABLES = [
  { readme: "packs/tasks/README.md", section: tasksSection, tabled: tasksFaults },
  { readme: "packs/negotiation/README.md", section: negotiationSection, tabled: negotiationFaults },
  { readme: "packs/resource-compat/README.md", section: compatSection, tabled: compatFaults },
];

const folder = mkdtempSync(join(tmpdir(), "mcptest-faults-"));
const results = join(folder, "results.jsonl");
try {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "test/tasks/full-extension.test.ts",
    "test/tasks/full-legacy.test.ts",
    "test/negotiation",
    "test/resource-compat",
    "test/apps",
    "test/skills",
  ];
  const code = await runNode(args, { env: { MCPTEST_EVERY_LANE: "1", MCPTEST_FAULT_RESULTS: results } });
  const observed = observedIn(results);
  const same = TABLES.map((table) => compare(table, observed));
  process.exitCode = same.every(Boolean) ? code : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether the README has what was observed; with --write it has it afterwards. */
function compare({ readme, section, tabled }, observed) {
  const file = join(root, readme);
  const page = readFileSync(file, "utf8");
  const text = section({ ...tabled(), observed });
  if (text === readSection(page)) return true;
  if (!process.argv.includes("--write")) {
    console.error(`the fault table in ${readme} is not what was observed: npm run test:all -- --write`);
    return false;
  }
  writeFileSync(file, replaceSection(page, text));
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
