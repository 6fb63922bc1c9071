import { type Connection, type HeaderList, header, type PackHost } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { mappedByLane } from "../negotiation/mapped.js";
import { negotiate } from "../negotiation/negotiate.js";
import { httpServer, type ScriptedHttp } from "../negotiation/testing/http-server.js";
import { options, wireOptions } from "../negotiation/testing/setup.js";
import { discovery, initialized } from "../negotiation/testing/stdio-server.js";
import type { EraChoice } from "../negotiation/types.js";
import { stdioTarget } from "../runner/testing/request.js";
import { program } from "../wire/testing/stdio.js";
import type { Target } from "../wire/types.js";
import { createArtifactStore } from "./artifacts.js";
import { createLaneTranscript } from "./lane-transcript.js";
import { watchLane } from "./lane-trouble.js";
import { createPackHost } from "./pack-host.js";
import { createStopper } from "./stop.js";

const PACK = "mcptest-pack-widgets";

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function openDoor(target: Target, era: EraChoice = "auto", also?: Target) {
  const wire = wireOptions();
  const detection = await negotiate(target, wire, options({ era }));
  if (!detection.ok) throw new Error(detection.problem.message);
  const { session } = detection;
  const { transcript } = wire;
  const connections = new Set([session.wire.id]);
  const doors = createPackHost(
    {
      ...{ session, connections, trouble: watchLane(session.wire), clone: true },
      transcript: createLaneTranscript(transcript, connections),
      artifacts: createArtifactStore(transcript.redact),
      mapped: mappedByLane(),
      ...(also ? { also } : {}),
    },
    { name: PACK, extension: "*" },
  );
  const { host } = doors.open({ check: "opens", signal: createStopper().signal });
  toClose.push(session.close, doors.close);
  return { host, connection: doors.connection };
}

async function serve(replies: Parameters<typeof httpServer>[0]): Promise<ScriptedHttp> {
  const server = await httpServer(replies);
  toClose.push(server.close);
  return server;
}

const LEGACY = { ...initialized("2025-11-25"), headers: { "Mcp-Session-Id": "s-1" } };
const MODERN = discovery(["2026-07-28"]);
const TOOLS = { result: { resultType: "complete", tools: [] } };
const BOTH = { "server/discover": MODERN, initialize: LEGACY, "tools/list": TOOLS, ping: { result: {} } };

const lanesOf = async (host: PackHost, on: Connection) => [
  ...new Set((await host.transcript({ connection: on.id })).map(({ tags }) => tags.lane)),
];

describe("open with an era", () => {
  it("opens the other one over HTTP, in the transcript of the lane with a lane id of its own", async () => {
    const server = await serve(BOTH);
    const { host, connection } = await openDoor(server.target);
    const legacy = await host.open({ fresh: true, era: "legacy" });
    expect([connection, legacy].map(({ negotiated }) => negotiated.era)).toEqual(["modern", "legacy"]);
    expect(server.order()).toEqual(["server/discover", "initialize", "notifications/initialized"]);
    await host.exchange(legacy, { method: "ping" });
    expect(header(server.received.at(-1)?.headers ?? [], "Mcp-Session-Id")).toBe("s-1");
    expect(await lanesOf(host, legacy)).toEqual(["http-legacy-2025-11-25"]);
    expect(await lanesOf(host, connection)).toEqual(["http-modern-2026-07-28"]);
  });

  it("opens the other one over stdio, in a process of its own", async () => {
    const { host, connection } = await openDoor(stdioTarget({ modern: {}, legacy: {} }), "legacy");
    const modern = await host.open({ fresh: true, era: "modern" });
    expect([connection, modern].map(({ negotiated }) => negotiated.era)).toEqual(["legacy", "modern"]);
    expect(modern.id).not.toBe(connection.id);
    expect((await host.exchange(modern, { method: "tools/list" })).response).toHaveProperty("result.resultType");
    expect(await lanesOf(host, modern)).toEqual(["stdio-modern-2026-07-28"]);
  });

  it("needs no detection for that of the lane", async () => {
    const server = await serve(BOTH);
    const { host } = await openDoor(server.target);
    expect((await host.open({ fresh: true, era: "modern" })).negotiated.era).toBe("modern");
    expect(server.order()).toEqual(["server/discover"]);
  });

  it.each([
    ["modern", "legacy", { "server/discover": MODERN }],
    ["legacy", "modern", { initialize: LEGACY }],
  ] as const)("does not apply to a server that is %s alone", async (lane, era, replies) => {
    const { host } = await openDoor((await serve(replies)).target, lane);
    await expect(host.open({ fresh: true, era })).rejects.toMatchObject({
      notApplicable: true,
      message: expect.stringContaining(`the server does not speak the ${era} era: `),
    });
  });

  it("says that a server which is gone was not to be had", async () => {
    const server = await httpServer(BOTH);
    const { host } = await openDoor(server.target);
    await server.close();
    await expect(host.open({ fresh: true, era: "legacy" })).rejects.toMatchObject({
      origin: "environment",
      notApplicable: false,
    });
  });
});

