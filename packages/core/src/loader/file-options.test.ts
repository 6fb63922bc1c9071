import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOf, resolveFileOptions } from "./file-options.js";

const schema = {
  properties: { baseline: { type: "string", format: "file-path" }, other: { type: "string" } },
};

it("makes the paths of options absolute that are said to be paths", () => {
  const resolved = resolveFileOptions(schema, { baseline: "a/b.json", other: "a/b.json" }, "/project");
  expect(resolved).toEqual({ baseline: "/project/a/b.json", other: "a/b.json" });
});

it.each([
  [{ baseline: "/abs.json" }, { baseline: "/abs.json" }],
  [{ baseline: "" }, { baseline: "" }],
  [{ baseline: 7 }, { baseline: 7 }],
  [undefined, undefined],
  ["text", "text"],
])("leaves %j as it is", (options, expected) => {
  expect(resolveFileOptions<unknown>(schema, options, "/project")).toEqual(expected);
});

it("does without a schema, and is not misled by keys such as __proto__", () => {
  const odd = JSON.parse('{"__proto__":"a"}') as unknown;
  expect(resolveFileOptions(undefined, { baseline: "a" }, "/project")).toEqual({ baseline: "a" });
  expect(JSON.stringify(resolveFileOptions(schema, odd, "/project"))).toBe('{"__proto__":"a"}');
});

it("counts from the folder of a file, and from a folder", () => {
  expect(folderOf(import.meta.dirname)).toBe(import.meta.dirname);
  expect(folderOf(join(import.meta.dirname, "file-options.ts"))).toBe(import.meta.dirname);
});
