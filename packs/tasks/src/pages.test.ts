import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tasksPack } from "./pack.js";

const PAGES = new URL("../docs/", import.meta.url);
/** Characters of one text that a pack may have. */
const MOST = 4_000;

describe("the pages of the checks", () => {
  it("are one for each check and no more", () => {
    const pages = readdirSync(PAGES).map((file) => file.replace(/\.md$/, ""));
    expect(pages.sort()).toEqual(tasksPack.checks.map(({ id }) => id).sort());
  });

  it.each(tasksPack.checks.map(({ id, title }) => [id, title]))("%s: id, title and three sections", (id, title) => {
    const lines = readFileSync(new URL(`${id}.md`, PAGES), "utf8").split("\n");
    expect(lines.slice(0, 4)).toEqual([`# ${id}`, "", `${title}.`, ""]);
    expect(lines.filter((line) => line.startsWith("#")).slice(1)).toEqual([
      "## What it asks",
      "## Why",
      "## How to fix it",
    ]);
    const { asks, why, fix } = tasksPack.checks.find((check) => check.id === id)?.docs ?? {};
    for (const text of [asks, why, fix]) {
      expect(text?.length).toBeGreaterThan(60);
      expect(text?.length).toBeLessThanOrEqual(MOST);
    }
  });

  it("have examples that are JSON", () => {
    const examples = tasksPack.checks.flatMap(({ docs }) => (docs?.fix ?? "").split("\n\n").filter(isExample));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(JSON.parse(example), example).toBeTypeOf("object");
  });

  it("have an address", () => {
    expect(tasksPack.checks.find(({ id }) => id === "tasks-ttl-shape")?.docs?.url).toBe(
      "https://github.com/mcptest/mcptest/blob/main/packs/tasks/docs/tasks-ttl-shape.md",
    );
  });
});

function isExample(paragraph: string): boolean {
  return paragraph.startsWith("    ");
}
