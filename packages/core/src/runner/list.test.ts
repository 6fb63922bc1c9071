import { defineFixture, type JsonObject, unavailable } from "@mcptest/pack";
import { afterEach, expect, it } from "vitest";
import { httpServer, type TestServer } from "../wire/testing/http.js";
import { list } from "./list.js";
import { answer } from "./testing/answer.mjs";
import { check, OFFERS_WIDGETS, packOf, requestFor, select } from "./testing/setup.js";
import type { RunRequest } from "./types.js";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server that writes down the methods it is sent. */
async function recording() {
  const methods: string[] = [];
  const tools: JsonObject[] = [{ name: "look", annotations: { readOnlyHint: true } }, { name: "wipe" }];
  const server = await httpServer((request, response) => {
    const message = JSON.parse(request.body || "{}") as JsonObject;
    methods.push(String(message.method ?? request.method));
    const reply = answer(
      { modern: OFFERS_WIDGETS, replies: { "tools/list": { resultType: "complete", tools } } },
      message,
    );
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(reply));
  });
  servers.push(server);
  return { target: { kind: "http" as const, name: "small", url: server.url, headers: [] }, methods };
}

const made = defineFixture({
  name: "made",
  async prepare(_values, { host, connection }) {
    await host.exchange(connection, { method: "tools/list" });
    return await host.exchange(connection, { method: "tools/call", params: { name: "wipe", arguments: { id: 7 } } });
  },
});
const nameless = defineFixture({
  name: "nameless",
  prepare() {
    throw unavailable("no tool was named");
  },
});
const asked = defineFixture({ name: "asked", role: { name: "ask", configured: () => false }, prepare: () => 1 });

const CHECKS = [
  check("reads", (verdict, { host, connection }) =>
    host.exchange(connection, { method: "widgets/read" }).then(() => verdict.pass()),
  ),
  check("uses", (verdict) => verdict.pass(), { needs: { made }, phase: "end" }),
  check(
    "calls",
    async (_verdict, { host, connection }) => {
      await host.exchange(connection, { method: "tools/call", params: { name: "look" } });
    },
    { mayChange: true },
  ),
  check("lost", () => {}, { needs: { nameless } }),
  check("elsewhere", () => {}, { on: { transport: "stdio" } }),
  check("asks", () => {}, { needs: { asked } }),
];

async function listed(more: Partial<RunRequest> = {}) {
  const { target, methods } = await recording();
  const listing = await list(requestFor([target], [select(packOf(CHECKS))], more));
  return { listing, methods, pack: listing.servers[0]?.lanes[0]?.packs[0] };
}

it("tells what would run and what would be called, and sends nothing but detection and lists", async () => {
  const { listing, methods, pack } = await listed();
  expect(new Set(methods)).toEqual(new Set(["server/discover", "tools/list"]));
  expect(listing).toMatchObject({ schemaVersion: 1, servers: [{ name: "small", lanes: [{ preferred: true }] }] });
  expect(pack?.checks).toMatchObject([
    { id: "reads", level: "must", phase: "probe" },
    { id: "uses", phase: "end" },
    { id: "calls", mayChange: true },
    { id: "lost", couldNotRun: "no tool was named" },
    { id: "elsewhere", notApplicable: "applies where transport is stdio; here it is http" },
  ]);
  const kept = pack?.checks.filter(({ couldNotRun, notApplicable }) => couldNotRun ?? notApplicable) ?? [];
  expect(kept.map(({ id }) => id)).toEqual(["lost", "elsewhere"]);
  expect(pack?.notSelected).toEqual([{ id: "asks", needs: "ask" }]);
  expect(pack?.calls.sort((one, other) => (one.tool < other.tool ? -1 : 1))).toEqual([
    { tool: "look", by: ["calls"], readOnly: true },
    { tool: "wipe", arguments: { id: 7 }, by: ["fixture:made"], readOnly: false },
  ]);
});

it("ends no session: a request by another HTTP method is no list, whatever it says", async () => {
  const { target, methods } = await recording();
  const ends = check("ends", async (_verdict, { host, connection }) => {
    await host.exchange(connection, { method: "tools/list", httpMethod: "DELETE" });
  });
  await list(requestFor([target], [select(packOf([ends]))]));
  expect(methods).toEqual(["server/discover"]);
});

it("tells what a read-only run would hold back", async () => {
  const { pack } = await listed({ readOnly: true });
  expect(pack?.calls.find(({ tool }) => tool === "wipe")).toMatchObject({ withheld: true });
  expect(pack?.calls.find(({ tool }) => tool === "look")).not.toHaveProperty("withheld");
  expect(pack?.checks.find(({ id }) => id === "calls")).toMatchObject({
    couldNotRun: "the run is read-only: the check may change state on the server",
  });
});

it("tells of a server that cannot be reached, and of a pack that does not apply", async () => {
  const { target } = await recording();
  const other = packOf(CHECKS, { name: "mcptest-pack-other", extension: "com.example/other" });
  const dead = { ...target, name: "dead", url: "http://127.0.0.1:1/mcp" };
  const { servers: found } = await list(requestFor([dead, target], [select(other)]));
  expect(found[0]).toMatchObject({ lanes: [], problem: { code: "SERVER_UNREACHABLE" } });
  expect(found[1]?.lanes[0]?.packs).toMatchObject([
    {
      name: "mcptest-pack-other",
      skippedBecause: "the server does not advertise com.example/other on 2026-07-28",
      checks: [],
    },
  ]);
});

it("masks secrets in what would be sent", async () => {
  const { target } = await recording();
  const tells = check("tells", async (_verdict, { host, connection }) => {
    await host.exchange(connection, {
      method: "tools/call",
      params: { name: "look", arguments: { key: "hunter-22" } },
    });
  });
  const listing = await list(requestFor([target], [select(packOf([tells]))], { secrets: ["hunter-22"] }));
  expect(JSON.stringify(listing)).not.toContain("hunter-22");
  expect(listing.servers[0]?.lanes[0]?.packs[0]?.calls).toMatchObject([{ arguments: { key: "[redacted]" } }]);
});

it("refuses what cannot be run", async () => {
  const { target } = await recording();
  const request = requestFor([target], [select(packOf(CHECKS), { checkIds: ["nonesuch"] })]);
  await expect(list(request)).rejects.toMatchObject({ code: "CHECK_UNKNOWN" });
});
