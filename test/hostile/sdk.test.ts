import { join } from "node:path";
import { conformanceTest } from "@mcptest/sdk";
import { expect, test, vi } from "vitest";
import { modernServer } from "../e2e/testing/http-server.js";
import { packSource, project } from "../e2e/testing/project.js";

test("conformanceTest runs a pack by its path in a process of its own, and ends it", async () => {
  const folder = project({ "pack.mjs": packSource("verdict.detail('pid', process.pid);") });
  const result = await conformanceTest(join(folder, "pack.mjs"), {
    server: { url: await modernServer({ tools: {} }) },
    options: { tool: "make" },
    where: "test",
  });
  expect(result.outcome).toBe("passed");
  const pid = Number(result.checks[0]?.details?.pid);
  expect(pid).not.toBe(process.pid);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
});
