import { describe, expect, it } from "vitest";
import { sectionsOf } from "./pages.js";

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
