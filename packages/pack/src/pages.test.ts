import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Check } from "./check.js";
import { sectionsOf, withPages } from "./pages.js";

describe("withPages", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-pages-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.md"), "# a\n\n## Why\n\nSo.\n");
  const checks = ["a", "b"].map((id) => ({ id }) as Check);

  it("gives each check its page, and leaves a check without one as it is", () => {
    const [a, b] = withPages(checks, new URL(`${pathToFileURL(folder)}/`), "https://pages.example/");
    expect(a?.docs).toMatchObject({ why: "So.", url: "https://pages.example/a.md" });
    expect(b).toEqual({ id: "b" });
  });

  it("leaves all as they are where there is no folder", () => {
    expect(withPages(checks, new URL(`${pathToFileURL(folder)}/none/`), "https://pages.example/")).toEqual(checks);
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