describe("open without a handshake", () => {
  it("sends nothing over HTTP, neither when it opens nor when it closes, and has no session", async () => {
    const server = await serve(BOTH);
    const { host, connection } = await openDoor(server.target, "legacy");
    const before = server.received.length;
    const raw = await host.open({ fresh: true, handshake: false });
    expect(raw.negotiated).toEqual(connection.negotiated);
    expect(server.received).toHaveLength(before);
    await host.exchange(raw, { method: "initialize", params: { protocolVersion: "2025-06-18" } });
    await host.exchange(raw, { method: "ping" });
    await host.exchange(raw, { method: "ping", headers: { "Mcp-Session-Id": "own", "MCP-Protocol-Version": null } });
    await host.close(raw);
    const seen = server.received
      .slice(before)
      .map(({ method, headers }) => [
        method,
        header(headers, "MCP-Protocol-Version"),
        header(headers, "Mcp-Session-Id"),
      ]);
    expect(seen).toEqual([
      ["initialize", undefined, undefined],
      ["ping", "2025-11-25", undefined],
      ["ping", undefined, "own"],
    ]);
    expect(JSON.parse(server.received[before]?.body ?? "").params).toEqual({ protocolVersion: "2025-06-18" });
    expect(await lanesOf(host, raw)).toEqual(["http-legacy-2025-11-25"]);
  });

  it("sends nothing over stdio: the first line of the process is that of the pack", async () => {
    const body = `
      const seen = [];
      serve(({ id, method }) => {
        seen.push(method);
        const result = method === "initialize" ? { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } } : { seen };
        if (id !== undefined) say({ id, result });
      });`;
    const target: Target = { kind: "stdio", name: "seen", command: process.execPath, args: program(body) };
    const { host } = await openDoor(target, "legacy");
    const raw = await host.open({ fresh: true, handshake: false });
    expect((await host.exchange(raw, { method: "ping" })).response?.result).toEqual({ seen: ["ping"] });
  });

  it("opens the stream of HTTP+SSE, and sends nothing", async () => {
    let say: (text: string) => void = () => {};
    const server = await serve({
      "*": ({ path, body }) => {
        if (path !== "/messages") return { status: 405, body: "" };
        const { id, method } = JSON.parse(body);
        const answer = method === "initialize" ? initialized("2024-11-05") : { result: {} };
        if (id !== undefined) say(`data: ${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n\n`);
        return { status: 202, body: "" };
      },
      GET: {
        stream(write) {
          say = write;
          write("event: endpoint\ndata: /messages\n\n");
        },
      },
    });
    const { host } = await openDoor(server.target, "legacy");
    const before = server.received.length;
    const raw = await host.open({ fresh: true, handshake: false });
    expect(raw.negotiated).toMatchObject({ protocolVersion: "2024-11-05", httpSse: true });
    expect(server.order().slice(before)).toEqual(["GET"]);
    expect((await host.exchange(raw, { method: "ping" })).response?.result).toEqual({});
  });
});

describe("open to the other target of the run", () => {
  it("detects its era, and gives what it carries lane ids of its own", async () => {
    const other = await serve({ initialize: initialized("2025-06-18"), ping: { result: {} } });
    const server = await serve(BOTH);
    const { host } = await openDoor(server.target, "auto", other.target);
    const before = server.received.length;
    const also = await host.open({ fresh: true, also: true });
    expect(also.negotiated).toMatchObject({ era: "legacy", protocolVersion: "2025-06-18" });
    await host.exchange(also, { method: "ping" });
    expect(other.order()).toEqual(["server/discover", "initialize", "notifications/initialized", "ping"]);
    expect(server.received).toHaveLength(before);
    expect(await lanesOf(host, also)).toEqual(["also-http-modern-2026-07-28", "also-http-legacy-2025-06-18"]);
  });

  it("says where there is none, where it is gone, and where it is none of ours", async () => {
    const server = await serve(BOTH);
    const alone = await openDoor(server.target);
    await expect(alone.host.open({ fresh: true, also: true })).rejects.toMatchObject({
      message: "the run has no other target for this server (--also TARGET)",
      origin: "host",
    });
    const gone = await httpServer({});
    await gone.close();
    const lost = await openDoor(server.target, "auto", gone.target);
    await expect(lost.host.open({ fresh: true, also: true })).rejects.toMatchObject({ origin: "environment" });
    const foreign = await openDoor(server.target, "auto", (await serve({ "*": { status: 404, body: "" } })).target);
    await expect(foreign.host.open({ fresh: true, also: true })).rejects.toMatchObject({
      notApplicable: false,
      origin: "environment",
    });
  });
});

