import { describe, expect, it } from "vitest";
import { waysOut } from "./checks/reach.js";
import { beside, isWithin, nameIn, rootOf, uriProblems } from "./uris.js";

describe("the URI of a skill", () => {
  it.each([
    "skill://deploy/SKILL.md",
    "skill://team/deploy/SKILL.md",
    "https://example.org/skills/deploy/SKILL.md",
    "mcp-extensions://io.modelcontextprotocol/skills/deploy/SKILL.md",
  ])("%s is one", (uri) => expect(uriProblems(uri)).toEqual([]));

  it.each([
    ["deploy/SKILL.md", ["is no absolute URI"]],
    ["skill://deploy/skill.md", ["does not spell SKILL.md so"]],
    ["skill://deploy/README.md", ["does not end with /SKILL.md"]],
    ["skill://deploy/SKILL.md/", ["ends with a slash", "does not end with /SKILL.md"]],
    ["skill://deploy/SKILL.md?v=1", ["has a query or a fragment"]],
    ["skill://a/../b/SKILL.md", ["has dot segments"]],
    ["skill://a/%2E%2e/b/SKILL.md", ["has dot segments"]],
    ["skill:///SKILL.md", ["does not end with /SKILL.md"]],
  ])("%s is none", (uri, problems) => expect(uriProblems(uri)).toEqual(problems));

  it("has a root, a name and neighbours", () => {
    const uri = "skill://team/deploy/SKILL.md";
    expect([rootOf(uri), nameIn(uri), beside(uri, "x"), beside("skill://a/SKILL.md", "x")]).toEqual([
      "skill://team/deploy",
      "deploy",
      "skill://team/x",
      "skill://x",
    ]);
  });

  it("holds what is below it, however it is written", () => {
    const root = "skill://a/b";
    expect(
      ["skill://a/b/c.md", "skill://a/%62/c.md", "skill://a/b/x/../c.md"].map((uri) => isWithin(uri, root)),
    ).toEqual([true, true, true]);
    expect(
      ["skill://a/bc.md", "skill://a/b/../c.md", "skill://a/b/%2e%2e/c.md", "skill://a/b"].map((uri) =>
        isWithin(uri, root),
      ),
    ).toEqual(Array(4).fill(false));
  });
});

it("ways out are no two alike, and none of them is resolved before it is sent", () => {
  const ways = waysOut("skill://a", "/srv/canary.txt");
  expect(new Set(ways).size).toBe(ways.length);
  expect(ways).toEqual(
    expect.arrayContaining([
      "skill://a/../srv/canary.txt",
      "skill://a/%2e%2e%2f%2e%2e%2fsrv%2fcanary.txt",
      "skill://a//srv/canary.txt",
    ]),
  );
});
