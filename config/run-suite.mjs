// Runs one suite of vitest and counts its tests.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "./steps.mjs";
import { root } from "./workspace.mjs";

/** Runs `suite` and returns its `{ passed, failed, skipped, withoutBrowser }`. A run that breaks off or counts nothing has failed. */
export async function runSuite({ folders }, timeoutMs) {
  const missing = folders.filter((folder) => !isThere(folder));
  for (const folder of missing) console.log(`test/${folder} is not there, which counts as one skipped test`);
  if (folders.length > 0 && missing.length === folders.length)
    return { passed: 0, failed: 0, skipped: missing.length, withoutBrowser: 0 };
  const projects = folders.length === 0 ? ["!test-*"] : folders.filter(isThere).map((folder) => `test-${folder}`);
  const folder = mkdtempSync(join(tmpdir(), "mcptest-counts-"));
  const countsFile = join(folder, "counts.json");
  try {
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=./config/counts-reporter.mjs",
    ];
    const code = await runNode([...args, ...projects.flatMap((name) => ["--project", name])], {
      env: { MCPTEST_COUNTS_FILE: countsFile },
      timeoutMs,
    });
    const counts = existsSync(countsFile)
      ? JSON.parse(readFileSync(countsFile, "utf8"))
      : { passed: 0, failed: 0, skipped: 0, withoutBrowser: 0 };
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    counts.skipped += missing.length;
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders below test/ that hold tests and that no suite names. */
export function foldersWithoutSuite(suites) {
  const named = new Set(suites.flatMap((suite) => suite.folders));
  return readdirSync(join(root, "test"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules" && !named.has(entry.name))
    .filter((entry) =>
      readdirSync(join(root, "test", entry.name), { recursive: true }).some((file) => file.endsWith(".test.ts")),
    )
    .map((entry) => entry.name);
}

function isThere(folder) {
  return existsSync(join(root, "test", folder));
}
