import { describe, expect, it } from "vitest";
import { differences, frontMatterOf } from "./front-matter.js";

const read = async (text: string) => {
  const { value, problem, oddities } = await frontMatterOf(text);
  return { value, problem, oddities };
};

describe("front matter", () => {
  it("is a mapping between two lines, in the core schema of YAML 1.2", async () => {
    expect(await read("---\nname: a\nversion: 1.0\non: yes\ndate: 2026-11-30\n---\ntext")).toEqual({
      value: { name: "a", version: 1, on: "yes", date: "2026-11-30" },
      problem: undefined,
      oddities: [],
    });
  });

  it.each([
    ["no first line", "name: a\n", "its first line is not ---"],
    ["no last line", "---\nname: a\n", "no line --- ends its front matter"],
    ["no mapping", "---\n- a\n---\n", "its front matter is no mapping"],
    ["nothing in it", "---\n---\n", "its front matter is no mapping"],
  ])("has a problem: %s", async (_what, text, problem) => {
    expect((await read(text)).problem).toBe(problem);
  });

  it.each(["---\na: [1\n---\n", "---\na: 1\na: 2\n---\n", `---\n${"a: &a [b]\n".repeat(1)}c: *unknown\n---\n`])(
    "is no YAML: %j",
    async (text) => {
      expect((await read(text)).problem).toMatch(/^its front matter is no YAML: /);
    },
  );

  it("may have a byte order mark and line ends of Windows, which are told", async () => {
    expect(await read("\ufeff---\r\nname: a\r\n---\r\n")).toEqual({
      value: { name: "a" },
      problem: undefined,
      oddities: ["a byte order mark", "line ends of Windows (CRLF)"],
    });
  });

  it("does not grow by aliases", async () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) =>
        `l${index}: &l${index} [${Array(10)
          .fill(`*l${index - 1}`)
          .join(",")}]`,
    );
    levels[0] = "l0: &l0 [x]";
    expect((await read(`---\n${levels.join("\n")}\n---\n`)).problem).toMatch(/^its front matter is no YAML: /);
  });
});

describe("differences", () => {
  it("are none whatever the order of members, and however a number is written", () => {
    expect(differences({ a: 1, b: ["x"] }, { b: ["x"], a: 1.0 })).toEqual([]);
  });

  it("are what is missing, added or of another type", () => {
    expect(
      differences({ a: 1, b: true, c: { d: "x" }, l: [1, 2] }, { a: "1", c: { d: "x", e: null }, l: [1] }),
    ).toEqual([
      'frontmatter.a is "1", and 1 in the file',
      "frontmatter.b is missing",
      "frontmatter.c.e is not in the file",
      "frontmatter.l[1] is missing",
    ]);
  });

  it("see members of every name", () => {
    expect(differences(JSON.parse('{"__proto__": 1}'), {})).toEqual(["frontmatter.__proto__ is missing"]);
  });
});
