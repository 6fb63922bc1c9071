import { manifestOf } from "@mcptest/pack";
import { expect, it } from "vitest";
import { tasksPack } from "./pack.js";

it("has the eight checks of the published conformance document, in its categories and order", () => {
  const baseline = tasksPack.checks.filter(({ profiles }) => profiles === undefined);
  expect(baseline.map(({ id, category, level }) => `${category} ${id} ${level}`)).toMatchInlineSnapshot(`
    [
      "dispatch tasks-wire-resolvable must",
      "dispatch tasks-declaration-hygiene must",
      "creation tasks-result-type-discipline must",
      "creation tasks-undeclared-creation-refused must",
      "lifecycle tasks-ttl-shape must",
      "lifecycle tasks-inline-result must",
      "lifecycle tasks-mcp-name-routing must",
      "lifecycle tasks-undeclared-capability-rejected must",
    ]
  `);
});

it("has a manifest that is plain data", () => {
  const manifest = manifestOf(tasksPack);
  expect(structuredClone(manifest)).toEqual(manifest);
  expect(manifest).toMatchObject({
    extension: "io.modelcontextprotocol/tasks",
    requiredCheck: "tasks-wire-resolvable",
  });
});

it("is an extension of the catalogue on 2025-11-25 too, under a name of its own", () => {
  const negotiated = { transport: "stdio", era: "legacy", protocolVersion: "2025-11-25", discovered: true } as const;
  expect(tasksPack.preExtensionWire?.({ ...negotiated, capabilities: { tasks: {} } })).toEqual({
    label: "Tasks (2025-11-25)",
  });
  expect(tasksPack.preExtensionWire?.({ ...negotiated, capabilities: {} })).toBeUndefined();
});

it("has every other check in the profile full alone", () => {
  const others = tasksPack.checks.filter(({ profiles }) => profiles !== undefined);
  expect(new Set(others.flatMap(({ profiles }) => profiles))).toEqual(new Set(others.length === 0 ? [] : ["full"]));
});
