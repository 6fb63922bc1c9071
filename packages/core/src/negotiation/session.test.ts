import { header } from "@mcptest/pack";
import { afterEach, expect, test } from "vitest";
import type { HttpTarget } from "../wire/types.js";
import { createEraCache } from "./era-cache.js";
import { negotiate } from "./negotiate.js";
import { httpServer } from "./testing/http-server.js";
import { options, sent, wireOptions } from "./testing/setup.js";
import { discovery, failed, initialized, stdioServer } from "./testing/stdio-server.js";
import type { Detection, Session } from "./types.js";

const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

function opened(detection: Detection): Session {
  if (!detection.ok) throw new Error(detection.problem.message);
  toClose.push(detection.session.close);
  return detection.session;
}

const modern = { on: { "server/discover": discovery(["2026-07-28"]), "tools/list": { result: { tools: [] } } } };
const legacy = { on: { initialize: initialized("2025-06-18"), "tools/list": { result: { tools: [] } } } };

test("requests carry lane, identity and the tags of the caller, and ids are never used twice", async () => {
  const wire = wireOptions();
  const session = opened(await negotiate(stdioServer(modern), wire, options({ identity: "second" })));
  const other = await session.another();
  toClose.push(other.close);
  const exchanges = [
    await session.request({ method: "tools/list" }, { pack: "p", check: "c" }),
    await other.request({ method: "tools/list", defect: "A61" }),
  ];
  expect(exchanges.map(({ tags }) => tags)).toEqual([
    { lane: "stdio-modern-2026-07-28", identity: "second", pack: "p", check: "c" },
    { lane: "stdio-modern-2026-07-28", identity: "second", defect: "A61" },
  ]);
  expect(exchanges.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
  const ids = wire.transcript.all().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("another modern connection is a new process and sends nothing", async () => {
  const wire = wireOptions();
  const session = opened(await negotiate(stdioServer(modern), wire, options()));
  const other = await session.another();
  toClose.push(other.close);
  expect(sent(wire)).toEqual(["stdio-1 server/discover"]);
  expect(other.wire.id).not.toBe(session.wire.id);
  expect(other.negotiated).toEqual(session.negotiated);
  expect(other.evidence).toEqual([1]);
});

test("another legacy connection shakes hands with the negotiated version, without a probe", async () => {
  const wire = wireOptions();
  const session = opened(await negotiate(stdioServer(legacy), wire, options()));
  const other = await session.another();
  toClose.push(other.close);
  expect(sent(wire).slice(3)).toEqual(["stdio-2 initialize", "stdio-2 notifications/initialized"]);
  const { request } = wire.transcript.all().findLast(({ method }) => method === "initialize")!;
  expect(JSON.parse(request!.body).params.protocolVersion).toBe("2025-06-18");
  expect(other.lane).toBe("stdio-legacy-2025-06-18");
});

test("another connection may carry other credentials, and has a session id of its own", async () => {
  let sessions = 0;
  const server = await httpServer({
    initialize: () => ({ ...initialized("2025-11-25"), headers: { "mcp-session-id": `s-${++sessions}` } }),
    "tools/list": { result: { tools: [] } },
  });
  toClose.push(server.close);
  const wire = wireOptions();
  const session = opened(await negotiate(server.target, wire, options()));
  const target: HttpTarget = { ...server.target, headers: [["Authorization", "Bearer second"]] };
  const second = await session.another({ target, identity: "second" });
  toClose.push(second.close);
  await session.request({ method: "tools/list" });
  await second.request({ method: "tools/list" });
  const [first, other] = server.received.slice(-2).map(({ headers }) => headers);
  expect([header(first!, "Authorization"), header(first!, "Mcp-Session-Id")]).toEqual([undefined, "s-1"]);
  expect([header(other!, "Authorization"), header(other!, "Mcp-Session-Id")]).toEqual(["Bearer second", "s-2"]);
  const identities = wire.transcript.all().map(({ tags, connection }) => `${connection} ${tags.identity}`);
  expect([...new Set(identities)]).toEqual(["http-1 first", "http-2 second"]);
});

test("another connection that is declined rejects with the problem", async () => {
  let first = true;
  const server = await httpServer({
    initialize: () => {
      const reply = first ? initialized("2025-11-25") : { status: 401, body: "" };
      first = false;
      return reply;
    },
  });
  toClose.push(server.close);
  const session = opened(await negotiate(server.target, wireOptions(), options()));
  await expect(session.another()).rejects.toMatchObject({ code: "SERVER_AUTHORIZATION", exitCode: 3 });
});

test("a stream is read message by message", async () => {
  const event = (method: string) => [`data: {"jsonrpc":"2.0","method":"${method}","params":{}}`, ""];
  const server = await httpServer({
    "server/discover": discovery(["2026-07-28"]),
    "subscriptions/listen": { result: { resultType: "complete" }, sse: [...event("a"), ...event("b")] },
  });
  toClose.push(server.close);
  const session = opened(await negotiate(server.target, wireOptions(), options()));
  const stream = session.stream({ method: "subscriptions/listen" });
  const methods: unknown[] = [];
  for (;;) {
    const next = await stream.next(20_000);
    if (typeof next === "string") break;
    methods.push((next.json as { method?: string }).method ?? "response");
  }
  expect(methods).toEqual(["a", "b", "response"]);
});

test("closing twice sends one DELETE", async () => {
  const server = await httpServer({
    initialize: { ...initialized("2025-11-25"), headers: { "mcp-session-id": "s" } },
    DELETE: { status: 405 },
  });
  toClose.push(server.close);
  const wire = wireOptions();
  const session = opened(await negotiate(server.target, wire, options({ era: "legacy" })));
  await Promise.all([session.close(), session.close()]);
  expect(server.order()).toEqual(["initialize", "notifications/initialized", "DELETE"]);
  expect(wire.transcript.all()).toHaveLength(3);
});

test("with a cache the second negotiation has no probe", async () => {
  const eraCache = createEraCache();
  const wire = wireOptions();
  const target = stdioServer(legacy);
  const first = await negotiate(target, wire, options({ eraCache }));
  const second = await negotiate({ ...target, name: "the same" }, wire, options({ eraCache }));
  expect([opened(first).lane, opened(second).lane]).toEqual(["stdio-legacy-2025-06-18", "stdio-legacy-2025-06-18"]);
  expect(sent(wire).slice(3)).toEqual(["stdio-2 initialize", "stdio-2 notifications/initialized"]);
  expect(second.notes).toEqual(first.notes);
});

test("the cache keeps targets, credentials and offered versions apart", async () => {
  const server = await httpServer({
    "server/discover": discovery(["2026-07-28"]),
    initialize: initialized("2025-11-25"),
  });
  toClose.push(server.close);
  const eraCache = createEraCache();
  const wire = wireOptions();
  opened(await negotiate(server.target, wire, options({ eraCache })));
  opened(await negotiate(server.target, wire, options({ eraCache })));
  expect(server.order()).toEqual(["server/discover"]);
  opened(await negotiate({ ...server.target, headers: [["X-Key", "1"]] }, wire, options({ eraCache })));
  expect(server.order()).toEqual(["server/discover", "server/discover"]);
  opened(await negotiate(server.target, wire, options({ eraCache, era: "legacy" })));
  expect(server.order().slice(2)).toEqual(["initialize", "notifications/initialized"]);
});

test("a cached era that no longer holds is detected again, and forgotten when nothing takes its place", async () => {
  const gone = { status: 404, ...failed(-32601, "no") };
  let speaks: "legacy" | "nothing" | "modern" = "legacy";
  const server = await httpServer({
    "server/discover": () => (speaks === "modern" ? discovery(["2026-07-28"]) : gone),
    initialize: () => (speaks === "legacy" ? initialized("2025-11-25") : gone),
    "tools/list": { status: 400, body: "" },
  });
  toClose.push(server.close);
  const eraCache = createEraCache();
  const wire = wireOptions();
  const negotiated = () => negotiate(server.target, wire, options({ eraCache }));
  expect(opened(await negotiated()).lane).toBe("http-legacy-2025-11-25");
  speaks = "nothing";
  expect((await negotiated()).ok).toBe(false);
  speaks = "modern";
  expect(opened(await negotiated()).lane).toBe("http-modern-2026-07-28");
  expect(opened(await negotiated()).lane).toBe("http-modern-2026-07-28");
  expect(server.order().slice(3)).toEqual([
    "initialize",
    "server/discover",
    "initialize",
    "tools/list",
    "server/discover",
  ]);
});
