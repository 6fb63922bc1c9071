import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SKILLS_OPTIONS } from "@mcptest/testkit";
import { expect, it } from "vitest";
import { mcptest, stdioServer } from "./testing/mcptest.js";

const TEST_MS = 120_000;
const root = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("../skills/servers/large.mjs", import.meta.url));
const LIMIT_KIB = 100 * 1024;

/** The most memory that a process has had, in KiB; undefined once it is gone. */
function peakOf(pid: number): number | undefined {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  }
}

it.runIf(process.platform === "linux")(
  "512 files of 16 MiB are verified within 100 MiB",
  async () => {
    const args = ["packages/cli/bin/mcptest.js", "skills", "conformance", "--format", "json", "--", "node", program];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    const closed = once(child, "close");
    let peak = 0;
    const watching = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid ?? 0) ?? 0);
    }, 20);
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      peak = Math.max(peak, peakOf(child.pid ?? 0) ?? 0);
    });
    const [code] = (await closed) as [number];
    clearInterval(watching);
    const { discovery, outcome } = JSON.parse(text);
    expect([code, outcome, discovery.filesVerified, discovery.bytesVerified]).toEqual([
      0,
      "passed",
      512,
      16 * 1024 * 1024,
    ]);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(LIMIT_KIB);
  },
  TEST_MS,
);

it(
  "the built command decides every check of the pack",
  async () => {
    const options = ["--options", JSON.stringify(SKILLS_OPTIONS)];
    const words = ["run", "--pack", "@mcptest/pack-skills", ...options, "--format", "json"];
    const ended = await mcptest([...words, "--", ...stdioServer("--kind", "skills")]);
    const [pack] = JSON.parse(ended.stdout).servers[0].packs;
    const open = pack.checks.filter(({ status }: { status: string }) => status !== "passed");
    expect([ended.code, pack.outcome, open.map(({ id }: { id: string }) => id)]).toEqual([
      0,
      "passed",
      ["skills-undeclared-methods", "skills-dir-undeclared"],
    ]);
  },
  TEST_MS,
);

it("the command takes its flags, and refuses what they cannot mean", async () => {
  const flags = [
    "--skill-uri",
    "skill://hidden/SKILL.md",
    "--negative-probes",
    "--canary",
    "/srv/canary.txt=canary-of-the-testkit",
  ];
  const ended = await mcptest([
    "skills",
    "conformance",
    ...flags,
    "--format",
    "json",
    "--",
    ...stdioServer("--kind", "skills"),
  ]);
  const { notSelected, discovery } = JSON.parse(ended.stdout);
  expect([ended.code, notSelected, discovery.skills]).toEqual([
    0,
    [],
    expect.arrayContaining(["skill://hidden/SKILL.md"]),
  ]);
  const refused = await mcptest(["skills", "conformance", "--canary", "/srv/canary.txt", "--", "node", "none.js"]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("expected PATH=TEXT")]);
});
