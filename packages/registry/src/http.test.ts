import { describe, expect, test } from "vitest";
import { Extension, ExtensionRegistry } from "./index.js";
import { askModern, askOlder, listen, post } from "./testing/http.js";
import { callUri, headersOf, initialize, legacy, type Message, modern, OLDER } from "./testing/messages.js";
import { ODD_URI, PREFIX, TOY, toyRegistry } from "./testing/registry.js";

async function start(...given: Parameters<typeof toyRegistry>) {
  const { registry, calls } = toyRegistry(...given);
  const { url } = await listen(registry);
  return {
    calls,
    url,
    modern: (method: string, params?: object, headers?: Record<string, string>) =>
      askModern(url, modern(1, method, params), headers),
    older: (method: string, params?: object, headers?: Record<string, string>) =>
      askOlder(url, legacy(1, method, params), headers),
    /** Reads the address of a method on an older revision. */
    async read(method: string, params: unknown, headers?: Record<string, string>) {
      const uri = callUri(PREFIX, method, params);
      return askOlder(url, legacy(1, "resources/read", { uri }), headers);
    },
  };
}

const valueIn = (answer: Message) => JSON.parse(answer.result.contents[0].text);

describe("what is advertised", () => {
  test("on 2026-07-28 the settings and notifications of the extension", async () => {
    const { modern } = await start();
    const { result } = await modern("server/discover");
    expect(result.capabilities).toEqual({
      resources: {},
      extensions: {
        [TOY]: {
          color: "red",
          notifications: { "notifications/toy/changed": "id", "notifications/toy/plain": null },
        },
      },
    });
  });

  test.each(OLDER)("on %s resources, and no extensions", async (version) => {
    const { url } = await start({
      capabilities: { experimental: { x: {} }, resources: { listChanged: true }, extensions: { "com.example/y": {} } },
    });
    const { result } = await askOlder(url, initialize(version));
    expect(result.protocolVersion).toBe(version);
    expect(result.capabilities).toEqual({ resources: { listChanged: true }, experimental: { x: {} } });
  });

  test("extensions that the author gives himself stand beside those that are registered", async () => {
    const { modern } = await start({ capabilities: { extensions: { "com.example/y": {}, [TOY]: { color: "blue" } } } });
    const { result } = await modern("server/discover");
    expect(result.capabilities.extensions).toMatchObject({ "com.example/y": {}, [TOY]: { color: "red" } });
  });
});

describe("native names", () => {
  test.each(OLDER)("are unknown on %s", async (version) => {
    const { url, calls } = await start();
    for (const method of ["server/discover", "toy/seen", "tasks/list", "tasks/get", "mcptest-registry/call"]) {
      const { error } = await askOlder(url, legacy(1, method, {}), { "mcp-protocol-version": version });
      expect([method, error]).toEqual([method, { code: -32601, message: "Method not found" }]);
    }
    expect(calls).toEqual([]);
  });

  test("stay unknown there to a handler of the author for whatever has none", async () => {
    const { older } = await start({
      configure(mcp) {
        mcp.server.fallbackRequestHandler = () => Promise.resolve({ fallback: true });
      },
    });
    expect(await older("toy/seen", {})).toMatchObject({ error: { code: -32601 } });
    expect(await older("other/thing", {})).toMatchObject({ result: { fallback: true } });
  });

  test("the name under which the SDK dispatches them reaches nothing", async () => {
    const { modern, calls } = await start();
    const { error } = await modern("mcptest-registry/call", { call: { method: "toy/seen", params: {} } });
    expect(error.code).toBe(-32601);
    expect(calls).toEqual([]);
  });
});

