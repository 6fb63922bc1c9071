import { afterEach, expect, test } from "vitest";
import { inventory } from "./inventory.js";
import { negotiate } from "./negotiate.js";
import { listAll } from "./paging.js";
import { type HttpReply, httpServer, type ScriptedHttp } from "./testing/http-server.js";
import { options, wireOptions } from "./testing/setup.js";
import { discovery, failed } from "./testing/stdio-server.js";
import type { Session } from "./types.js";

const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const modern = discovery(["2026-07-28"], { tools: {}, resources: {}, prompts: null, completions: {} });

async function connect(replies: Parameters<typeof httpServer>[0]): Promise<{ server: ScriptedHttp; session: Session }> {
  const server = await httpServer({ "server/discover": modern, ...replies });
  toClose.push(server.close);
  const detection = await negotiate(server.target, wireOptions(), options());
  if (!detection.ok) throw new Error(detection.problem.message);
  toClose.push(detection.session.close);
  return { server, session: detection.session };
}

/** Answers `tools/list` by cursor; `(none)` is the first page. */
function pages(byCursor: Record<string, HttpReply>) {
  return {
    "tools/list": ({ body }: { body: string }) =>
      byCursor[JSON.parse(body).params.cursor ?? "(none)"] ?? failed(-32602, "bad"),
  };
}

const page = (tools: unknown, nextCursor?: unknown): HttpReply => ({
  result: JSON.parse(JSON.stringify({ resultType: "complete", tools, nextCursor })),
});

test("every page is read, the one behind an empty cursor included, until a null", async () => {
  const { session } = await connect(pages({ "(none)": page([1, 2], "b"), b: page([3], ""), "": page([4], null) }));
  const listed = await listAll(session, "tools/list", "tools");
  expect(listed).toEqual({ items: [1, 2, 3, 4], exchanges: [2, 3, 4] });
});

test("a repeated cursor stops, and what was read stays", async () => {
  const { session, server } = await connect(pages({ "(none)": page([1], "a"), a: page([2], "b"), b: page([3], "a") }));
  expect(await listAll(session, "tools/list", "tools")).toMatchObject({
    items: [1, 2, 3],
    problem: 'tools/list: the cursor "a" came again',
  });
  expect(server.order()).toHaveLength(4);
});

test("pages, items and bytes have a limit each", async () => {
  let count = 0;
  const endless = { "tools/list": () => page([count, count], `c${++count}`) };
  const { session } = await connect(endless);
  expect(await listAll(session, "tools/list", "tools", { maxPages: 3, maxItems: 100 })).toMatchObject({
    items: [0, 0, 1, 1, 2, 2],
    problem: "tools/list: there are more than 3 pages",
  });
  expect(await listAll(session, "tools/list", "tools", { maxPages: 100, maxItems: 3 })).toMatchObject({
    items: [3, 3, 4],
    problem: "tools/list: there are more than 3 items",
  });
  const { items, problem } = await listAll(session, "tools/list", "tools", { maxBytes: 200 });
  expect(problem).toBe("tools/list: its pages hold more than 200 bytes");
  expect(items.length).toBeLessThan(10);
});

test("a list that fills the limit exactly is complete", async () => {
  const { session } = await connect(pages({ "(none)": page([1, 2]) }));
  expect(await listAll(session, "tools/list", "tools", { maxPages: 1, maxItems: 2 })).toEqual({
    items: [1, 2],
    exchanges: [2],
  });
});

test.each([
  [page("text"), 'tools/list: tools is "text", not an array'],
  [page(undefined), "tools/list: tools is (absent), not an array"],
  [page([], 7), "tools/list: nextCursor is 7, not a string"],
  [page([], { a: 1 }), 'tools/list: nextCursor is {"a":1}, not a string'],
  [failed(-32603, "broken"), 'tools/list: error -32603 "broken"'],
  [{ status: 200, body: "<html>" }, /^tools\/list: HTTP 200 with a body that is no message/],
] as [HttpReply, string | RegExp][])("%j ends the list", async (reply, problem) => {
  const { session } = await connect({ "tools/list": reply });
  const listed = await listAll(session, "tools/list", "tools");
  expect(listed.problem).toMatch(problem);
  expect(listed.items).toEqual([]);
});

test("what the caller states goes with every page", async () => {
  const { session, server } = await connect(pages({ "(none)": page([1], "b"), b: page([2]) }));
  await listAll(session, "tools/list", "tools", undefined, {
    spec: { extensions: { "com.example/x": {} }, params: { filter: "f" } },
    tags: { pack: "p" },
  });
  const bodies = server.received.slice(1).map(({ body }) => JSON.parse(body).params);
  expect(bodies.map(({ filter, cursor }) => [filter, cursor])).toEqual([
    ["f", undefined],
    ["f", "b"],
  ]);
  expect(bodies.every((params) => params._meta["io.modelcontextprotocol/clientCapabilities"].extensions)).toBe(true);
});

test("the inventory reads what is advertised, and takes a missing method for an absent list", async () => {
  const { session, server } = await connect({
    "tools/list": { result: { resultType: "complete", tools: [{ name: "t", odd: [1] }] } },
    "resources/list": { result: { resultType: "complete", resources: [] } },
    "resources/templates/list": { status: 404, ...failed(-32601, "no") },
  });
  const found = await inventory(session);
  expect(found).toEqual({
    tools: { items: [{ name: "t", odd: [1] }], exchanges: [2] },
    resources: { items: [], exchanges: [3] },
  });
  expect(server.order()).toEqual(["server/discover", "tools/list", "resources/list", "resources/templates/list"]);
});

test("other trouble stays visible in the inventory", async () => {
  const { session } = await connect({ "tools/list": failed(-32603, "broken"), "resources/list": { status: 500 } });
  const found = await inventory(session);
  expect(found.tools).toMatchObject({ problem: 'tools/list: error -32603 "broken"', errorCode: -32603 });
  expect(found.resources?.problem).toContain("HTTP 500");
});

test("where capabilities are unknown, every list is asked for", async () => {
  const { session, server } = await connect({
    "server/discover": { status: 404, body: "" },
    "tools/list": { result: { resultType: "complete", tools: [] } },
    "*": { status: 404, ...failed(-32601, "no") },
  });
  expect(await inventory(session)).toEqual({ tools: { items: [], exchanges: [expect.any(Number)] } });
  expect(server.order().slice(-4)).toEqual([
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
  ]);
});
