import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Target } from "@mcptest/core/wire";
import { describe, expect, it } from "vitest";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runSkills } from "./testing/run-skills.js";

const TEST_MS = 60_000;
const program = fileURLToPath(new URL("servers/sdk.mjs", import.meta.url));

/** Serves the skills of the official SDK over HTTP while `use` runs. */
async function overHttp<T>(use: (target: Target) => Promise<T>): Promise<T> {
  const child = spawn("node", [program, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    return await use({ kind: "http", name: "sdk", url, headers: [] });
  } finally {
    child.kill();
  }
}

const overStdio = <T>(use: (target: Target) => Promise<T>) =>
  use({ kind: "stdio", name: "sdk", command: "node", args: [program], env: {} });

describe("skills of the official SDK", () => {
  it.each([
    ["modern", "stdio", overStdio],
    ["modern", "http", overHttp],
    ["legacy", "stdio", overStdio],
  ] as const)(
    "are green in the %s era over %s",
    async (era, _transport, over) => {
      const report = await over((target) => runSkills({ target, era, options: {} }));
      expect(notedVerdictsOf(report)).toMatchObject({ failed: [], warning: [], open: [], exitCode: 0 });
      expect(packOf(report).discovery).toMatchObject({ skillCount: 2, filesVerified: 4, directoryRead: true });
    },
    TEST_MS,
  );
});
