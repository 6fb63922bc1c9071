import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { docsOf, sectionsOf } from "./check-docs.js";
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
    const { asks, why, fix } = docsOf(id) ?? {};
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

  it("are what the checks of the pack carry", () => {
    for (const { id, docs } of tasksPack.checks) expect(docs, id).toEqual(docsOf(id));
    expect(docsOf("tasks-ttl-shape")?.url).toBe(
      "https://github.com/mcptest/mcptest/blob/main/packs/tasks/docs/tasks-ttl-shape.md",
    );
  });
});

describe("sectionsOf", () => {
  const page =
    '# a\n\nTitle.\n\n## What it asks\n\nOne line\nand another.\n\nNext.\n\n## Why\n\nSo.\n\n## How to fix it\n\nSend this.\n\n    {\n      "a": 1\n    }\n\nThen\nthat.\n';
  const sections = {
    asks: "One line and another.\n\nNext.",
    why: "So.",
    fix: 'Send this.\n\n    {\n      "a": 1\n    }\n\nThen that.',
  };

  it("joins the lines of a paragraph and leaves code alone", () => {
    expect(sectionsOf(page)).toEqual(sections);
  });

  it("reads pages with the line ends of Windows alike", () => {
    expect(sectionsOf(page.replaceAll("\n", "\r\n"))).toEqual(sections);
  });

  it("keeps a code block that a section begins with", () => {
    expect(sectionsOf("## Why\n\n    {}\n").why).toBe("    {}");
  });

  it("has an empty text for a section that is not there", () => {
    expect(sectionsOf("## Why\n\nSo.\n")).toEqual({ asks: "", why: "So.", fix: "" });
  });
});

function isExample(paragraph: string): boolean {
  return paragraph.startsWith("    ");
}
