import { type Hooks, SKILLS_ID, startHttpServer } from "@mcptest/testkit";
import { expect, it } from "vitest";
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
