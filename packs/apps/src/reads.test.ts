import type { Exchange, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { argumentsFor, callResult, mayForward } from "./calls.js";
import type { AppsOptions } from "./options.js";
import { fromBase64, htmlOf, viewOf } from "./reads.js";
import type { Entry } from "./surface.js";
import { appTools, hasView, isTemplate } from "./tools.js";

const answered = (result: JsonObject) =>
  ({ number: 1, response: { jsonrpc: "2.0", id: 1, result }, messages: [] }) as unknown as Exchange;
const base64 = (bytes: string | number[]) => Buffer.from(bytes as string).toString("base64");

describe("what was read", () => {
  it("is the item with the URI that was asked for, and its metadata goes before that of the list", () => {
    const about = { uri: "ui://a", tools: [], listed: { entry: { _meta: { ui: { domain: "list" } } }, exchange: 2 } };
    const item = { uri: "ui://a", text: "é", _meta: { ui: { domain: "item" } } };
    const view = viewOf(answered({ contents: [{ uri: "ui://b", text: "no" }, item], _meta: { ui: 1 } }), about);
    expect(view).toMatchObject({ html: "é", byteLength: 2, meta: { domain: "item" }, ofResult: 1 });
    const plain = viewOf(answered({ contents: [{ uri: "ui://A", text: "x", _meta: { ui: "odd" } }] }), about);
    expect(plain).toMatchObject({ html: "x", ofItem: "odd", meta: { domain: "list" } });
    expect(viewOf(answered({ contents: "x" }), about).contents).toBeUndefined();
    expect(viewOf(answered({ contents: [] }), { uri: "ui://a", tools: [] })).toMatchObject({ meta: {}, byteLength: 0 });
  });

  it("is text, or a blob of UTF-8", () => {
    expect(htmlOf({ text: "x", blob: "!" })).toEqual({ html: "x" });
    expect(htmlOf({ blob: base64("<p>é</p>") })).toEqual({ html: "<p>é</p>" });
    expect(htmlOf({ blob: base64([0xff, 0xfe]) })).toEqual({ problem: "the bytes of the blob are no UTF-8" });
    expect(htmlOf({ blob: "a b=" })).toEqual({ problem: "the blob is no base64" });
    expect(htmlOf({ text: 1 })).toEqual({ problem: "there is neither text nor blob" });
    expect(
      [fromBase64("YQ"), fromBase64("YQ=="), fromBase64("-_=="), fromBase64("")].map((bytes) => bytes?.length),
    ).toEqual([undefined, 1, undefined, 0]);
  });
});

describe("a tool", () => {
  const listed = (...tools: JsonObject[]) => appTools({ entries: tools.map((entry) => ({ entry, exchange: 1 })) });

  it("belongs to apps by either key, and has who may call it", () => {
    const tools = listed(
      { name: "nested", _meta: { ui: { resourceUri: "ui://a", visibility: ["app", "x"] } } },
      { name: "flat", _meta: { "ui/resourceUri": "ui://b" } },
      { name: "helper", _meta: { ui: { visibility: ["app"] } } },
      { name: "odd", _meta: { ui: { resourceUri: 7, visibility: "app" } } },
      { name: "plain", _meta: { other: 1 } },
      { _meta: { ui: { resourceUri: "ui://nameless" } } },
    );
    expect(tools.map((tool) => [tool.name, tool.uri, tool.visibility.join(), hasView(tool)])).toEqual([
      ["nested", "ui://a", "app", true],
      ["flat", "ui://b", "model,app", true],
      ["helper", undefined, "app", false],
      ["odd", undefined, "model,app", true],
    ]);
    expect([isTemplate("ui://a/{id}"), isTemplate("ui://a")]).toEqual([true, false]);
  });

  const options: AppsOptions = {
    calls: [{ tool: "named", arguments: { a: 1 } }],
    discoverTools: false,
    draft: false,
    faultyHosts: true,
    requireRoles: false,
  };
  const inputSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const annotations = { readOnlyHint: true };

  it("is called where it is named, or only reads and needs no argument", () => {
    expect(argumentsFor({ name: "named" }, options)).toEqual({ a: 1 });
    expect(argumentsFor({ name: "reads", annotations }, options)).toEqual({});
    expect(argumentsFor({ name: "writes" }, { ...options, discoverTools: true })).toBeUndefined();
    expect(argumentsFor({ name: "needs", annotations, inputSchema }, options)).toBeUndefined();
    const made = argumentsFor({ name: "needs", annotations, inputSchema }, { ...options, discoverTools: true });
    expect(made).toEqual({ city: "" });
    const entries: Entry[] = [
      { entry: { name: "reads", annotations }, exchange: 1 },
      { entry: { name: "writes" }, exchange: 1 },
    ];
    expect(["named", "reads", "writes", "gone"].map((name) => mayForward(entries, name, options))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("has a result unless that is a task or a request for input", () => {
    expect(callResult(answered({ content: [] }))).toEqual({ content: [] });
    expect(callResult(answered({ resultType: "complete", content: [] }))).toBeDefined();
    expect(callResult(answered({ resultType: "input_required", inputRequests: {} }))).toBeUndefined();
    expect(callResult(answered({ task: { taskId: "1" } }))).toBeUndefined();
  });
});
