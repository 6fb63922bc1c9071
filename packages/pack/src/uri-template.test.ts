import { expect, test } from "vitest";
import { expand, mayMatch, readTemplate, type UriTemplate, valuesIn, withoutDot } from "./uri-template.js";

const read = (text: string) => readTemplate(text) as UriTemplate;

test.each([
  ["x://h/{a}", true],
  ["x://h/{a}-{b}.txt", true],
  ["{a}/b", true],
  ["x://h/{a.b}", true],
  ["x://h/a", false],
  ["x://h/{+path}", false],
  ["x://h/{?q,r}", false],
  ["x://h/{a,b}", false],
  ["x://h/{a*}", false],
  ["x://h/{a:3}", false],
  ["x://h/{a}{b}", false],
  ["x://h/{a", false],
  ["x://h/{{a}}", false],
  ["x://h/{}", false],
  ["", false],
])("%j is read: %s", (text, isRead) => {
  expect(readTemplate(text) !== undefined).toBe(isRead);
});

test.each([
  ["x://h/{a}", "x://h/one", ["one"]],
  ["x://h/{a}-{b}", "x://h/one-two-three", ["one", "two-three"]],
  ["x://h/café/{a}", "x://h/caf%C3%A9/one", ["one"]],
  ["x://h/café/{a}", "x://h/café/one", ["one"]],
  ["x://h/caf%C3%A9/{a}", "x://h/caf%C3%A9/one", ["one"]],
  ["x://h/{a}", "x://h/", undefined],
  ["x://h/{a}", "x://h/one/two", undefined],
  ["x://h/{a}", "x://h/{a}", undefined],
  ["x://h/{a}.txt", "x://h/.txt", undefined],
  ["x://a.b/{c}", "x://aXb/c", undefined],
  ["{a}-x-{b}", "1-x-x-", ["1", "x-"]],
])("the values of %j in %j", (text, uri, values) => {
  expect(valuesIn(read(text), uri)).toEqual(values);
});

test("an expansion has its literals encoded, or as they stand", () => {
  const template = read("x://h/café [1]/{a}/ö");
  expect(expand(template, ["v"], "encoded")).toBe("x://h/caf%C3%A9%20[1]/v/%C3%B6");
  expect(expand(template, ["v"], "raw")).toBe("x://h/café [1]/v/ö");
  expect(expand(read("{a}-{b}"), ["1", "2"], "raw")).toBe("1-2");
  expect(expand(read("x:/\ud800/{a}"), ["1"], "encoded")).toBe("x:/\ud800/1");
});

test("one dot of the literals is another character", () => {
  const changed = withoutDot(read("x://a.b/{c}.txt"));
  expect(changed && expand(changed, ["v"], "raw")).toBe("x://aXb/v.txt");
  expect(withoutDot(read("x://h/{c}"))).toBeUndefined();
});

test.each([
  ["x://h/{a}", "x://h/one/two", true],
  ["x://h/{a}", "y://h/one", false],
  ["x://h/{+path}", "x://h/one/two", true],
  ["x://h/{+path}", "y://h/one", false],
  ["x://é/{?q}", "x://%C3%A9/?q=1", true],
  ["{+anything}", "y://h/one", true],
])("%j may match %j: %s", (text, uri, may) => {
  expect(mayMatch(text, uri)).toBe(may);
});
