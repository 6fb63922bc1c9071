import { at, type JsonObject, META } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post } from "../testing/http-client.js";
import { modern } from "../testing/requests.js";
import { openSession, type TestSession } from "../testing/session.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";

const TOY = "com.example/toy";
const DECLARED: JsonObject = { extensions: { [TOY]: {} } };

describe.each(["http", "stdio"] as const)("the generic server over %s", (transport) => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openSession(transport, "modern", { kind: "generic", jobMs: 5 });
  });
  afterAll(() => session.close());

  const errorOf = async (method: string, params: JsonObject = {}, capabilities: JsonObject = {}) => {
    const { status, response } = await session.call(method, params, capabilities);
    return [status, at(response, "error", "code")];
  };
  const status = (code: number) => (transport === "http" ? code : undefined);

  test("advertises the toy extension and no Tasks", async () => {
    const { capabilities } = await session.result("server/discover");
    expect(capabilities).toEqual({
      tools: { listChanged: true },
      logging: {},
      extensions: { [TOY]: { version: "1.0" } },
      prompts: {},
      resources: { subscribe: true },
    });
    expect(await errorOf("tasks/get", { taskId: "1" }, DECLARED)).toEqual([status(404), -32601]);
  });

  test("lists its tools in the same order each time, the one to call by default first", async () => {
    const names = async () => ((await session.result("tools/list")).tools as JsonObject[]).map(({ name }) => name);
    const first = await names();
    expect(first).toEqual(["echo", "quick", "ask", "count", "region", "wait", "toggle", "toy_card"]);
    expect(await names()).toEqual(first);
  });

  test("caches what can be cached, and nothing else", async () => {
    const reading = { uri: "testkit:///about" };
    const methods: [string, JsonObject][] = [
      ["server/discover", {}],
      ["tools/list", {}],
      ["prompts/list", {}],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["resources/read", reading],
    ];
    for (const [method, params] of methods) {
      expect(await session.result(method, params)).toMatchObject({ ttlMs: 60_000, cacheScope: "public" });
    }
    const plain = await session.result("tools/call", { name: "quick" });
    expect(Object.keys(plain).sort()).toEqual(["_meta", "content", "resultType"]);
    expect(plain._meta).toHaveProperty([META.serverInfo, "name"], "mcptest-testkit");
  });

  test("uses the toy extension for requests that declare it, whatever came before", async () => {
    const card = async (capabilities: JsonObject) => {
      const { messages, response } = await session.call("tools/call", { name: "toy_card" }, capabilities);
      const { resultType, card: own } = response.result as JsonObject;
      return [messages.map(({ method }) => method ?? "response"), resultType, own !== undefined];
    };
    const plain = [["response"], "complete", false];
    expect(await card({})).toEqual(plain);
    expect(await card(DECLARED)).toEqual([["notifications/toy/tick", "response"], TOY, true]);
    expect(await card({})).toEqual(plain);
    for (const odd of [[], null, true]) expect(await card({ extensions: { [TOY]: odd } })).toEqual(plain);
    expect(await card({ extensions: { "com.example/unknown-probe": {} } })).toEqual(plain);
  });

  test("has a method of the toy extension, and says what is missing", async () => {
    expect(await session.result("toy/echo", { text: "é" }, DECLARED)).toMatchObject({ text: "é" });
    const refused = await session.call("toy/echo", { text: "é" });
    expect(refused.status).toBe(status(400));
    expect(refused.response.error).toEqual({
      code: -32021,
      message: "Missing required client capability",
      data: { requiredCapabilities: { extensions: { [TOY]: {} } } },
    });
  });

  test("asks within the request, and takes answers for this request alone (G10 to G21)", async () => {
    const can: JsonObject = { elicitation: {} };
    expect(await errorOf("tools/call", { name: "ask" })).toEqual([status(400), -32021]);
    const asked = await session.result("tools/call", { name: "ask" }, can);
    expect(Object.keys(asked).sort()).toEqual(["_meta", "inputRequests", "requestState", "resultType"]);
    const { requestState = null } = asked;
    const retry = (params: JsonObject) => session.call("tools/call", { name: "ask", requestState, ...params }, can);
    const text = async (params: JsonObject) => at((await retry(params)).response, "result", "content", 0, "text");
    const name = { action: "accept", content: { name: "Ada" } };
    expect(await text({ inputResponses: { name } })).toBe("Hello Ada.");
    expect(await text({ inputResponses: { name, other: name } })).toBe("Hello Ada.");
    expect(await text({ inputResponses: { name: { action: "decline" } } })).toBe("Hello (decline).");
    expect(at((await retry({ inputResponses: {} })).response, "result", "resultType")).toBe("input_required");
    const refused: JsonObject[] = [
      { inputResponses: [] },
      { inputResponses: { name: { action: "perhaps" } } },
      { inputResponses: { name }, requestState: `${String(requestState).slice(0, -2)}xx` },
      { inputResponses: { name }, requestState: `A${String(requestState)}` },
      { inputResponses: { name }, arguments: { other: 1 } },
      { inputResponses: { name }, name: "quick" },
    ];
    for (const params of refused) expect(at((await retry(params)).response, "error", "code")).toBe(-32602);
  });

  test("reports progress and logs only to whom asks, before the answer", async () => {
    const count = async (meta: JsonObject) => {
      const _meta = { ...(modern("tools/call").message.params as { _meta: JsonObject })._meta, ...meta };
      const { messages } = await session.call("tools/call", { name: "count", _meta });
      return messages.map(({ method, params }) => [method ?? "answer", at(params, "progress") ?? at(params, "level")]);
    };
    expect(await count({})).toEqual([["answer", undefined]]);
    expect(await count({ progressToken: 7 })).toEqual([
      ["notifications/progress", 1],
      ["notifications/progress", 2],
      ["notifications/progress", 3],
      ["answer", undefined],
    ]);
    const logged = await count({ [META.logLevel]: "debug" });
    expect(logged.map(([method]) => method)).toEqual([...Array(3).fill("notifications/message"), "answer"]);
    expect(await count({ [META.logLevel]: "error" })).toEqual([["answer", undefined]]);
    const params = { name: "count", _meta: { ...metaOf(), [META.logLevel]: "loud" } };
    expect((await errorOf("tools/call", params))[1]).toBe(-32602);
  });

  test("reads every listed resource byte for byte, and nothing that only resembles one", async () => {
    const listed = (await session.result("resources/list")).resources as JsonObject[];
    for (const { uri = "" } of listed) {
      const { contents } = await session.result("resources/read", { uri });
      expect(at(contents, 0, "uri")).toBe(uri);
    }
    const absent = ["testkit:///about/", "testkit:///About", "testkit://Example.org/b", "testkit:///search?q=2&q=1"];
    for (const uri of [...absent, "testkit:///none", ""]) {
      expect((await errorOf("resources/read", { uri }))[1]).toBe(-32602);
    }
  });

  test.each([
    ["testkit:///items/a%2Fb", "id = a/b"],
    ["testkit:///pairs/one-two.txt", "first = one, second = two"],
    ["testkit:///caf%C3%A9/soup", "dish = soup"],
    ["testkit:///café/soup", "dish = soup"],
    ["testkit:///find?limit=2&text=x", "limit = 2, text = x"],
    ["testkit:///find", ""],
  ])("reads %s by its template", async (uri, values) => {
    const { contents } = await session.result("resources/read", { uri });
    expect(at(contents, 0, "text")).toMatch(new RegExp(`: ${values}$`));
  });

  test.each([
    "testkit:///items/{id}",
    "testkit:///items/",
    "testkit:///items/a/b",
    "testkit:///items/a(b",
    "testkit:///items/%zz",
    "testkit:///items/%ff",
    "testkit:///pairs/one-twoXtxt",
    "testkit:///find?other=1",
    "x:testkit:///items/1",
  ])("has no template for %s", async (uri) => {
    expect((await errorOf("resources/read", { uri }))[1]).toBe(-32602);
  });

  test("has two prompts, one with an argument", async () => {
    const { prompts } = await session.result("prompts/list");
    expect(prompts).toHaveLength(2);
    expect(await session.result("prompts/get", { name: "greeting" })).toHaveProperty("messages");
    const summary = await session.result("prompts/get", { name: "summary", arguments: { topic: "tea" } });
    expect(at(summary, "messages", 0, "content", "text")).toBe("Sum up tea.");
    expect((await errorOf("prompts/get", { name: "summary" }))[1]).toBe(-32602);
    expect((await errorOf("prompts/get", { name: "other" }))[1]).toBe(-32602);
  });

  test("a cursor that it has not given out is refused", async () => {
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      expect((await errorOf(method, { cursor: "elsewhere" }))[1]).toBe(-32602);
    }
  });
});

