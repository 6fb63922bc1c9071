import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPacks } from "@mcptest/core/loader";
import type { Era, Transport } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { project } from "../e2e/testing/project.js";
import { packOf, runPack } from "../tasks/testing/run-tasks.js";
import { withServer } from "./testing/run-negotiation.js";

/** Opens each revision that it is given, and notes what it then has. */
const SOURCE = `
const check = { kind: "check", id: "opens", category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
  phase: "probe", rule: { source: "r" },
  async run(_values, verdict, { host, options }) {
    for (const protocolVersion of options.versions) {
      try {
        const on = await host.open({ fresh: true, protocolVersion });
        const { response } = await host.exchange(on, { method: "tools/list" });
        const isThere = Array.isArray(response?.result?.tools);
        verdict.note([on.negotiated.era, on.negotiated.protocolVersion, isThere].join(" "));
        await host.close(on);
      } catch (reason) {
        verdict.note([protocolVersion, reason.notApplicable, reason.message.slice(0, 60)].join(" "));
      }
    }
  } };
export default { name: "mcptest-pack-opens", version: "1.0.0", extension: "*", "~mcptest": { kind: "pack", contract: 1 },
  options: { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } }, checks: [check] };`;

async function notesOf(
  transport: Transport,
  era: Era,
  isolation: "none" | "process",
  versions: string[],
  spoken: string[],
) {
  const folder = project({ "package.json": { type: "module" } });
  writeFileSync(join(folder, "pack.mjs"), SOURCE);
  const { packs, errors } = await loadPacks(
    [
      {
        name: "./pack.mjs",
        specifier: join(folder, "pack.mjs"),
        options: { versions },
        namedIn: "test",
        from: folder,
        ...(isolation === "none" ? { isolation } : {}),
      },
    ],
    { bundledFrom: import.meta.url, isolate: true, importModule: (url) => import(/* @vite-ignore */ url) },
  );
  expect(errors).toEqual([]);
  const [loaded] = packs;
  if (!loaded) throw new Error("no pack");
  expect(loaded.isolation).toBe(isolation);
  const report = await withServer(transport, { versions: spoken }, (target) => runPack(target, { loaded }, { era }));
  loaded.close?.();
  return packOf(report).checks[0]?.notes;
}

const EVERY = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

describe.each(["http", "stdio"] as const)("a connection with a revision of the pack's choice over %s", (transport) => {
  test.each([
    ["modern", "none"],
    ["legacy", "process"],
  ] as const)("is opened from a lane that is %s, isolation %s", async (era, isolation) => {
    const notes = await notesOf(transport, era, isolation, EVERY, EVERY.slice(1));
    expect(notes).toEqual(EVERY.map((version) => `${version === EVERY[0] ? "modern" : "legacy"} ${version} true`));
  });

  test("does not apply where the server answers with another one", async () => {
    const notes = await notesOf(
      transport,
      "legacy",
      "process",
      ["2025-06-18", "2025-03-26"],
      ["2025-11-25", "2025-06-18"],
    );
    expect(notes?.[0]).toBe("legacy 2025-06-18 true");
    expect(notes?.[1]).toMatch(/^2025-03-26 true the server does not speak 2025-03-26: /);
  });
});
