import { describe, expect, test } from "vitest";
import { pageOf } from "./pages.js";

const seven = [1, 2, 3, 4, 5, 6, 7];

test("pages follow one another to the end", () => {
  const first = pageOf(seven, "resources", 3, undefined);
  const second = pageOf(seven, "resources", 3, first?.nextCursor);
  const third = pageOf(seven, "resources", 3, second?.nextCursor);
  expect([first, second, third].map((page) => page?.entries)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  expect(third).not.toHaveProperty("nextCursor");
});

test("a listing that fits, or is empty, has one page", () => {
  expect(pageOf(seven, "resources", 7, undefined)).toEqual({ entries: seven });
  expect(pageOf([], "resources", 7, undefined)).toEqual({ entries: [] });
});

describe("a cursor that was never given is refused", () => {
  const cursor = (text: string) => Buffer.from(text).toString("base64");
  const given = pageOf(seven, "templates", 3, undefined)?.nextCursor;
  test.each<[string, unknown]>([
    ["the empty one", ""],
    ["null", null],
    ["a number", 3],
    ["no base64", "resources:3"],
    ["one of the other listing", given],
    ["one past the end", cursor("resources:7")],
    ["the start", cursor("resources:0")],
    ["a negative one", cursor("resources:-3")],
    ["a fraction", cursor("resources:1.5")],
    ["a number in another notation", cursor("resources:0x3")],
    ["no number", cursor("resources:")],
  ])("%s", (_name, value) => {
    expect(pageOf(seven, "resources", 3, value)).toBeUndefined();
  });
});
