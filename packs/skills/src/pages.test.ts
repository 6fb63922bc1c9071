import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { skillsPack } from "./pack.js";

const PAGES = new URL("../docs/", import.meta.url);
/** Characters of one text that a pack may have. */
const MOST = 4_000;

describe("the pages of the checks", () => {
  it("are one for each check and no more", () => {
    const pages = readdirSync(PAGES).map((file) => file.replace(/\.md$/, ""));
    expect(pages.sort()).toEqual(skillsPack.checks.map(({ id }) => id).sort());
  });

  it.each(skillsPack.checks.map((check) => [check.id, check] as const))(
    "%s: id, title and three sections",
    (id, { title, docs }) => {
      const lines = readFileSync(new URL(`${id}.md`, PAGES), "utf8").split("\n");
      expect(lines.slice(0, 4)).toEqual([`# ${id}`, "", `${title}.`, ""]);
      expect(lines.filter((line) => line.startsWith("#")).slice(1)).toEqual([
        "## What it asks",
        "## Why",
        "## How to fix it",
      ]);
      for (const text of [docs?.asks, docs?.why, docs?.fix]) {
        expect(text?.length).toBeGreaterThan(60);
        expect(text?.length).toBeLessThanOrEqual(MOST);
      }
    },
  );

  it("have examples that are JSON", () => {
    const examples = skillsPack.checks.flatMap(({ docs }) =>
      (docs?.fix ?? "").split("\n\n").filter((paragraph) => /^ {4}\s*[{[]/.test(paragraph)),
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(JSON.parse(example), example).toBeTypeOf("object");
  });
});
