import { header, LEGACY_VERSIONS, type PackHost } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { mappedByLane } from "../negotiation/mapped.js";
import { negotiate } from "../negotiation/negotiate.js";
import { httpServer, type ReceivedRequest, type ScriptedHttp } from "../negotiation/testing/http-server.js";
import { options, wireOptions } from "../negotiation/testing/setup.js";
import { discovery, failed, initialized } from "../negotiation/testing/stdio-server.js";
import type { EraChoice } from "../negotiation/types.js";
import { program } from "../wire/testing/stdio.js";
import type { Target } from "../wire/types.js";
import { createArtifactStore } from "./artifacts.js";
import { createLaneTranscript } from "./lane-transcript.js";
import { watchLane } from "./lane-trouble.js";
import { createPackHost } from "./pack-host.js";
import { createStopper } from "./stop.js";

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function openDoor(target: Target, era: EraChoice = "auto", also?: Target): Promise<PackHost> {
  const wire = wireOptions();
  const detection = await negotiate(target, wire, options({ era, firstMs: 5_000, nextMs: 5_000, initializeMs: 1_000 }));
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
    { name: "mcptest-pack-widgets", extension: "*" },
  );
  toClose.push(session.close, doors.close);
  return doors.open({ check: "opens", signal: createStopper().signal }).host;
}

async function serve(replies: Parameters<typeof httpServer>[0]): Promise<ScriptedHttp> {
  const server = await httpServer(replies);
  toClose.push(server.close);
  return server;
}

const wanted = ({ body }: ReceivedRequest): string => JSON.parse(body).params.protocolVersion;

/** Speaks every legacy revision, and 2026-07-28 beside them. */
const EVERY = {
  "server/discover": discovery(["2026-07-28"]),
  initialize: (request: ReceivedRequest) => initialized(wanted(request)),
  ping: { result: {} },
};

async function lanesOf(host: PackHost): Promise<string[]> {
  return [...new Set((await host.transcript()).map(({ tags }) => tags.lane))];
}

