import type { Connection, JsonObject, PackHost, ServerRequest } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { mappedByLane } from "../negotiation/mapped.js";
import { negotiate } from "../negotiation/negotiate.js";
import { options, wireOptions } from "../negotiation/testing/setup.js";
import { httpServer, startSse, type TestRequest, type TestServer } from "../wire/testing/http.js";
import { program } from "../wire/testing/stdio.js";
import type { Target, Transcript } from "../wire/types.js";
import { createArtifactStore } from "./artifacts.js";
import { createGate, type GateMode } from "./gate.js";
import { createLaneTranscript } from "./lane-transcript.js";
import { watchLane } from "./lane-trouble.js";
import { createPackHost, type PackDoors } from "./pack-host.js";
import { createStopper } from "./stop.js";

const PACK = "mcptest-pack-widgets";
const CAPABILITIES = { elicitation: {}, roots: {} };

interface Opened {
  host: PackHost;
  connection: Connection;
  transcript: Transcript;
  doors: PackDoors;
  refusedBy(): unknown;
}

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function openDoor(target: Target, mode?: GateMode, readsOnly = false): Promise<Opened> {
  const wire = wireOptions();
  const detection = await negotiate(target, wire, options({ era: "legacy" }));
  if (!detection.ok) throw new Error(detection.problem.message);
  const { session } = detection;
  const { transcript } = wire;
  const connections = new Set([session.wire.id]);
  const doors = createPackHost(
    {
      session,
      connections,
      transcript: createLaneTranscript(transcript, connections),
      trouble: watchLane(session.wire),
      artifacts: createArtifactStore(transcript.redact),
      mapped: mappedByLane(),
      clone: true,
      ...(mode ? { gate: createGate(session, mode) } : {}),
    },
    { name: PACK, extension: "com.example/widgets" },
  );
  const door = doors.open({ check: "widgets-ask", signal: createStopper().signal, readsOnly });
  toClose.push(session.close, doors.close);
  return { host: door.host, connection: doors.connection, transcript, doors, refusedBy: door.refusedBy };
}

/**
 * A server that asks for roots as soon as it is initialized and, on `widgets/ask`, sends a `ping` and an elicitation; it
 * answers with what it was told.
 */
const ASKING = `
  let asking, answers = [];
  serve(({ id, method, params, result, error }) => {
    if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1", declared: params.capabilities } } });
    else if (method === "notifications/initialized") say({ id: "early", method: "roots/list" });
    else if (method === "widgets/ask") { asking = id; say({ id: 1, method: "ping" }); say({ id: "e", method: "elicitation/create", params: { message: "Name?" } }); }
    else if (method === "widgets/exit") process.exit(3);
    else if (method === undefined && id === "e") say({ id: asking, result: { answers, told: result ?? error } });
    else if (method === undefined) answers.push(id);
    else if (id !== undefined) say({ id, result: { tools: [] } });
  });`;

function stdioTarget(): Target {
  return { kind: "stdio", name: "asking", command: process.execPath, args: program(ASKING) };
}

