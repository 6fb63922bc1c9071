import { expect, test } from "vitest";
import { type Exchange, extensionMethodOf, extensionResultOf } from "./exchange.js";
import type { Json } from "./json.js";
import { hasFixedUri, idOfManifest, mappedValue, mayInvoke, methodUri, owningId } from "./mapping.js";

const JOBS = "com.example/jobs";

test("arguments are encoded once, whatever they hold", () => {
  const uri = methodUri(JOBS, "jobs/start", { a: "b c+%20é/#?&" });
  expect(uri).toBe(
    "mcp-extensions://com.example/jobs/jobs/start?params=%7B%22a%22%3A%22b%20c%2B%2520%C3%A9%2F%23%3F%26%22%7D",
  );
  expect(methodUri(JOBS, "jobs/start")).toBe("mcp-extensions://com.example/jobs/jobs/start");
  expect(methodUri(JOBS, "jobs/start", { a: "😀" })).toContain("%F0%9F%98%80");
});

test.each([[{ a: "\ud800" }], [{ a: ["x", { b: "\udc00" }] }], [{ "\ud800": 1 }], [{ "\ud800": "\udc00" }]])(
  "arguments with a lone surrogate have no URI: %j",
  (params) => {
    expect(() => methodUri(JOBS, "jobs/start", params)).toThrow(URIError);
  },
);

test("an address belongs to the longest id, and only an interface names one", () => {
  const ids = ["com.example/jobs", "com.example/jobs/more", "com.example/job"];
  expect(owningId("mcp-extensions://com.example/jobs/more/a", ids)).toBe("com.example/jobs/more");
  expect(owningId("mcp-extensions://com.example/jobs/a", ids)).toBe("com.example/jobs");
  expect(owningId("mcp-extensions://com.example/jobsmore/a", ids)).toBeUndefined();
  expect(idOfManifest("mcp-extensions://com.example/jobs/manifest.json")).toBe(JOBS);
  expect(idOfManifest("mcp-extensions://com.example/jobs/a/xmanifest.json")).toBeUndefined();
  expect(idOfManifest("mcp-extensions:///manifest.json")).toBeUndefined();
});

test("reading any mapped address but an interface may call a method", () => {
  const uris = [
    "mcp-extensions://a.b/c/d",
    "MCP-extensions://a.b/c/d?params=%7B%7D",
    "mcp-extensions://a.b/c/manifest.json",
  ];
  expect([...uris, "file:///a", 1, undefined].map(mayInvoke)).toEqual([true, true, false, false, false, false]);
});

test("only a top-level list of required members takes the fixed URI away", () => {
  const schemas: (Json | undefined)[] = [undefined, {}, { required: [] }, { anyOf: [{ required: ["a"] }] }];
  expect(schemas.map(hasFixedUri)).toEqual([true, true, true, true]);
  expect(hasFixedUri({ required: ["a"] })).toBe(false);
});

test.each([
  [{ contents: [{ text: '{"a": 1}' }] }, { a: 1 }],
  [{ contents: [{ text: "[1]" }] }, undefined],
  [{ contents: [{ text: "{" }] }, undefined],
  [{ contents: [{ blob: "e30=" }] }, undefined],
  [{ contents: {} }, undefined],
  [undefined, undefined],
])("the value in %j", (result, value) => {
  expect(mappedValue(result)).toEqual(value);
});

test("an exchange tells its value and its method by either route", () => {
  const uri = methodUri(JOBS, "jobs/list", { page: 1 });
  const read = {
    method: "resources/read",
    route: "resources",
    request: { body: JSON.stringify({ method: "resources/read", params: { uri } }) },
    response: { result: { contents: [{ uri, text: '{"jobs": []}' }] } },
  } as unknown as Exchange;
  expect([extensionMethodOf(read, JOBS), extensionResultOf(read)]).toEqual(["jobs/list", { jobs: [] }]);
  expect(extensionMethodOf(read, "com.example/other")).toBeUndefined();
  const native = { method: "jobs/list", response: { result: { jobs: [] } } } as unknown as Exchange;
  expect([extensionMethodOf(native, JOBS), extensionResultOf(native)]).toEqual(["jobs/list", { jobs: [] }]);
});