describe("a method", () => {
  const params = {
    text: "a",
    inputResponses: { "x/y": { action: "accept" }, bad: 5, "": null },
    requestState: { not: "a string" },
    uri: "toy://box/car.txt",
    task: { ttl: 5 },
  };

  test("sees the same arguments on both routes, with whatever the SDK takes out of them", async () => {
    const { modern, read } = await start();
    const native = await modern("toy/seen", params);
    expect(native.result.params).toEqual(params);
    expect(valueIn(await read("toy/seen", params)).params).toEqual({ ...params, uri: `${PREFIX}box/car.txt` });
  });

  test("knows who calls, and how", async () => {
    const { modern, read } = await start();
    const auth = { authorization: "Bearer ann" };
    const native = await modern("toy/seen", {}, auth);
    expect(native.result).toMatchObject({
      route: "native",
      extension: TOY,
      protocolVersion: "2026-07-28",
      client: "ann",
      http: "POST",
      id: 1,
    });
    expect(native.result).not.toHaveProperty("uri");
    const older = valueIn(await read("toy/seen", {}, { ...auth, "mcp-protocol-version": "2025-06-18" }));
    expect(older).toMatchObject({ route: "resources", extension: TOY, protocolVersion: "2025-06-18", client: "ann" });
    expect(valueIn(await read("toy/seen", {}))).not.toHaveProperty("protocolVersion");
  });

  test("has its value on both routes; what is of the protocol is added on 2026-07-28 only", async () => {
    const { modern, older } = await start();
    expect((await modern("tasks/list")).result).toEqual({
      tasks: [],
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "toys", version: "1.0.0" } },
    });
    const { result } = await older("resources/read", { uri: `${PREFIX}tasks/list` });
    expect(result).toEqual({
      contents: [{ uri: `${PREFIX}tasks/list`, mimeType: "application/json", text: '{"tasks":[]}' }],
    });
  });

  test("may have a result type of its own", async () => {
    const { modern, read } = await start();
    expect((await modern("toy/typed")).result).toMatchObject({ resultType: "task", task: { taskId: "a" }, ttlMs: 5 });
    expect((await modern("toy/asking")).result).toMatchObject({ resultType: "input_required", inputRequests: {} });
    expect(valueIn(await read("toy/typed", {}))).toEqual({ resultType: "task", task: { taskId: "a" }, ttlMs: 5 });
  });

  test("is one of tasks, which HTTP repeats in a header", async () => {
    const { modern } = await start();
    expect((await modern("tasks/get", { taskId: "é" })).result).toMatchObject({ got: { taskId: "é" } });
  });

  test("refuses with its own code, message and data, by either route", async () => {
    const { modern, read } = await start();
    const refusal = { code: 1001, message: "Not today", data: { until: "tomorrow" } };
    expect((await modern("toy/refuse", { code: 1001 })).error).toEqual(refusal);
    expect((await read("toy/refuse", { code: 1001 })).error).toEqual(refusal);
  });

  test("keeps the code for what is not found on older revisions; it is retired on 2026-07-28", async () => {
    const { modern, read } = await start();
    expect((await read("toy/refuse", { code: -32002 })).error).toMatchObject({ code: -32002, message: "Not today" });
    expect((await modern("toy/refuse", { code: -32002 })).error).toMatchObject({ code: -32602, message: "Not today" });
  });

  test("fails without its words, which its author is told", async () => {
    const told: Error[] = [];
    const { modern, read } = await start({ onError: (error) => told.push(error) });
    for (const answer of [await modern("toy/broken"), await read("toy/broken", {})])
      expect(answer.error).toEqual({ code: -32603, message: "Internal error" });
    expect(told.map((error) => (error.cause as Error).message)).toEqual(Array(2).fill("the password is hunter2"));
  });

  test("is told when its caller has gone", async () => {
    const { url, calls } = await start();
    const older = legacy(1, "resources/read", { uri: `${PREFIX}toy/wait` });
    const native = modern(1, "toy/wait");
    for (const [message, headers] of [[older, {}] as const, [native, headersOf(native)] as const]) {
      const gone = new AbortController();
      const answer = post(url, message, headers, gone.signal);
      const count = calls.length;
      await expect.poll(() => calls.slice(count)).toEqual(["toy/wait"]);
      gone.abort();
      await expect(answer.then((response) => response.text())).rejects.toThrow();
      await expect.poll(() => calls.slice(count)).toEqual(["toy/wait", "toy/wait aborted"]);
    }
  });
});

