import { at, type JsonObject, META } from "@mcptest/pack";
import { expect, test } from "vitest";
import { createDispatcher, createScope, type ExtensionFactory, type Incoming, onResult, textResult } from "./index.js";
import { DECLARED, initializeRequest, legacy, modern, type RawRequest } from "./testing/requests.js";

const ID = "com.example/widgets";

/** A small extension with one of everything that an extension can bring. */
const widgets: ExtensionFactory = ({ jobMs }) => {
  const watchers = new Set<() => void>();
  return {
    capabilities: (era): JsonObject => (era === "modern" ? { extensions: { [ID]: { jobMs } }, resources: {} } : {}),
    methods: {
      modern: new Map([
        [
          "widgets/turn",
          () => {
            for (const watcher of watchers) watcher();
            return { turned: true };
          },
        ],
      ]),
    },
    tools: [
      {
        name: "widget",
        title: "Widget",
        description: "Makes a widget",
        inputSchema: { type: "object" },
        annotations: {},
        run: async () => textResult("plain widget"),
      },
    ],
    describeTool: (tool): JsonObject => (tool.name === "widget" ? { _meta: { [ID]: true } } : {}),
    callTool: async (tool, _call, plain) =>
      tool.name === "widget" ? { ...(await plain()), structuredContent: { widget: 1 } } : plain(),
    subscribe: (filter) =>
      filter.widgets === true
        ? {
            agreed: { widgets: true },
            open(notify) {
              const watcher = () => notify("notifications/widgets", { turned: true });
              watchers.add(watcher);
              return () => watchers.delete(watcher);
            },
          }
        : undefined,
  };
};

function incoming(request: RawRequest, emitted: JsonObject[], disconnected = new AbortController()): Incoming {
  return {
    text: JSON.stringify(request.message),
    transport: "http",
    scope: createScope(),
    headers: new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
    disconnected: disconnected.signal,
    emit: (message) => emitted.push(message),
    crash: () => {},
  };
}

test("an extension adds capabilities, methods, tools and subscriptions, and stands before tools", async () => {
  const dispatcher = createDispatcher({ jobMs: 7, extensions: [widgets] });
  const send = async (method: string, params: JsonObject = {}) =>
    at((await dispatcher.handle(incoming(modern(method, params), []))).message, "result") as JsonObject;

  expect((await send("server/discover")).capabilities).toEqual({
    tools: {},
    extensions: { "io.modelcontextprotocol/tasks": {}, [ID]: { jobMs: 7 } },
    resources: {},
  });
  const { tools } = await send("tools/list");
  expect((tools as JsonObject[]).at(-1)).toMatchObject({ name: "widget", _meta: { [ID]: true } });
  expect(await send("tools/call", { name: "widget" })).toMatchObject({
    resultType: "complete",
    content: [{ text: "plain widget" }],
    structuredContent: { widget: 1 },
  });

  const emitted: JsonObject[] = [];
  const gone = new AbortController();
  const listen = modern("subscriptions/listen", { notifications: { widgets: true } });
  const open = dispatcher.handle(incoming(listen, emitted, gone));
  await send("widgets/turn");
  const tag = { [META.subscriptionId]: at(listen.message, "id") };
  expect(emitted.map(({ params: told }) => told)).toEqual([
    { _meta: tag, notifications: { widgets: true } },
    { _meta: tag, turned: true },
  ]);
  gone.abort();
  await open;
  await send("widgets/turn");
  expect(emitted).toHaveLength(2);
  dispatcher.close();
});

test("what an extension adds to one era is not in the other", async () => {
  const dispatcher = createDispatcher({ extensions: [widgets] });
  const opened = await dispatcher.handle(incoming(initializeRequest(), []));
  expect(at(opened.message, "result", "capabilities", "extensions")).toBeUndefined();
  const request = legacy("widgets/turn");
  request.headers["Mcp-Session-Id"] = String(opened.headers?.["Mcp-Session-Id"]);
  expect(at((await dispatcher.handle(incoming(request, []))).message, "error", "code")).toBe(-32601);
  dispatcher.close();
});

test("hooks of one's own change what is served, without a name", async () => {
  const dispatcher = createDispatcher({
    era: "modern",
    hooks: [
      onResult("tools/list", (result) => ({ ...result, tools: [] })),
      { policies: { tasks: { ttl: 7 } }, capabilities: () => ({ odd: true }) },
    ],
  });
  const send = async (method: string, params: JsonObject = {}) =>
    at((await dispatcher.handle(incoming(modern(method, params, DECLARED), []))).message, "result") as JsonObject;
  expect((await send("tools/list")).tools).toEqual([]);
  expect((await send("tools/call", { name: "job" })).ttlMs).toBe(7);
  expect((await send("server/discover")).capabilities).toEqual({ odd: true });
  dispatcher.close();
});
