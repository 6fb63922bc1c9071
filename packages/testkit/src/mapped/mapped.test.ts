import { at, type JsonObject, manifestUri, methodTemplate, methodUri } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MappedTalk, openMapped } from "../testing/mapped-session.js";
import { legacy, modern } from "../testing/requests.js";
import { initializeFor, REVISIONS } from "../testing/revisions.js";
import { openSession } from "../testing/session.js";
import { connectInProcess } from "../testing/stdio-client.js";

const NOTES = "com.example/notes";
const CLOCK = "com.example/clock";
const PREFIX = `mcp-extensions://${NOTES}/`;

const lanes = REVISIONS.flatMap((version) => [
  { version, transport: "http" as const },
  { version, transport: "stdio" as const },
]);

describe.each([...lanes, { version: "2024-11-05", transport: "sse" as const }])(
  "the mapped server in $version over $transport",
  ({ version, transport }) => {
    let talk: MappedTalk;
    beforeAll(async () => {
      talk = await openMapped(transport, version);
    });
    afterAll(() => talk.close());

    const read = async (uri: string) => talk.call("resources/read", { uri });
    const value = async (method: string, args?: JsonObject) => {
      const uri = methodUri(NOTES, method, args);
      const { result } = await read(uri);
      expect(result).toEqual({ contents: [{ uri, mimeType: "application/json", text: expect.any(String) }] });
      return JSON.parse(String(at(result, "contents", 0, "text")));
    };
    const codeOf = async (uri: string) => at(await read(uri), "error", "code");

    test("advertises resources and tools, and no extension", () => {
      expect(at(talk.opened, "result", "protocolVersion")).toBe(version);
      expect(at(talk.opened, "result", "capabilities")).toEqual({ tools: {}, resources: {} });
    });

    test("lists everything, four entries at a time", async () => {
      const resources = await talk.list("resources/list", "resources");
      expect(resources.sizes).toEqual([4, 4, 1]);
      expect(resources.entries.map(({ uri }) => uri)).toEqual([
        manifestUri(NOTES),
        `${PREFIX}a/one.md`,
        `${PREFIX}a/pixel.png`,
        methodUri(NOTES, "notes/list"),
        methodUri(NOTES, "notes/touch"),
        manifestUri(CLOCK),
        methodUri(CLOCK, "clock/now"),
        "testkit:///about",
        "testkit:///caf%C3%A9/menu",
      ]);
      const templates = await talk.list("resources/templates/list", "resourceTemplates");
      expect(templates.sizes).toEqual([4, 4, 1]);
      expect(templates.entries.map(({ uriTemplate }) => uriTemplate)).toEqual([
        `${PREFIX}{folder}/{name}.txt`,
        ...["list", "get", "echo", "add", "touch", "drop"].map((name) => methodTemplate(NOTES, `notes/${name}`)),
        methodTemplate(CLOCK, "clock/now"),
        "testkit:///items/{id}",
      ]);
    });

    test("its manifests tell the whole interface", async () => {
      const manifest = JSON.parse(String(at(await read(manifestUri(NOTES)), "result", "contents", 0, "text")));
      expect(manifest).toMatchObject({
        name: NOTES,
        capabilities: { formats: ["text/plain", "text/markdown"], folders: true },
        methods: ["notes/add", "notes/drop", "notes/echo", "notes/get", "notes/list", "notes/touch"],
        notifications: { "notifications/notes/changed": "folder" },
        resources: [
          `${PREFIX}a/one.md`,
          `${PREFIX}a/pixel.png`,
          methodUri(NOTES, "notes/list"),
          methodUri(NOTES, "notes/touch"),
        ],
      });
      expect(manifest.instructions).toContain("invokes");
      expect(manifest.resourceTemplates).toEqual(
        [`${PREFIX}{folder}/{name}.txt`, ...manifest.methods.map((name: string) => methodTemplate(NOTES, name))].sort(),
      );
      const fixed = Object.entries<JsonObject>(manifest.methodResources).map(([name, entry]) => [name, entry.uri]);
      expect(Object.fromEntries(fixed)).toEqual({
        "notes/add": undefined,
        "notes/drop": undefined,
        "notes/echo": undefined,
        "notes/get": undefined,
        "notes/list": methodUri(NOTES, "notes/list"),
        "notes/touch": methodUri(NOTES, "notes/touch"),
      });
      const clock = JSON.parse(String(at(await read(manifestUri(CLOCK)), "result", "contents", 0, "text")));
      expect(clock).toMatchObject({ capabilities: {}, notifications: {}, methods: ["clock/now"] });
      expect(clock.methodResources).toEqual({
        "clock/now": {
          uriTemplate: methodTemplate(CLOCK, "clock/now"),
          uri: methodUri(CLOCK, "clock/now"),
          inputSchema: { type: "object", properties: {} },
          description: "",
        },
      });
    });

    test("a read of a method calls it each time, and translates addresses both ways", async () => {
      const { touched } = await value("notes/touch");
      expect(await value("notes/touch", {})).toEqual({ touched: touched + 1 });
      const first = await value("notes/list");
      expect(first.notes.map(({ uri }: JsonObject) => uri)).toEqual([`${PREFIX}a/one.md`, `${PREFIX}a/hello.txt`]);
      const { notes } = await value("notes/list", { cursor: first.nextCursor });
      expect(notes[0].uri).toBe(`${PREFIX}b/caf%C3%A9.txt`);
      const note = await value("notes/get", { uri: "note://a/hello.txt" });
      expect(await value("notes/get", { uri: `${PREFIX}a/hello.txt` })).toEqual(note);
      expect(note).toMatchObject({ uri: `${PREFIX}a/hello.txt`, links: { next: { uri: `${PREFIX}b/caf%C3%A9.txt` } } });
      const added = await value("notes/add", { text: "More." });
      expect([added.size, at(await read(added.uri), "result", "contents", 0)]).toEqual([
        5,
        { uri: added.uri, mimeType: "text/plain", text: "More." },
      ]);
    });

    test("decodes once", async () => {
      for (const text of ["a b+c", "%20 100%", "é读✅", "a/b#c?d=e&f", `"quoted" 'twice'`, "{params}", ""]) {
        expect(await value("notes/echo", { text })).toEqual({ text });
      }
    });

    test("refuses arguments that do not fit, and what is not there", async () => {
      const get = `${methodUri(NOTES, "notes/get")}?params=`;
      const raw = ["[]", "null", "{bad", '{"uri":7}', "{}"].map((text) => get + encodeURIComponent(text));
      for (const uri of [...raw, `${get}%zz`, `${get}%c3`]) expect([uri, await codeOf(uri)]).toEqual([uri, -32602]);
      const none = [
        get,
        methodUri(NOTES, "notes/get"),
        `${PREFIX}x1/x2`,
        `${PREFIX}a/none.txt`,
        "mcp-extensions://com.example/none/manifest.json",
        `${PREFIX}manifest.json?x`,
        "note://a/one.md",
        "testkit:///none",
      ];
      for (const uri of none) expect([uri, await codeOf(uri)]).toEqual([uri, -32002]);
    });

    test("a rejected call is the error of the read, with the data that was thrown", async () => {
      const unknown = await read(methodUri(NOTES, "notes/get", { uri: `${PREFIX}a/none.txt` }));
      expect(unknown.error).toEqual({
        code: 4404,
        message: "There is no such note",
        data: { uri: "note://a/none.txt" },
      });
      expect(await codeOf(methodUri(NOTES, "notes/drop", { uri: "x" }))).toBe(4423);
      expect(await codeOf(methodUri(NOTES, "notes/list", { cursor: "none" }))).toBe(-32602);
    });

    test("gives files and ordinary resources as they are", async () => {
      const contents = async (uri: string) => at(await read(uri), "result", "contents");
      expect(await contents(`${PREFIX}a/one.md`)).toEqual([
        { uri: `${PREFIX}a/one.md`, mimeType: "text/markdown", text: "# One\n\nThe first note." },
      ]);
      expect(await contents(`${PREFIX}a/pixel.png`)).toEqual([
        { uri: `${PREFIX}a/pixel.png`, mimeType: "image/png", blob: expect.stringMatching(/^iVBOR/) },
      ]);
      expect(await contents(`${PREFIX}b/caf%C3%A9.txt`)).toEqual([
        { uri: `${PREFIX}b/caf%C3%A9.txt`, mimeType: "text/plain", text: "Coffee, tea, water." },
      ]);
      expect(await contents("testkit:///items/1")).toHaveLength(1);
    });

    test("has no native method", async () => {
      for (const method of ["server/discover", "notes/touch", "notes/get", "clock/now", "subscriptions/listen"]) {
        expect(at(await talk.call(method), "error", "code")).toBe(-32601);
      }
    });
  },
);