describe("a request by another HTTP method", () => {
  it("has the session of its connection, and no body", async () => {
    const server = await serve({ ...BOTH, DELETE: { status: 204 } });
    const { host } = await openDoor(server.target, "legacy");
    const own = await host.open({ fresh: true });
    const get = await host.exchange(own, { method: "GET", httpMethod: "GET", headers: { "Last-Event-ID": "7" } });
    const ended = await host.exchange(own, { method: "DELETE", httpMethod: "DELETE", headers: { Accept: "*/*" } });
    expect([get, ended].map(({ outcome, status }) => [outcome, status])).toEqual([
      ["no-response", 405],
      ["answered", 204],
    ]);
    const [first, second] = server.received
      .slice(-2)
      .map(({ httpMethod, body, headers }) => [httpMethod, body, ownOf(headers)]);
    const session: HeaderList = [
      ["MCP-Protocol-Version", "2025-11-25"],
      ["Mcp-Session-Id", "s-1"],
    ];
    expect(first).toEqual(["GET", "", [["Accept", "text/event-stream"], ...session, ["Last-Event-ID", "7"]]]);
    expect(second).toEqual(["DELETE", "", [...session, ["Accept", "*/*"]]]);
  });

  it("can be listened to", async () => {
    let say: (text: string) => void = () => {};
    const server = await serve({
      ...BOTH,
      GET: {
        stream: (write) => {
          say = write;
        },
      },
    });
    const { host, connection } = await openDoor(server.target, "legacy");
    const stream = await host.listen(connection, { method: "GET", httpMethod: "GET" });
    await expect.poll(() => server.order().at(-1)).toBe("GET");
    say('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
    expect(await host.next(stream, 20_000)).toMatchObject({ json: { method: "notifications/message" } });
    await host.close(stream);
    // A stream that answers nothing is not cancelled.
    expect(server.order().at(-1)).toBe("GET");
  });
});

/** Headers without those that HTTP itself needs. */
function ownOf(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !["host", "connection", "content-length"].includes(name.toLowerCase()));
}

describe("the end of the input of a process", () => {
  it.each([
    ["its exit code", "process.stdin.on('end', () => process.exit(3))", { code: 3, signal: null }],
    [
      "the signal that ended it",
      "process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))",
      { code: null, signal: "SIGKILL" },
    ],
  ])("gives %s", async (_, atEnd, end) => {
    const body = `
      ${atEnd};
      serve(({ id }) => id !== undefined && say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } } }));`;
    const target: Target = { kind: "stdio", name: "ends", command: process.execPath, args: program(body) };
    const { host } = await openDoor(target, "legacy");
    const own = await host.open({ fresh: true });
    expect(await host.endInput(own, 20_000)).toEqual(end);
    await expect(host.exchange(own, { method: "ping" })).rejects.toThrow(/is not open/);
  });

  it("says of a process that goes on, which is ended then", async () => {
    const { host } = await openDoor(stdioTarget({ modern: {}, stubborn: true }));
    const own = await host.open({ fresh: true });
    expect(await host.endInput(own, 50)).toBe("running");
    await expect(host.endInput(own, 50)).rejects.toThrow(/is not open/);
  });

  it("is for own connections over stdio alone", async () => {
    const refusal = { message: "only the input of an own stdio connection can be ended", origin: "pack" };
    const stdio = await openDoor(stdioTarget({ modern: {} }));
    await expect(stdio.host.endInput(stdio.connection, 50)).rejects.toMatchObject(refusal);
    expect((await stdio.host.exchange(stdio.connection, { method: "tools/list" })).outcome).toBe("answered");
    const http = await openDoor((await serve(BOTH)).target);
    await expect(http.host.endInput(await http.host.open({ fresh: true }), 50)).rejects.toMatchObject(refusal);
  });
});
