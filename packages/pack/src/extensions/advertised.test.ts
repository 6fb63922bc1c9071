import { expect, test } from "vitest";
import type { Json } from "../json.js";
import { advertisedExtensions, advertisedKey } from "./advertised.js";

/** The extensions of a capability block as it comes off the wire. */
function read(extensionsJson: string) {
  return advertisedExtensions(JSON.parse(`{"tools":{},"extensions":${extensionsJson}}`) as Json);
}

test("the sample of three extensions is listed in order, with labels and versions", () => {
  const { extensions, aside, present, mapProblem } = read(
    `{"io.modelcontextprotocol.tasks":{"version":"1.0"},"io.modelcontextprotocol.apps":{},"com.example.widgets":{"version":"2.3"}}`,
  );
  expect(extensions.map(({ label, version, id }) => ({ label, version, id }))).toEqual([
    { label: "Tasks", version: "1.0", id: "io.modelcontextprotocol.tasks" },
    { label: "MCP Apps", version: undefined, id: "io.modelcontextprotocol.apps" },
    { label: "extension", version: "2.3", id: "com.example.widgets" },
  ]);
  expect({ aside, present, mapProblem }).toEqual({ aside: [], present: true, mapProblem: undefined });
});

test.each([
  ["null", "extensions is null, not an object."],
  ["[]", "extensions is an array, not an object."],
  ["true", "extensions is a boolean, not an object."],
  [`["io.modelcontextprotocol/tasks"]`, "extensions is an array, not an object."],
  [`"io.modelcontextprotocol/tasks"`, "extensions is a string, not an object."],
  ["7", "extensions is a number, not an object."],
])("a map that is %s lists nothing and is reported", (json, problem) => {
  expect(read(json)).toEqual({ extensions: [], aside: [], present: true, mapProblem: problem });
});

test.each(["true", "null", `"1.0"`, "[]", "0"])(
  "settings that are %s are reported, and the id is still listed",
  (json) => {
    const { extensions } = read(`{"io.modelcontextprotocol/tasks":${json}}`);
    expect(extensions).toHaveLength(1);
    expect(extensions[0]).toMatchObject({
      id: "io.modelcontextprotocol/tasks",
      verdict: "pass",
      settingsOk: false,
      settings: JSON.parse(json),
    });
    expect(extensions[0]?.version).toBeUndefined();
  },
);

test("empty settings are an object and fine", () => {
  expect(read(`{"io.modelcontextprotocol/tasks":{}}`).extensions[0]).toMatchObject({ settingsOk: true, settings: {} });
});

test("a flat key is kept aside", () => {
  const { extensions, aside } = read(`{"tasks":{"version":"1.0"},"io.myext":{}}`);
  expect(aside.map(({ id, verdict, version }) => ({ id, verdict, version }))).toEqual([
    { id: "tasks", verdict: "fail", version: "1.0" },
  ]);
  expect(extensions.map(({ id, verdict }) => ({ id, verdict }))).toEqual([{ id: "io.myext", verdict: "fail" }]);
});

test.each([
  [`{"com.example/":{}}`, "warn"],
  [`{"com.mcp.tools/x":{}}`, "warn"],
  [`{"-a.b/x":{}}`, "fail"],
  [`{"io.modelcontextprotocol/Tasks":{}}`, "warn"],
  [`{"io.modelcontextprotocol/tasks":{"version":"1.0"}}`, "pass"],
])("%s gives %s", (json, verdict) => {
  expect(read(json).extensions.map((extension) => extension.verdict)).toEqual([verdict]);
});

test("a version is shown only when it is a string", () => {
  const versionOf = (json: string) => read(`{"com.example/x":{"version":${json}}}`).extensions[0]?.version;
  expect(versionOf(`"1.0"`)).toBe("1.0");
  expect(versionOf("1")).toBeUndefined();
  expect(versionOf("null")).toBeUndefined();
  expect(versionOf(`["1.0"]`)).toBeUndefined();
});

test("__proto__ as a key is a bad flat key and reaches no prototype", () => {
  const { extensions, aside } = read(`{"__proto__":{"version":"9","polluted":true}}`);
  expect(extensions).toEqual([]);
  expect(aside.map(({ id, verdict, version }) => ({ id, verdict, version }))).toEqual([
    { id: "__proto__", verdict: "fail", version: "9" },
  ]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("of very many keys the first are read, and one that is asked for is found all the same", () => {
  const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`com.example/x${index}`, {}]));
  const capabilities = { extensions: { ...many, "io.modelcontextprotocol.tasks": { version: "1.0" } } };
  const { extensions, omitted } = advertisedExtensions(capabilities);
  expect([extensions.length, omitted]).toEqual([10_000, 2_001]);
  expect(advertisedKey(capabilities, "io.modelcontextprotocol/tasks")).toBe("io.modelcontextprotocol.tasks");
  expect(advertisedKey(capabilities, "com.example/x11999")).toBe("com.example/x11999");
  expect(advertisedKey(capabilities, "com.example/none")).toBeUndefined();
  expect(advertisedKey({ extensions: ["com.example/x"] }, "com.example/x")).toBeUndefined();
});

test("__proto__ as the map is no map, and as a setting gives no version", () => {
  const hidden = JSON.parse(`{"__proto__":{"extensions":{"com.example/x":{}}}}`) as Json;
  expect(advertisedExtensions(hidden)).toEqual({ extensions: [], aside: [], present: false });
  expect(read(`{"com.example/x":{"__proto__":{"version":"9"}}}`).extensions[0]).toMatchObject({ settingsOk: true });
  expect(read(`{"com.example/x":{"__proto__":{"version":"9"}}}`).extensions[0]?.version).toBeUndefined();
});

test.each([null, [], true, "text", 3, undefined, {}])("capabilities that are %j have no map", (capabilities) => {
  expect(advertisedExtensions(capabilities)).toEqual({ extensions: [], aside: [], present: false });
});
