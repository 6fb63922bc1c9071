import { defineFixture } from "@mcptest/pack";
import { expect, it } from "vitest";
import { check, onlyPack, runChecks } from "./testing/setup.js";

it("gives what a fixture attached to the checks that found something by it, and to no other", async () => {
  const attach = (name: string) => ({ name, mediaType: "text/plain", bytes: new TextEncoder().encode(name) });
  const inner = defineFixture({
    name: "inner",
    async prepare(_, { host }) {
      await host.attach(attach("inner"));
    },
  });
  const outer = defineFixture({
    name: "outer",
    needs: { inner },
    async prepare(_, { host }) {
      await host.attach(attach("outer"));
    },
  });
  const report = await runChecks([
    check("fails", (verdict) => verdict.fail("it is broken", []), { needs: { outer } }),
    check("warns", (verdict) => verdict.warn("odd"), { needs: { inner } }),
    check("passes", (verdict) => verdict.pass(), { needs: { outer } }),
    check("alone", async (verdict, { host }) => {
      await host.attach(attach("own"));
      verdict.pass();
    }),
  ]);
  const names = new Map(report.artifacts.map(({ id, name }) => [id, name]));
  const attached = onlyPack(report).checks.map(({ id, artifacts }) => [
    id,
    artifacts?.map((artifact) => names.get(artifact)).sort(),
  ]);
  expect(Object.fromEntries(attached)).toEqual({
    fails: ["inner", "outer"],
    warns: ["inner"],
    passes: undefined,
    alone: ["own"],
  });
});
