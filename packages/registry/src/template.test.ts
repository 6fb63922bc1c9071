import { expect, it } from "vitest";
import { fillTemplate, matchTemplate, parseTemplate, type Template } from "./template.js";

function matched(text: string, uri: string): Record<string, string> | undefined {
  const values = matchTemplate(parseTemplate(text) as Template, uri);
  return values === undefined ? undefined : Object.fromEntries(values);
}

it.each([
  ["x://{a}", "x://1", { a: "1" }],
  ["x://{a}", "x://", undefined],
  ["x://{a}", "x://1/2", undefined],
  ["x://{a}", "X://1", undefined],
  ["x://{a}/b", "x://1/b", { a: "1" }],
  ["x://{a}/b", "x://1/bb", undefined],
  ["x://a.b/{c}", "x://aXb/c", undefined],
  ["x://{a}.md", "x://1.md.md", { a: "1.md" }],
  ["x://{a}.md", "x://.md", undefined],
  ["x://v{a}", "x://v", undefined],
  ["x://v{a}", "x://1v2", undefined],
  ["x://v{a}", "x://vv", { a: "v" }],
  ["x://{a}-{b}", "x://1-2-3", { a: "1-2", b: "3" }],
  ["x://{a}-{b}", "x://1-", undefined],
  ["x://{a}-{b}", "x://-1", undefined],
  ["x://{a}-{b}", "x://--1", { a: "-", b: "1" }],
  ["x://{a}-{b}", "x://---", { a: "-", b: "-" }],
  ["x://{a}{b}", "x://123", { a: "12", b: "3" }],
  ["x://{a}{b}", "x://1", undefined],
  ["x://{a}{b}c", "x://12c", { a: "1", b: "2" }],
  ["x://c{a}{b}", "x://c12", { a: "1", b: "2" }],
  ["x://c{a}{b}", "x://c1", undefined],
  ["x://{a}/{b}?q=1", "x://%2F/é?x?q=1", { a: "%2F", b: "é?x" }],
  ["{a}://b", "x://b", { a: "x:".slice(0, 1) }],
  ["x://{a}\n{b}", "x://1\n2", { a: "1", b: "2" }],
  ["x://{__proto__}", "x://1", JSON.parse('{"__proto__":"1"}')],
])("%j of %j", (text, uri, values) => {
  expect(matched(text, uri)).toEqual(values);
  if (values === undefined) return;
  const template = parseTemplate(text) as Template;
  expect(fillTemplate(template, new Map(Object.entries(values as Record<string, string>)))).toBe(uri);
});

it("agrees with a greedy regular expression", () => {
  const letters = ["a", "-", "/", "--", "b-"];
  const texts = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)));
  for (const template of ["{x}-{y}", "a{x}-{y}b-", "{x}--{y}{z}", "{x}/{y}-", "-{x}"]) {
    const source = template.replaceAll(/\{(\w)\}/g, "(?<$1>[^/]+)");
    for (const text of texts) {
      const expected = new RegExp(`^${source}$`).exec(text)?.groups;
      expect([template, text, matched(template, text)]).toEqual([template, text, expected && { ...expected }]);
    }
  }
});

it("takes a long address that nearly matches", () => {
  expect(matched("x://{a}-{b}-{c}-{d}-{e}z", `x://${"-".repeat(200_000)}`)).toBeUndefined();
});
