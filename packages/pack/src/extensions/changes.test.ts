import { expect, test } from "vitest";
import type { Json } from "../json.js";
import { extensionChanges } from "./changes.js";

const TOY = "com.example/toy";

function changes(before: Json, after: Json): string[] {
  const found = extensionChanges({ extensions: { [TOY]: before } }, { extensions: { [TOY]: after } });
  return found.map(({ id, kind, path, what }) => {
    expect(id).toBe(TOY);
    return `${kind} ${path}: ${what}`;
  });
}

test("ids come and go", () => {
  const before = { extensions: { "a.b/old": {}, "a.b/same": { x: 1 } } };
  const after = { extensions: { "a.b/same": { x: 1 }, "a.b/new": {} } };
  expect(extensionChanges(before, after)).toEqual([
    { id: "a.b/old", kind: "removed", path: "", what: "the id is gone" },
    { id: "a.b/new", kind: "added", path: "", what: "the id is new" },
  ]);
  expect(extensionChanges(before, before)).toEqual([]);
});

test("a member that is gone or of another type breaks", () => {
  expect(changes({ kinds: ["a"], "a/b~c": 1 }, { kinds: "a" })).toMatchInlineSnapshot(`
    [
      "breaking /kinds: an array became a string",
      "breaking /a~1b~0c: the member is gone; it was 1",
    ]
  `);
  expect(changes({ deep: { list: true } }, { deep: { list: {} } })).toMatchInlineSnapshot(`
    [
      "breaking /deep/list: a boolean became an object",
    ]
  `);
  expect(changes({ limit: 3 }, { limit: null })).toMatchInlineSnapshot(`
    [
      "breaking /limit: a number became null",
    ]
  `);
  expect(changes({ limit: null }, { limit: 3 })).toMatchInlineSnapshot(`
    [
      "breaking /limit: null became a number",
    ]
  `);
  expect(changes({ deep: {} }, { deep: [] })).toMatchInlineSnapshot(`
    [
      "breaking /deep: an object became an array",
    ]
  `);
});

test("new members and other values break nothing", () => {
  expect(
    changes({ version: "1.0", kinds: ["a"] }, { version: "2.0", kinds: ["a", "b"], more: {} }),
  ).toMatchInlineSnapshot(`
    [
      "changed /version: "1.0" became "2.0"",
      "changed /kinds: ["a"] became ["a","b"]",
      "changed /more: the member is new: {}",
    ]
  `);
  expect(changes({ limit: 1, on: true }, { limit: 1.5, on: false })).toMatchInlineSnapshot(`
    [
      "changed /limit: 1 became 1.5",
      "changed /on: true became false",
    ]
  `);
});

test("settings that become no object break, and settings that were none do not", () => {
  expect(changes({}, true)).toMatchInlineSnapshot(`
    [
      "breaking : an object became a boolean",
    ]
  `);
  expect(changes(true, {})).toMatchInlineSnapshot(`
    [
      "changed : a boolean became an object",
    ]
  `);
  expect(changes([], "1.0")).toMatchInlineSnapshot(`
    [
      "changed : an array became a string",
    ]
  `);
});

test("anything is taken, and no prototype is touched", () => {
  for (const odd of [undefined, null, [], "x", 1, { extensions: null }, { extensions: [{}] }]) {
    expect(extensionChanges(odd, odd)).toEqual([]);
  }
  const before = JSON.parse('{"extensions":{"__proto__":{"__proto__":1,"constructor":{}}}}');
  const after = JSON.parse('{"extensions":{"__proto__":{"toString":1}}}');
  expect(extensionChanges(before, after)).toMatchInlineSnapshot(`
    [
      {
        "id": "__proto__",
        "kind": "breaking",
        "path": "/__proto__",
        "what": "the member is gone; it was 1",
      },
      {
        "id": "__proto__",
        "kind": "breaking",
        "path": "/constructor",
        "what": "the member is gone; it was {}",
      },
      {
        "id": "__proto__",
        "kind": "changed",
        "path": "/toString",
        "what": "the member is new: 1",
      },
    ]
  `);
  expect(extensionChanges(before, {})).toMatchObject([{ id: "__proto__", kind: "removed" }]);
  expect(Object.hasOwn(Object.prototype, "extensions")).toBe(false);
});

test("huge and deep advertisements are compared in part", () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`a.b/x${index}`, {}]));
  expect(extensionChanges({ extensions: many }, {})).toHaveLength(20_000);
  const deep = (levels: number, end: Json) => {
    let value: Json = end;
    for (let level = 0; level < levels; level++) value = { a: value };
    return value;
  };
  expect(changes(deep(20, 1), deep(20, "x"))).toHaveLength(1);
  expect(changes(deep(50_000, 1), deep(50_000, "x"))).toEqual([]);
  const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`) as Json;
  expect(changes({ list: nested(50_000) }, { list: nested(40_000) })).toEqual([]);
});
