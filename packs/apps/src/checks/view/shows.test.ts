import { expect, it } from "vitest";
import type { Look } from "../../view/record.js";
import { showsResult } from "./shows.js";

const look = (text: string, graphics = 0) => ({ text, graphics }) as Look;
const prose = { content: [{ type: "text", text: "Pinned cities: Oslo, Bergen." }] };
const structured = { ...prose, structuredContent: { cities: ["Oslo", "Bergen"], count: 12_345 } };

it.each([
  ["Oslo", true],
  ["Counted: 12,345", true],
  ["There is nothing here", false],
])("shows a value of the structured content: %s", (text, expected) => {
  expect(showsResult(look(text), structured)).toBe(expected);
});

it("shows words of a text that were not there before it came", () => {
  expect(showsResult(look("Pinned cities: Oslo"), prose, look("Pinned cities"))).toBe(true);
  expect(showsResult(look("Pinned cities"), prose, look("Pinned cities"))).toBe(false);
  expect(showsResult(look("Pinned cities"), prose, look("Loading"))).toBe(true);
});

it("shows a value that was there before, unless the view still says that it waits", () => {
  const before = look("Oslo");
  expect(showsResult(look("Oslo"), structured, before)).toBe(true);
  expect(showsResult(look("Waiting for Oslo"), structured, look("Waiting for Oslo"))).toBe(false);
  expect(showsResult(look("Waiting for Oslo"), structured, look("Waiting for"))).toBe(true);
});

it("shows a value of a text that is JSON", () => {
  const json = { content: [{ type: "text", text: '{"city":"Oslo"}' }] };
  expect(showsResult(look("City: Oslo"), json, look("City:"))).toBe(true);
  expect(showsResult(look("City"), json, look("City"))).toBe(false);
});

it("cannot be told where there is nothing to look for, or large pictures", () => {
  expect(showsResult(look("Done"), { content: [] })).toBeUndefined();
  expect(showsResult(look("", 20_000), structured)).toBeUndefined();
});
