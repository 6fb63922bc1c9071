import { Script } from "node:vm";
import { at, type JsonObject, MODERN_VERSIONS } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppsServer, type AppsTalk, entriesOf, startApps, WITH_VIEWS } from "../testing/apps-session.js";
import { legacy } from "../testing/requests.js";
import { initializeFor, REVISIONS } from "../testing/revisions.js";
import { connectSse } from "../testing/sse-client.js";
import { APPS_ID, APPS_VIEWS, FLAT_KEY, VIEW_MIME } from "./ids.js";
import { APPS_OPTIONS } from "./options.js";

const lanes = [...MODERN_VERSIONS, ...REVISIONS].flatMap((version) => [
  { version, transport: "http" as const },
  { version, transport: "stdio" as const },
]);
const { forecast, board } = APPS_VIEWS;

describe.each(lanes)("the Apps server in $version over $transport", ({ version, transport }) => {
  const isModern = MODERN_VERSIONS.includes(version);
  let server: AppsServer;
  let withViews: AppsTalk;
  let plain: AppsTalk;
  beforeAll(async () => {
    server = await startApps(transport, version);
    withViews = await server.connect(WITH_VIEWS);
    plain = await server.connect();
  });
  afterAll(() => server.close());

  const tools = async (talk: AppsTalk, capabilities?: JsonObject) =>
    entriesOf(await talk.call("tools/list", {}, capabilities), "tools");
  const read = async (talk: AppsTalk, uri: string) => talk.call("resources/read", { uri });

  test("advertises the extension", () => {
    const capabilities = { tools: {}, resources: {}, extensions: { [APPS_ID]: {} } };
    expect(at(withViews.opened, "result", "capabilities")).toEqual(capabilities);
    expect(at(plain.opened, "result", "capabilities")).toEqual(capabilities);
  });

  test("tells clients with views which tool has which, by both keys", async () => {
    const listed = await tools(withViews);
    expect(Object.fromEntries(listed.map(({ name, _meta = null }) => [name, _meta]))).toEqual({
      echo: null,
      quick: null,
      show_forecast: { ui: { resourceUri: forecast }, [FLAT_KEY]: forecast },
      show_city_forecast: { ui: { resourceUri: forecast, visibility: ["model", "app"] }, [FLAT_KEY]: forecast },
      refresh_forecast: { ui: { visibility: ["app"] } },
      show_board: { ui: { resourceUri: board }, [FLAT_KEY]: board },
      pin_city: { ui: { resourceUri: board }, [FLAT_KEY]: board },
    });
    const isNew = version >= "2025-06-18";
    for (const tool of listed) {
      expect(at(tool, "annotations", "readOnlyHint")).toBe(
        version < "2025-03-26" ? undefined : tool.name !== "pin_city",
      );
      expect("outputSchema" in tool).toBe(isNew && tool._meta !== undefined);
    }
  });

  test("shows all others the same tools without metadata, and not those that only views call", async () => {
    const listed = await tools(plain);
    const names = ["echo", "quick", "show_forecast", "show_city_forecast", "show_board", "pin_city"];
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(listed.filter((tool) => "_meta" in tool)).toEqual([]);
  });

  test("lists its views with what reading them gives", async () => {
    for (const talk of [withViews, plain]) {
      const listed = entriesOf(await talk.call("resources/list"), "resources");
      expect(listed.map(({ uri }) => uri)).toEqual([forecast, board, "testkit:///about"]);
      for (const { uri, mimeType, _meta = null } of listed.slice(0, 2)) {
        expect(mimeType).toBe(VIEW_MIME);
        const { result } = await read(talk, String(uri));
        expect(at(result, "contents")).toEqual([{ uri, mimeType: VIEW_MIME, text: expect.any(String), _meta }]);
        expect(at(result, "contents", 0, "text")).toMatch(/^<!doctype html>\n<html lang="en">/);
        expect(await read(talk, String(uri))).toMatchObject({ result });
      }
    }
    const [first, second] = entriesOf(await plain.call("resources/list"), "resources");
    expect([at(first, "_meta", "ui"), at(second, "_meta", "ui")]).toEqual([
      {
        csp: { connectDomains: ["https://api.example.com"], resourceDomains: ["https://tiles.example.com"] },
        prefersBorder: true,
      },
      { prefersBorder: false },
    ]);
    expect(entriesOf(await plain.call("resources/templates/list"), "resourceTemplates")).toEqual([]);
  });

  test("refuses a view that is not there", async () => {
    const uri = "ui://testkit/none.html";
    expect((await read(withViews, uri)).error).toEqual({
      code: isModern ? -32602 : -32002,
      message: "Resource not found",
      data: { uri },
    });
  });

  test("answers every call with text, and from 2025-06-18 on with data, with and without the extension", async () => {
    for (const talk of [withViews, plain]) {
      for (const [name, args] of Object.entries(APPS_OPTIONS.calls)) {
        const { result } = await talk.call("tools/call", { name, arguments: args });
        const text = String(at(result, "content", 0, "text"));
        const data = at(result, "structuredContent") as JsonObject | undefined;
        expect(text).toMatch(/Oslo|Bergen/);
        expect(data !== undefined).toBe(version >= "2025-06-18");
        for (const leaf of Object.values(data ?? {}).filter((value) => typeof value !== "object")) {
          expect(text).toContain(String(leaf));
        }
      }
      const wrong = await talk.call("tools/call", { name: "show_city_forecast", arguments: { city: "Rome" } });
      expect(at(wrong, "result", "isError")).toBe(true);
    }
  });

  test("looks at the media types that a client declares, request by request on 2026-07-28", async () => {
    const other = await server.connect({ extensions: { [APPS_ID]: { mimeTypes: ["text/html"] } } });
    expect((await tools(other)).filter((tool) => "_meta" in tool)).toEqual([]);
    if (!isModern) return;
    const seen = [];
    for (const capabilities of [{}, WITH_VIEWS, {}, WITH_VIEWS]) {
      seen.push((await tools(plain, capabilities)).filter((tool) => "_meta" in tool).length);
    }
    expect(seen).toEqual([0, 5, 0, 5]);
  });
});