describe("open with a revision", () => {
  it.each(["modern", "legacy"] as const)("shakes hands with it alone, from a lane that is %s", async (era) => {
    const server = await serve(EVERY);
    const host = await openDoor(server.target, era);
    const before = server.received.length;
    for (const protocolVersion of LEGACY_VERSIONS) {
      const own = await host.open({ fresh: true, protocolVersion });
      expect(own.negotiated).toMatchObject({ era: "legacy", protocolVersion });
      await host.exchange(own, { method: "ping" });
      const sent = header(server.received.at(-1)?.headers ?? [], "MCP-Protocol-Version");
      expect(sent).toBe(protocolVersion >= "2025-06-18" ? protocolVersion : undefined);
    }
    const asked = server.received.slice(before).filter(({ method }) => method === "initialize");
    // That of the lane is opened as any other connection.
    expect(asked.map(wanted)).toEqual(LEGACY_VERSIONS);
    expect(server.order().slice(before)).not.toContain("server/discover");
    expect(await lanesOf(host)).toEqual(expect.arrayContaining(LEGACY_VERSIONS.map((one) => `http-legacy-${one}`)));
  });

  it("opens a modern one from a legacy lane", async () => {
    const server = await serve(EVERY);
    const host = await openDoor(server.target, "legacy");
    const own = await host.open({ fresh: true, protocolVersion: "2026-07-28" });
    expect(own.negotiated).toMatchObject({ era: "modern", protocolVersion: "2026-07-28" });
    expect(server.order().at(-1)).toBe("server/discover");
  });

  it("starts a process for it over stdio, and ends the one that answers another revision", async () => {
    const body = `
      serve(({ id, method, params }) => {
        const protocolVersion = params?.protocolVersion === "2024-11-05" ? "2024-11-05" : "2025-11-25";
        if (id !== undefined) say({ id, result: method === "initialize" ? { protocolVersion, capabilities: {}, serverInfo: { name: "a", version: "1" } } : { pid: process.pid } });
      });`;
    const target: Target = { kind: "stdio", name: "two", command: process.execPath, args: program(body) };
    const host = await openDoor(target, "legacy");
    const own = await host.open({ fresh: true, protocolVersion: "2024-11-05" });
    expect(own.negotiated.protocolVersion).toBe("2024-11-05");
    expect((await host.exchange(own, { method: "ping" })).response).toHaveProperty("result.pid");
    await expect(host.open({ fresh: true, protocolVersion: "2025-03-26" })).rejects.toMatchObject({
      notApplicable: true,
      message: expect.stringMatching(
        /^the server does not speak 2025-03-26: .*the server says it supports "2025-11-25"/,
      ),
    });
  });

  it.each([
    ["another revision", initialized("2025-11-25"), 'the server says it supports "2025-11-25"; mcptest offered'],
    ["an error that names others", failed(-32602, "no", { supported: ["2025-06-18"] }), 'it supports "2025-06-18"'],
    ["an error", failed(-32600, "too old"), "The server answers, and opens no session"],
    [
      "HTTP 400",
      { status: 400, body: "Bad Request: Unsupported protocol version" },
      "Nothing that came is an MCP answer",
    ],
  ])("does not apply where the answer is %s", async (_, reply, why) => {
    const server = await serve({
      ...EVERY,
      initialize: (request) => (wanted(request) === "2024-11-05" ? reply : initialized(wanted(request))),
      GET: { status: 405, body: "" },
    });
    const host = await openDoor(server.target, "legacy");
    await expect(host.open({ fresh: true, protocolVersion: "2024-11-05" })).rejects.toMatchObject({
      notApplicable: true,
      message: expect.stringMatching(/^the server does not speak 2024-11-05: /),
    });
    await expect(host.open({ fresh: true, protocolVersion: "2024-11-05" })).rejects.toThrow(why);
  });

  it.each([
    ["silence", { silent: true }],
    ["HTTP 503", { status: 503, body: "" }],
    ["HTTP 401", { status: 401, body: "" }],
  ] as const)("cannot be judged where the answer is %s", async (_, reply) => {
    const server = await serve({
      ...EVERY,
      initialize: (request) => (wanted(request) === "2024-11-05" ? reply : initialized(wanted(request))),
    });
    const host = await openDoor(server.target, "legacy");
    await expect(host.open({ fresh: true, protocolVersion: "2024-11-05" })).rejects.toMatchObject({
      notApplicable: false,
      origin: "environment",
    });
  });

  it("is that of the other target, too", async () => {
    const other = await serve(EVERY);
    const host = await openDoor((await serve(EVERY)).target, "auto", other.target);
    const also = await host.open({ fresh: true, also: true, protocolVersion: "2025-03-26" });
    expect(also.negotiated.protocolVersion).toBe("2025-03-26");
    expect(other.order()).toEqual(["initialize", "notifications/initialized"]);
  });

  it.each([
    [{ protocolVersion: "2023-01-01" }, 'protocolVersion: "2023-01-01" is none of 2026-07-28, 2025-11-25, 2025-06-18,'],
    [{ protocolVersion: "2025-06-18", era: "modern" }, 'protocolVersion: "2025-06-18" is none of 2026-07-28'],
    [{ protocolVersion: "2026-07-28", era: "legacy" }, 'protocolVersion: "2026-07-28" is none of 2025-11-25'],
    [
      { protocolVersion: "2025-06-18", handshake: false },
      "a connection without a handshake has no revision of its own",
    ],
  ] as const)("asks for what there is: %o", async (asked, message) => {
    const server = await serve(EVERY);
    const host = await openDoor(server.target);
    const before = server.received.length;
    await expect(host.open({ fresh: true, ...asked })).rejects.toMatchObject({
      origin: "pack",
      message: expect.stringContaining(message),
    });
    expect(server.received).toHaveLength(before);
  });
});