describe.each(["http", "stdio"] as const)("the mapped server in 2026-07-28 over %s", (transport) => {
  const open = () => openSession(transport, "modern", { kind: "mapped", era: "dual" });

  test("has the same extensions natively, with their files at their own addresses", async () => {
    const session = await open();
    const { capabilities } = await session.result("server/discover");
    expect(capabilities).toEqual({
      tools: {},
      resources: {},
      extensions: {
        [NOTES]: {
          formats: ["text/plain", "text/markdown"],
          folders: true,
          notifications: { "notifications/notes/changed": "folder" },
        },
        [CLOCK]: {},
      },
    });
    const { resources } = await session.result("resources/list");
    expect(resources).toMatchObject(
      ["note://a/one.md", "note://a/pixel.png", "testkit:///about", "testkit:///caf%C3%A9/menu"].map((uri) => ({
        uri,
      })),
    );
    const { resourceTemplates } = await session.result("resources/templates/list");
    expect(resourceTemplates).toMatchObject([
      { uriTemplate: "note://{folder}/{name}.txt" },
      { uriTemplate: "testkit:///items/{id}" },
    ]);
    const { contents } = await session.result("resources/read", { uri: "note://b/caf%C3%A9.txt" });
    expect(contents).toEqual([{ uri: "note://b/caf%C3%A9.txt", mimeType: "text/plain", text: "Coffee, tea, water." }]);
    expect(await session.result("notes/get", { uri: "note://a/one.md" })).toMatchObject({
      resultType: "complete",
      uri: "note://a/one.md",
      links: { next: { uri: "note://a/hello.txt" } },
    });
    expect(await session.result("clock/now")).toMatchObject({ time: expect.any(String) });
    const refused = async (method: string, params: JsonObject = {}) =>
      at((await session.call(method, params)).response, "error", "code");
    expect([
      await refused("resources/read", { uri: manifestUri(NOTES) }),
      await refused("resources/read", { uri: methodUri(NOTES, "notes/touch") }),
      await refused("notes/get"),
      await refused("notes/get", { uri: "note://a/none.txt" }),
      await refused("notes/drop", { uri: "note://a/one.md" }),
    ]).toEqual([-32602, -32602, -32602, 4404, 4423]);
    await session.close();
  });

  test("tells of a change to the listens that asked for it, by topic", async () => {
    const session = await open();
    const changed = "notifications/notes/changed";
    const all = await session.listen({ methods: [changed, "notifications/notes/none"] });
    const some = await session.listen({ methods: [{ method: changed, topics: ["b"] }] });
    const none = await session.listen({ toolsListChanged: true });
    const agreed = async (stream: typeof all) => at(await stream.next(), "params", "notifications");
    expect([await agreed(all), await agreed(some), await agreed(none)]).toEqual([
      { methods: [changed] },
      { methods: [{ method: changed, topics: ["b"] }] },
      {},
    ]);
    for (const folder of ["a", "b"]) await session.result("notes/add", { text: "x", folder });
    const next = async (stream: typeof all) => {
      const { method, params } = (await stream.next()) ?? {};
      return [method, at(params, "folder"), at(params, "uri"), Object.keys(params as JsonObject).length];
    };
    expect([await next(all), await next(all), await next(some)]).toEqual([
      [changed, "a", "note://a/1.txt", 3],
      [changed, "b", "note://b/2.txt", 3],
      [changed, "b", "note://b/2.txt", 3],
    ]);
    await session.close();
  });
});

test("both routes of one process reach the same handler", async () => {
  const client = connectInProcess({ kind: "mapped" });
  const touch = modern("notes/touch").message;
  expect(at(await client.request(touch), "result", "touched")).toBe(1);
  await client.request(initializeFor("2025-06-18").message);
  client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const read = legacy("resources/read", { uri: methodUri(NOTES, "notes/touch") }).message;
  expect(at(await client.request(read), "result", "contents", 0, "text")).toBe('{"touched":2}');
  client.close();
});