test("it speaks HTTP+SSE as well", async () => {
  const { server, send, next } = await connectSse({ kind: "apps" });
  await send(initializeFor("2024-11-05", WITH_VIEWS).message);
  expect(at(await next(), "result", "capabilities", "extensions")).toEqual({ [APPS_ID]: {} });
  await send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await send(legacy("resources/read", { uri: board }).message);
  expect(at(await next(), "result", "contents", 0, "mimeType")).toBe(VIEW_MIME);
  await server.close();
});

test("the HTML of a view can be replaced", async () => {
  const view = (html: string, uri: string) => (uri === board ? html.replace("<h1>Board</h1>", "<h1>Other</h1>") : html);
  const server = await startApps("http", "2025-11-25", { hooks: [{ policies: { apps: { view } } }] });
  const talk = await server.connect(WITH_VIEWS);
  const html = async (uri: string) =>
    String(at(await talk.call("resources/read", { uri }), "result", "contents", 0, "text"));
  expect(await html(board)).toContain("<h1>Other</h1>");
  expect(await html(forecast)).toContain(">Forecast</h1>");
  await server.close();
});

test.each(Object.values(APPS_VIEWS))("the script of %s is one that parses", async (uri) => {
  const server = await startApps("stdio", "2025-11-25");
  const talk = await server.connect();
  const html = String(at(await talk.call("resources/read", { uri }), "result", "contents", 0, "text"));
  const [, script = ""] = /<script>(.*)<\/script>/s.exec(html) ?? [];
  expect(script).toContain("ui/initialize");
  expect(() => new Script(script)).not.toThrow();
  await server.close();
});
