// npm run test:interop: every published server over every transport that it offers, with every bundled pack. Then holds
// test/interop/published-servers.md against what was observed, its date and counts apart, or, with --write, writes it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differences, PAGE, page, stale } from "../test/interop/testing/page.ts";
import { EVERY_TARGET } from "../test/interop/testing/servers.ts";
import { runNode } from "./steps.mjs";
import { publishedPackages } from "./workspace.mjs";

const folder = mkdtempSync(join(tmpdir(), "mcptest-interop-"));
const results = join(folder, "results.jsonl");
try {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "test-interop",
    "test/interop/every-pack.test.ts",
    "test/interop/skills-frameworks.test.ts",
    "test/interop/apps-examples.test.ts",
  ];
  const code = await runNode(args, { env: { MCPTEST_EVERY_SERVER: "1", MCPTEST_INTEROP_RESULTS: results } });
  process.exitCode = compare() ? code : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether the page has what was observed and each defence its finding; with --write the page has it afterwards. */
function compare() {
  const lines = existsSync(results) ? readFileSync(results, "utf8").trim().split("\n") : [];
  const observed = lines.map((line) => JSON.parse(line));
  const missing = EVERY_TARGET.filter(
    ({ name, transport }) => !observed.some((one) => one.server === name && one.transport === transport),
  );
  const write = process.argv.includes("--write") && missing.length === 0;
  if (write) writeFileSync(PAGE, page(observed, new Date().toISOString().slice(0, 10), versions()));
  const complaints = [
    ...missing.map(({ name, transport }) => `${name} over ${transport} was not observed`),
    ...stale(observed).map((entry) => `testing/stands.ts defends what was not found: ${entry}`),
    ...differences(observed),
  ];
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) console.error("npm run test:interop -- --write writes test/interop/published-servers.md");
  return complaints.length === 0;
}

/** The tool and its bundled packs, each with its version. */
function versions() {
  return publishedPackages()
    .filter(({ manifest }) => manifest.name === "mcptest" || manifest.name.startsWith("@mcptest/pack-"))
    .map(({ manifest }) => `${manifest.name} ${manifest.version}`);
}