describe("addresses", () => {
  test("stand in the listings of older revisions only, and files under their own on 2026-07-28 only", async () => {
    const { modern, older } = await start();
    const uris = (answer: Message) => answer.result.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris(await modern("resources/list"))).toEqual([ODD_URI, "toy://box/car.txt", "toy://box/dice.bin"]);
    const listed = uris(await older("resources/list"));
    expect(listed).toContain(`${PREFIX}manifest.json`);
    expect(listed).toContain(`${PREFIX}box/car.txt`);
    expect(listed).toContain(ODD_URI);
    expect(listed.filter((uri: string) => uri.startsWith("toy:"))).toEqual([]);
  });

  test("of one face are not found on the other", async () => {
    const { modern, older, calls } = await start();
    for (const uri of [`${PREFIX}manifest.json`, `${PREFIX}toy/seen`, callUri(PREFIX, "toy/seen", {})]) {
      const { error } = await modern("resources/read", { uri });
      expect(error).toEqual({ code: -32602, message: "Resource not found", data: { uri } });
    }
    const uri = "toy://box/car.txt";
    const { error } = await older("resources/read", { uri });
    expect(error).toEqual({ code: -32002, message: "Resource not found", data: { uri } });
    expect(calls).toEqual([]);
  });

  test("are never parsed: what is read is what is asked for, byte for byte", async () => {
    const { modern, older } = await start();
    const contents = [{ uri: ODD_URI, text: "odd" }];
    expect((await older("resources/read", { uri: ODD_URI })).result.contents).toEqual(contents);
    expect((await modern("resources/read", { uri: ODD_URI })).result).toMatchObject({ contents, ttlMs: 0 });
    for (const uri of ["app://host/b/{c}\tä", "app://Host/b/%7Bc%7D%09%C3%A4", `${PREFIX}x/../box/car.txt`])
      expect((await older("resources/read", { uri })).error.code).toBe(-32002);
  });

  test.each([undefined, 5, null, ["a"]])("that are %s are refused as invalid", async (uri) => {
    const { older } = await start();
    expect((await older("resources/read", { uri })).error.code).toBe(-32602);
  });

  test("are not found on 2026-07-28 where the extension has methods only, and unknown where there is no extension", async () => {
    const registry = new ExtensionRegistry({ name: "one", version: "1.0.0" });
    const { url } = await listen(registry);
    const request = modern(1, "resources/read", { uri: `${PREFIX}manifest.json` });
    expect((await askModern(url, request)).error.code).toBe(-32601);
    registry.extension(new Extension(TOY, { methods: { "toy/one": { handler: () => ({}) } } }));
    expect((await askModern(url, request)).error.code).toBe(-32602);
    expect((await askModern(url, modern(1, "resources/list"))).result.resources).toEqual([]);
  });

  test("of files carry text or bytes", async () => {
    const { modern, older } = await start();
    const uri = `${PREFIX}box/dice.bin`;
    expect((await older("resources/read", { uri })).result).toMatchObject({ contents: [{ uri, blob: "AP8=" }] });
    const own = "toy://box/car.txt";
    const contents = [{ uri: own, mimeType: "text/plain", text: "brumm" }];
    expect((await modern("resources/read", { uri: own })).result).toMatchObject({ contents });
  });
});

describe("listings", () => {
  test.each(["resources/list", "resources/templates/list"])(
    "%s comes in pages and calls no handler",
    async (method) => {
      const { older, calls } = await start({ pageSize: 2 });
      const whole = (await (await start()).older(method)).result;
      const [member = ""] = Object.keys(whole);
      const found: unknown[] = [];
      let params = {};
      for (;;) {
        const { result } = await older(method, params);
        expect(result[member].length).toBeLessThanOrEqual(2);
        found.push(...result[member]);
        if (result.nextCursor === undefined) break;
        params = { cursor: result.nextCursor };
      }
      expect(found.length).toBeGreaterThan(4);
      expect(found).toEqual(whole[member]);
      expect(calls).toEqual([]);
    },
  );

  test("refuse a cursor that they never gave", async () => {
    const { older, modern } = await start({ pageSize: 2 });
    for (const cursor of ["", "x", 5, null]) {
      expect((await older("resources/list", { cursor })).error).toEqual({ code: -32602, message: "Invalid cursor" });
      expect((await modern("resources/templates/list", { cursor })).error.code).toBe(-32602);
    }
  });

  test("may be cached on 2026-07-28 as the author says", async () => {
    const { modern, older } = await start({ cacheHints: { "resources/list": { ttlMs: 5000, cacheScope: "public" } } });
    expect((await modern("resources/list")).result).toMatchObject({ ttlMs: 5000, cacheScope: "public" });
    expect((await older("resources/list")).result).not.toHaveProperty("ttlMs");
  });
});

test("a page size is a positive integer", () => {
  for (const pageSize of [0, -1, 1.5, Number.NaN]) expect(() => toyRegistry({ pageSize })).toThrow("pageSize is");
});
