import { describe, expect, it } from "vitest";
import { HOSTILE } from "./testing/sample.js";
import { quoted, visible, visibleLine } from "./visible.js";

describe("visible", () => {
  it("shows control characters, surrogates and bidi controls in their escaped form", () => {
    expect(visible("a\u001b[2Jb\u0000\u009b\u202ec\ud800d\ufeff")).toBe(
      "a\\u001b[2Jb\\u0000\\u009b\\u202ec\\ud800d\\ufeff",
    );
  });

  it("keeps ordinary text, tabs, line feeds and pairs of surrogates", () => {
    expect(visible("读取 — ✅ 😀\n\tx")).toBe("读取 — ✅ 😀\n\tx");
  });

  it("breaks log commands that may stand inside a line", () => {
    expect(visible("##[error]x ##vso[task]y ##teamcity[z] ##")).toBe(
      "#\\u0023[error]x #\\u0023vso[task]y #\\u0023teamcity[z] ##",
    );
  });

  it("puts a line on one line", () => {
    expect(visibleLine("a\r\nb\nc\td")).toBe("a b c d");
  });

  it("lets no line begin with a log command", () => {
    expect(visibleLine("::error::x ::y::")).toBe("\\u003a:error::x ::y::");
    expect(visibleLine("\n ::error::x")).toBe("  \\u003a:error::x");
    expect(visibleLine("a::b")).toBe("a::b");
  });

  it("lets no line of a block start a line of the log", () => {
    for (const line of quoted(HOSTILE, "| ")) expect(line).toMatch(/^\|/);
  });
});
