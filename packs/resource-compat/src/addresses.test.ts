import type { Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { filesOf } from "./files.js";
import { idsIn } from "./interfaces.js";
import { callsMethod } from "./manifest.js";
import { idProblem, isSameButSpelling } from "./mapped-id.js";
import { didYouMean } from "./names.js";
import { mappedForm, publishedIn, urisIn } from "./translated.js";

const JOBS = "mcp-extensions://com.example/jobs/";
const MANIFEST: JsonObject = {
  methods: ["jobs/list", "jobs/get"],
  resources: [`${JOBS}jobs/list`, `${JOBS}a/one.md`, `${JOBS}manifest.json`, `${JOBS}x?y`, "file:///else"],
  resourceTemplates: [`${JOBS}jobs/get?params={params}`, `${JOBS}{folder}/{name}.txt`],
};

describe("the ids in addresses", () => {
  const ids = (resources: string[], templates: string[] = []) =>
    [...idsIn(resources, templates)].map(([id, { listed }]) => `${id}${listed ? "" : " unlisted"}`);

  it("are those of manifests, and of what belongs to none", () => {
    expect(ids([`${JOBS}manifest.json`, `${JOBS}a/b/c`, "file:///a"], [`${JOBS}x?params={params}`])).toEqual([
      "com.example/jobs",
    ]);
    expect(ids([`${JOBS}a/b`, "mcp-extensions://a/b/c/manifest.json"])).toEqual(["a/b/c", "com.example/jobs unlisted"]);
    expect(ids(["mcp-extensions://jobs/manifest.json", "mcp-extensions://jobs/start"])).toEqual(["jobs"]);
    expect(ids([], ["mcp-extensions://{any}", "mcp-extensions://"])).toEqual([" unlisted"]);
  });

  it("have two segments, and differ in spelling or altogether", () => {
    expect(["com.example/jobs", "a/b/c", "jobs", "a.b/_c", "com.example/caf%C3%A9"].map(idProblem)).toEqual([
      undefined,
      expect.stringContaining("exactly one slash"),
      expect.stringContaining("no slash"),
      expect.stringContaining("must start and end"),
      expect.stringContaining("is no extension id"),
    ]);
    expect(isSameButSpelling("com.example/Jobs", "com%2Eexample/jobs")).toBe(true);
    expect(isSameButSpelling("com.example/jobs", "com.example/%zz")).toBe(false);
  });
});

describe("what may call a method", () => {
  it("is each address that any part of the manifest names as one", () => {
    const uris = ["jobs/list", "jobs/get?params=1", "jobs/other", "a/one.md"].map((path) => JOBS + path);
    expect(uris.map((uri) => callsMethod("com.example/jobs", MANIFEST, uri))).toEqual([true, true, false, false]);
    const odd = { methods: { "jobs/other": {} }, methodResources: { "a/b": { uri: `${JOBS}a/one.md` } } };
    expect(uris.map((uri) => callsMethod("com.example/jobs", odd, uri))).toEqual([false, false, true, true]);
  });

  it("is no file", () => {
    expect(filesOf("com.example/jobs", MANIFEST)).toEqual([`${JOBS}a/one.md`]);
  });
});

describe("addresses in results", () => {
  it("stand under uri alone, at any depth", () => {
    const value = { uri: "a:1", uris: ["a:2"], resourceUri: "a:3", x: [{ uri: "a:4", y: { uri: { uri: "a:5" } } }] };
    expect(urisIn(value as Json)).toEqual(["a:1", "a:4"]);
    let deep: Json = { uri: "a:6" };
    for (let level = 0; level < 10_000; level++) deep = { a: deep };
    expect(urisIn(deep)).toEqual([]);
  });

  it("are compared with the files of the manifest by their paths", () => {
    const published = publishedIn("com.example/jobs", MANIFEST);
    const form = (uri: string) => mappedForm(uri, JOBS, published);
    expect(form("note://a/one.md")).toBe(`${JOBS}a/one.md`);
    expect(form("other+1://a/b%20c.txt")).toBe(`${JOBS}a/b%20c.txt`);
    for (const uri of [
      `${JOBS}a/one.md`,
      "note://a/b/c.txt",
      "note:a/one.md",
      "a/one.md",
      "note://",
      "jobs://jobs/get",
    ]) {
      expect(form(uri)).toBeUndefined();
    }
  });
});

it("a name that is not there is answered with the nearest", () => {
  const names = ["jobs/list", "jobs/start"];
  expect(didYouMean("jobs/strat", names)).toBe(' Did you mean "jobs/start"? There are: jobs/list, jobs/start.');
  expect(didYouMean("tasks/cancel", names)).toBe(" There are: jobs/list, jobs/start.");
  expect(didYouMean("x", [])).toBe(" There are none.");
  const many = Array.from({ length: 40 }, (_, index) => `name${index}`);
  expect(didYouMean("other", many)).toMatch(/name29, and 10 more\.$/);
});
