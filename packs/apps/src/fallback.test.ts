import { expect, it } from "vitest";
import { isPlaceholder, isUseful, leavesOf, textOf } from "./fallback.js";

it.each([
  [{ type: "text", text: "x" }, true],
  [{ type: "text", text: " \n" }, false],
  [{ type: "image", data: "AA==", mimeType: "image/png" }, true],
  [{ type: "image" }, false],
  [{ type: "resource_link", uri: "x://y", name: "y" }, true],
  [{ type: "resource", resource: { uri: "x://y", text: "" } }, true],
  [{ type: "widget" }, false],
  ["x", false],
  [null, false],
])("%j can be used: %s", (block, is) => {
  expect(isUseful(block)).toBe(is);
});

it.each([
  "OK",
  "Done.",
  "rendered",
  "see UI",
  "Please see the widget above.",
  "Three.js scene rendered",
  "The map has been displayed successfully!",
])("%s is a placeholder", (text) => {
  expect(isPlaceholder(text)).toBe(true);
});

it.each([
  "12:30",
  "Oslo: 4 degrees",
  "Pinned cities: Oslo.",
  "The map shows Oslo and Bergen",
  "Rendered 3 of 5 charts",
])("%s is none", (text) => {
  expect(isPlaceholder(text)).toBe(false);
});

it("gives texts and leaves", () => {
  expect(textOf([{ type: "text", text: " a" }, { type: "image" }, { type: "text", text: "b " }])).toBe("a\nb");
  expect(textOf("x")).toBe("");
  expect(leavesOf({ a: ["xy", 12, true], b: { c: "z" } }).sort()).toEqual(["12", "xy"]);
  expect(leavesOf(undefined)).toEqual([]);
});
