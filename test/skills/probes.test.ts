import { type Hooks, SKILLS_ID, startHttpServer } from "@mcptest/testkit";
import { expect, it } from "vitest";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runSkills } from "./testing/run-skills.js";

const TEST_MS = 60_000;

async function notesWith(hooks: Hooks, checkId: string): Promise<string[]> {
  const server = await startHttpServer({ kind: "skills", era: "modern", hooks: [hooks] });
  try {
    const target = { kind: "http" as const, name: "main", url: server.url, headers: [] };
    const report = await runSkills({ target, selection: { checkIds: [checkId] } });
    return packOf(report).checks.flatMap(({ notes = [] }) => notes);
  } finally {
    await server.close();
  }
}

it(
  "skills of a server that declares none are noted",
  async () => {
    const capabilities: Hooks["capabilities"] = (given) => ({ ...given, extensions: {} });
    expect(await notesWith({ capabilities }, "skills-undeclared-methods")).toEqual([
      "skills/list is answered with a list though the extension is not declared",
    ]);
  },
  TEST_MS,
);

it(
  "directories of a server that does not declare them are noted",
  async () => {
    const capabilities: Hooks["capabilities"] = (given) => ({ ...given, extensions: { [SKILLS_ID]: {} } });
    expect(await notesWith({ capabilities }, "skills-dir-undeclared")).toEqual([
      expect.stringMatching(/^resources\/directory\/read is answered though directoryRead is not declared/),
    ]);
  },
  TEST_MS,
);

it(
  "dynamic skills are noted",
  async () => {
    expect(await notesWith({}, "skills-dynamic-warning")).toHaveLength(1);
  },
  TEST_MS,
);

it(
  "a server that breaks off is blamed for nothing that it has not answered",
  async () => {
    const around: Hooks["around"] = async (call, next) => {
      const isOdd =
        call.params.uri === undefined ? call.method === "skills/get" : String(call.params.uri).includes("mcptest");
      if (isOdd || call.params.cursor !== undefined) call.crash();
      return next();
    };
    const server = await startHttpServer({ kind: "skills", era: "modern", hooks: [{ around }] });
    try {
      const target = { kind: "http" as const, name: "main", url: server.url, headers: [] };
      const { failed, warning, open } = notedVerdictsOf(await runSkills({ target }));
      expect([failed, warning]).toEqual([[], []]);
      expect(open.length).toBeGreaterThan(4);
    } finally {
      await server.close();
    }
  },
  TEST_MS,
);
