import { startHttpServer } from "@mcptest/testkit";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient, SkillVerificationError } from "@modelcontextprotocol/client/ext/skills";
import { expect, it, onTestFinished } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runSkills } from "./testing/run-skills.js";

const TEST_MS = 60_000;

/** The official client and our pack on the same server of the testkit. */
async function both(faults: string[]) {
  const server = await startHttpServer({ kind: "skills", era: "modern", faults });
  onTestFinished(() => server.close());
  const client = new Client(
    { name: "official", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const target = { kind: "http" as const, name: "main", url: server.url, headers: [] };
  return { skills: new SkillsClient(client), judge: async () => packOf(await runSkills({ target })).checks };
}

it(
  "the official client lists, gets and reads every skill of the server that obeys, and verifies its files",
  async () => {
    const { skills } = await both([]);
    const { skills: listed } = await skills.list();
    expect(listed.map(({ uri }) => uri)).toEqual([
      "skill://deploy/SKILL.md",
      "skill://deploy/rollback/SKILL.md",
      "skill://review/SKILL.md",
      "skill://weather/SKILL.md",
    ]);
    for (const skill of listed) {
      expect((await skills.get(skill.uri)).skill).toEqual(skill);
      const files = skill.resources === "dynamic" ? [skill.uri] : skill.resources.map(({ uri }) => uri);
      for (const uri of files) {
        expect((await skills.read(skill, uri)).verified).toBe(skill.resources !== "dynamic");
      }
    }
  },
  TEST_MS,
);

it.each([
  ["skills-digest-of-other-lines", "references/guide.md", "digest", "skills-digest-match"],
  ["skills-size-in-characters", "references/guide.md", "size", "skills-size-match"],
  ["skills-frontmatter-curated", "SKILL.md", "frontmatter", "skills-frontmatter-identical"],
])(
  "where it refuses a file, the pack fails the same skill: %s",
  async (fault, file, reason, check) => {
    const { skills, judge } = await both([fault]);
    const { skill } = await skills.get("skill://deploy/SKILL.md");
    const refused: unknown = await skills.read(skill, file).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SkillVerificationError);
    expect((refused as SkillVerificationError).reason).toBe(reason);
    const found = (await judge()).find(({ id }) => id === check);
    const failed = found?.subjects?.filter(({ status }) => status === "failed").map(({ subject }) => subject);
    expect(failed).toEqual(["skill://deploy/SKILL.md"]);
  },
  TEST_MS,
);
