import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Target } from "@mcptest/core/wire";
import { beforeAll, describe, expect, it } from "vitest";
import { installOnDemand } from "../../config/on-demand.mjs";
import { runSkills } from "../skills/testing/run-skills.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { everyServer } from "./testing/servers.js";

const folder = fileURLToPath(new URL("frameworks", import.meta.url));
const TEST_MS = 120_000;

/** Serves skills by mcp-use while `use` runs. */
async function byMcpUse<T>(use: (target: Target) => Promise<T>): Promise<T> {
  const port = await freePort();
  const env = { ...process.env, MCP_USE_TELEMETRY: "false" };
  const child = spawn("node", [join(folder, "mcp-use.mjs"), String(port)], { env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/mcp`;
  try {
    while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50));
    return await use({ kind: "http", name: "mcp-use", url, headers: [] });
  } finally {
    child.kill();
  }
}

async function bySkybridge<T>(use: (target: Target) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), "mcptest-frameworks-"));
  try {
    const args = [join(folder, "skybridge.mjs"), scratch];
    return await use({ kind: "stdio", name: "skybridge", command: "node", args, env: {} });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** No size of any file, and neither ttlMs nor cacheScope of any result. */
const FAILED = ["skills-list-shape", "skills-list-cache-fields"];

describe.runIf(everyServer)("a folder of skills", () => {
  beforeAll(() => installOnDemand(folder), TEST_MS);

  it.each([
    // It lists files under their URI in place of the name of the skill.
    ["mcp-use 2.5.2", byMcpUse, ["skills-list-pagination", "skills-read-mime", "skills-dir-pagination"]],
    ["skybridge 2.0.0", bySkybridge, ["skills-list-pagination", "skills-dir-pagination"]],
  ])(
    "by %s lacks sizes and cache fields, takes cursors that it never gave, and is right in all else",
    async (_name, by, warned) => {
      const report = await by((target) => runSkills({ target, era: "modern", options: {} }));
      const { checks, discovery } = packOf(report);
      expect(checks.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual(FAILED);
      expect(checks.filter(({ warnings }) => warnings?.length).map(({ id }) => id)).toEqual(warned);
      expect(checks.filter(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
      expect(discovery).toMatchObject({ skillCount: 1, filesVerified: 2, directoryRead: true });
      const [shape, cache] = FAILED.map((id) => checks.find((check) => check.id === id)?.error?.message);
      expect(shape).toContain('size of "skill://deploy/SKILL.md" is null');
      expect(cache).toContain("no ttlMs, no cacheScope");
    },
    TEST_MS,
  );
});