/** The same over HTTP; `standing` says whether it has a stream of its own, on which it asks for roots. */
async function httpTarget(standing: boolean): Promise<{ target: Target; received: TestRequest[]; server: TestServer }> {
  const received: TestRequest[] = [];
  let finish: ((told: unknown) => void) | undefined;
  const server = await httpServer((request, response) => {
    received.push(request);
    if (request.method === "GET") {
      if (standing) startSse(response, '{"jsonrpc":"2.0","id":"early","method":"roots/list"}');
      else response.writeHead(405).end();
      return;
    }
    const { id, method, params, result, error } = JSON.parse(request.body || "{}");
    const say = (given: JsonObject) => {
      const headers = { "Content-Type": "application/json", "Mcp-Session-Id": "s" };
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id, result: given }));
    };
    if (method === "initialize") {
      const serverInfo = { name: "a", version: "1", declared: params.capabilities };
      say({ protocolVersion: "2025-11-25", capabilities: {}, serverInfo });
    } else if (method === "widgets/ask") {
      const asks = [
        { id: 1, method: "ping" },
        { id: "e", method: "elicitation/create", params: { message: "Name?" } },
      ];
      startSse(response, ...asks.map((ask) => JSON.stringify({ jsonrpc: "2.0", ...ask })));
      finish = (told) => response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { told } })}\n\n`);
    } else if (method === undefined || id === undefined) {
      response.writeHead(202).end();
      if (id === "e") finish?.(result ?? error);
    } else say({ tools: [] });
  });
  toClose.push(server.close);
  return { target: { kind: "http", name: "asking", url: server.url, headers: [] }, received, server };
}

async function nextOf(host: PackHost, on: Connection): Promise<ServerRequest> {
  const request = await host.nextRequest(on, 20_000);
  if (typeof request === "string") throw new Error(`no request of the server: ${request}`);
  return request;
}

describe("a connection that takes the requests of the server", () => {
  it("over stdio gives each once, from the first on, and answers them with their own ids", async () => {
    const { host, transcript } = await openDoor(stdioTarget());
    const on = await host.open({ fresh: true, capabilities: CAPABILITIES, takeRequests: true });
    expect(on.negotiated.serverInfo).toMatchObject({ declared: CAPABILITIES });
    const early = await nextOf(host, on);
    expect(early).toEqual({ id: "early", method: "roots/list", exchange: expect.any(Number) });
    expect(transcript.get(early.exchange)).toMatchObject({ connection: on.id, messages: [{ json: { id: "early" } }] });
    await host.respond(on, early, { error: { code: -32601, message: "no" } });
    const pending = host.exchange(on, { method: "widgets/ask" });
    const asked = await nextOf(host, on);
    expect(asked).toMatchObject({ id: "e", method: "elicitation/create", params: { message: "Name?" } });
    const sent = await host.respond(on, asked, { result: { action: "decline" } });
    const exchange = await pending;
    expect(asked.exchange).toBe(exchange.number);
    expect(exchange.response?.result).toEqual({ answers: ["early", 1], told: { action: "decline" } });
    expect(sent).toMatchObject({ outcome: "answered", tags: { pack: PACK, check: "widgets-ask", identity: "first" } });
    expect(JSON.parse(sent.request!.body)).toEqual({ jsonrpc: "2.0", id: "e", result: { action: "decline" } });
    expect(await host.nextRequest(on, 1)).toBe("timeout");
  });

  it("over HTTP gives those of its own stream and those in the stream of a request", async () => {
    const { target, received } = await httpTarget(true);
    const { host } = await openDoor(target);
    const on = await host.open({ fresh: true, capabilities: CAPABILITIES, takeRequests: true });
    const early = await nextOf(host, on);
    const get = (await host.transcript({ connection: on.id })).find(({ number }) => number === early.exchange);
    expect(get).toMatchObject({ status: 200, tags: { pack: PACK, check: "widgets-ask" } });
    const own = received.find(({ method }) => method === "GET")?.headers;
    expect(own).toEqual(
      expect.arrayContaining([
        ["Accept", "text/event-stream"],
        ["MCP-Protocol-Version", "2025-11-25"],
        ["Mcp-Session-Id", "s"],
      ]),
    );
    await host.respond(on, early, { result: { roots: [] } });
    const pending = host.exchange(on, { method: "widgets/ask" });
    const asked = await nextOf(host, on);
    const sent = await host.respond(on, asked, { error: { code: -1, message: "no" } });
    expect(sent.status).toBe(202);
    expect((await pending).response?.result).toEqual({ told: { code: -1, message: "no" } });
    expect(asked.exchange).toBe((await pending).number);
    const answers = received.map(({ body }) => body).filter((body) => !body.includes('"method"') && body !== "");
    expect(answers.map((body) => JSON.parse(body).id).sort()).toEqual([1, "e", "early"].sort());
  });

  it("bears a server that has no stream of its own, and records it", async () => {
    const { target, received } = await httpTarget(false);
    const { host } = await openDoor(target);
    const on = await host.open({ fresh: true, takeRequests: true });
    const recorded = await host.transcript({ connection: on.id });
    expect(recorded.map(({ method, status }) => `${method} ${status}`)).toContain("undefined 405");
    const pending = host.exchange(on, { method: "widgets/ask" });
    await host.respond(on, await nextOf(host, on), { result: {} });
    expect((await pending).response?.result).toEqual({ told: {} });
    expect(received.filter(({ method }) => method === "GET")).toHaveLength(1);
  });

  it("ends what waits when it is closed, and when its process ends", async () => {
    const { host } = await openDoor(stdioTarget());
    const ends: (() => Promise<unknown>)[] = [];
    const one = await host.open({ fresh: true, takeRequests: true });
    const other = await host.open({ fresh: true, takeRequests: true });
    ends.push(
      () => host.close(one),
      () => host.exchange(other, { method: "widgets/exit" }),
    );
    const connections = [one, other];
    for (const on of connections) await nextOf(host, on);
    const waiting = connections.map((on) => host.nextRequest(on, 1e12));
    for (const end of ends) await end();
    expect(await Promise.all(waiting)).toEqual(["ended", "ended"]);
    expect(await host.nextRequest(one, 1e12)).toBe("ended");
  });

  it("has room for so many; further ones get the answer of the host", async () => {
    const flood = `
      let refused = 0;
      serve(({ id, method, error }) => {
        if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } } });
        else if (method === "widgets/flood") { globalThis.flooding = id; for (let n = 0; n < 300; n++) say({ id: "q" + n, method: "roots/list" }); }
        else if (error?.code === -32601 && ++refused === 44) say({ id: flooding, result: { refused } });
      });`;
    const target: Target = { kind: "stdio", name: "flood", command: process.execPath, args: program(flood) };
    const { host } = await openDoor(target);
    const on = await host.open({ fresh: true, takeRequests: true });
    expect((await host.exchange(on, { method: "widgets/flood" })).response?.result).toEqual({ refused: 44 });
    const first = await nextOf(host, on);
    expect(first.id).toBe("q0");
  });
});

describe("who may take and answer", () => {
  it("no other connection gives any, and the host answers there as ever", async () => {
    const { host, connection } = await openDoor(stdioTarget());
    const fresh = await host.open({ fresh: true });
    for (const on of [connection, fresh]) expect(await host.nextRequest(on, 1e12)).toBe("ended");
    await expect(host.respond(fresh, { id: "e", method: "x", exchange: 1 }, { result: {} })).rejects.toMatchObject({
      message: "nothing was sent: no such request of the server waits for an answer",
      origin: "pack",
    });
  });

  it("a request is answered once, and with its answer alone", async () => {
    const { host, transcript } = await openDoor(stdioTarget());
    const on = await host.open({ fresh: true, takeRequests: true });
    const early = await nextOf(host, on);
    const forged = { result: {}, method: "tools/call", id: 7 } as { result: JsonObject };
    const sent = await host.respond(on, early, forged);
    expect(transcript.get(sent.number)?.request?.body).toBe('{"jsonrpc":"2.0","id":"early","result":{}}');
    await expect(host.respond(on, early, { result: {} })).rejects.toThrow(/no such request/);
  });

  it("initialize carries the tags of who gave it capabilities, and the defect", async () => {
    const { host, transcript } = await openDoor(stdioTarget());
    await host.open({ fresh: true });
    const capabilities = { extensions: { "com.example/widgets": {} } };
    await host.open({ fresh: true, capabilities, defect: "declared (I05)" });
    const opened = transcript.all().filter(({ method }) => method === "initialize");
    const lane = "stdio-legacy-2025-11-25";
    expect(opened.slice(1).map(({ tags }) => tags)).toEqual([
      { lane, identity: "first" },
      { lane, identity: "first", pack: PACK, check: "widgets-ask", defect: "declared (I05)" },
    ]);
    expect(opened.map(({ request }) => JSON.parse(request!.body).params.capabilities)).toEqual([{}, {}, capabilities]);
    expect((await host.transcript({ defects: false, method: "initialize" })).map(({ number }) => number)).toEqual(
      opened.slice(0, 2).map(({ number }) => number),
    );
  });

  it.each<[GateMode, string | undefined]>([
    ["read-only", undefined],
    ["list", "nothing is called: the run only lists what would run"],
    ["nothing", "nothing is sent: there is a transcript and no server"],
  ])("under %s an answer goes where a call may go", async (mode, message) => {
    const { host, refusedBy } = await openDoor(stdioTarget(), mode);
    const on = await host.open({ fresh: true, capabilities: CAPABILITIES, takeRequests: true });
    const early = await nextOf(host, on);
    const answered = await host.respond(on, early, { result: { roots: [] } }).catch((error: unknown) => error);
    if (message === undefined) expect(answered).toMatchObject({ outcome: "answered" });
    else expect(answered).toMatchObject({ message, origin: "host" });
    expect(refusedBy()).toEqual(message === undefined ? undefined : answered);
  });

  it("a check that only reads may do neither", async () => {
    const { host, connection } = await openDoor(stdioTarget(), undefined, true);
    const request = { id: 1, method: "roots/list", exchange: 1 };
    for (const act of [
      () => host.nextRequest(connection, 1),
      () => host.respond(connection, request, { result: {} }),
      () => host.open({ fresh: true, takeRequests: true }),
    ])
      await expect(act()).rejects.toThrow("the check says that it only reads the transcript, and asks for more");
  });
});