function metaOf(): JsonObject {
  return (modern("tools/list").message.params as { _meta: JsonObject })._meta;
}

test("every list has pages when there is a page size, all of the same scope", async () => {
  const session = await openSession("http", "modern", { kind: "generic", variants: ["paginated-tools"] });
  const expected = { "tools/list": 8, "prompts/list": 2, "resources/list": 5, "resources/templates/list": 4 };
  for (const [method, count] of Object.entries(expected)) {
    const entries: unknown[] = [];
    let params: JsonObject = {};
    while (true) {
      const page = await session.result(method, params);
      expect(page.cacheScope).toBe("public");
      entries.push(...(Object.values(page).find(Array.isArray) ?? []));
      if (page.nextCursor === undefined) break;
      params = { cursor: page.nextCursor };
    }
    expect(entries).toHaveLength(count);
  }
  await session.close();
});

describe("Mcp-Param-* (A64)", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startHttpServer({ kind: "generic", era: "modern" });
  });
  afterAll(() => server.close());

  const wrapped = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
  const region = async (args: JsonObject, extra: Record<string, string>) => {
    const { message, headers } = modern("tools/call", { name: "region", arguments: args });
    const { status, messages } = await post(server.url, message, { ...headers, ...extra });
    return [status, at(messages, 0, "error", "code") ?? at(messages, 0, "result", "content", 0, "text")];
  };

  test.each<[JsonObject, Record<string, string>]>([
    [{ region: "eu" }, { "Mcp-Param-Region": "eu" }],
    [{ region: "eu" }, { "mcp-param-REGION": wrapped("eu") }],
    [{ region: "北" }, { "Mcp-Param-Region": wrapped("北") }],
    [{ region: "eu", shard: null }, { "Mcp-Param-Region": "eu" }],
    [
      { region: "eu", shard: 7 },
      { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "7.0" },
    ],
    [{ region: "" }, { "Mcp-Param-Region": "" }],
  ])("%j with %j is served", async (args, headers) => {
    expect(await region(args, headers)).toEqual([200, expect.stringContaining("Region ")]);
  });

  test.each<[JsonObject, Record<string, string>]>([
    [{ region: "eu" }, {}],
    [{ region: "eu" }, { "Mcp-Param-Region": "EU" }],
    [{ region: "eu" }, { "Mcp-Param-Region": "=?base64?SGVs!!!bG8=?=" }],
    [{ region: "é" }, { "Mcp-Param-Region": "é" }],
    [
      { region: "eu", shard: 7 },
      { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "8" },
    ],
    [{ region: "eu" }, { "Mcp-Param-Region": "eu", "Mcp-Param-Shard": "8" }],
  ])("%j with %j is refused: 400 and -32020", async (args, headers) => {
    expect(await region(args, headers)).toEqual([400, -32020]);
  });
});
