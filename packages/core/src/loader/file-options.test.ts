import { join } from "node:path";
import { expect, it } from "vitest";
import { fileOptionProblems, folderOf, resolveFileOptions } from "./file-options.js";

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

it("says which file of an option is not there or is no file", () => {
  const here = join(import.meta.dirname, "file-options.ts");
  expect(fileOptionProblems(schema, { baseline: here, other: "/not/there" })).toEqual([]);
  expect(fileOptionProblems(schema, { baseline: "/not/there" })).toEqual(["baseline: there is no file /not/there"]);
  expect(fileOptionProblems(schema, { baseline: "/" })).toEqual(["baseline: / is a folder, and a file is needed"]);
  expect(fileOptionProblems(schema, { baseline: join(here, "in-it") })).toEqual([
    `baseline: ${join(here, "in-it")} cannot be read (ENOTDIR)`,
  ]);
  expect(fileOptionProblems(undefined, { baseline: "/not/there" })).toEqual([]);
  expect(fileOptionProblems(schema, JSON.parse('{"__proto__":"/not/there"}'))).toEqual([]);
});

it("counts from the folder of a file, and from a folder", () => {
  expect(folderOf(import.meta.dirname)).toBe(import.meta.dirname);
  expect(folderOf(join(import.meta.dirname, "file-options.ts"))).toBe(import.meta.dirname);
});
