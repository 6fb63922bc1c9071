import type { Connection, HeaderList, JsonObject, PackHost } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { mappedByLane } from "../negotiation/mapped.js";
import { negotiate } from "../negotiation/negotiate.js";
import type { Session } from "../negotiation/types.js";
import { httpTarget, OFFERS_WIDGETS, stdioTarget, WIDGETS } from "../runner/testing/setup.js";
import { DEFAULT_LIMITS } from "../wire/limits.js";
import { secretsOf, secretsOfHeaders } from "../wire/target.js";
import { createTranscript } from "../wire/transcript.js";
import type { Target, Transcript } from "../wire/types.js";
import { createArtifactStore } from "./artifacts.js";
import { createLaneTranscript } from "./lane-transcript.js";
import { watchLane } from "./lane-trouble.js";
import { createPackHost, type Door, type PackDoors } from "./pack-host.js";
import { createStopper, type Stopper } from "./stop.js";

interface Opened {
  session: Session;
  transcript: Transcript;
  doors: PackDoors;
  door: Door;
  host: PackHost;
  connection: Connection;
  stopper: Stopper;
}

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function open(target: Target, clone: boolean, secondIdentity?: HeaderList): Promise<Opened> {
  const secrets = [...secretsOf(target), ...secretsOfHeaders(secondIdentity ?? [])];
  const transcript = createTranscript({ secrets });
  const detection = await negotiate(
    target,
    { limits: { ...DEFAULT_LIMITS, shutdownGraceMs: 100 }, transcript },
    { era: "auto", firstMs: 5_000, nextMs: 1_000, initializeMs: 5_000, clientInfo: { name: "mcptest", version: "0" } },
  );
  if (!detection.ok) throw new Error(detection.problem.message);
  const { session } = detection;
  const connections = new Set([session.wire.id]);
  const doors = createPackHost(
    {
      session,
      connections,
      transcript: createLaneTranscript(transcript, connections),
      trouble: watchLane(session.wire),
      artifacts: createArtifactStore(transcript.redact),
      mapped: mappedByLane(),
      secondIdentity,
      clone,
    },
    { name: "mcptest-pack-widgets", extension: WIDGETS },
  );
  const stopper = createStopper();
  const door = doors.open({ check: "widgets-list", signal: stopper.signal });
  toClose.push(doors.close, session.close);
  return { session, transcript, doors, door, host: door.host, connection: doors.connection, stopper };
}

describe.each([false, true])("the door of a pack (copied values: %s)", (clone) => {
  it("tags everything with lane, pack, check, identity and defect", async () => {
    const { host, connection, doors, stopper } = await open(await httpTarget({ modern: OFFERS_WIDGETS }), clone);
    const other = doors.open({ check: "fixture:task", signal: stopper.signal });
    await host.exchange(connection, { method: "tools/list" });
    await other.host.exchange(connection, { method: "tools/list", defect: "no declaration (I09)" });
    const lane = "http-modern-2026-07-28";
    const pack = "mcptest-pack-widgets";
    const sent = await host.transcript({ pack });
    expect(sent.map(({ tags }) => tags)).toEqual([
      { lane, pack, check: "widgets-list", identity: "first" },
      { lane, pack, check: "fixture:task", identity: "first", defect: "no declaration (I09)" },
    ]);
    expect(await host.transcript({ pack, defects: false })).toHaveLength(1);
  });

  it("gives copies of the record: what a pack changes there changes nothing", async () => {
    const { host, connection, transcript } = await open(await httpTarget({ modern: OFFERS_WIDGETS }), clone);
    const { number } = await host.exchange(connection, { method: "tools/list" });
    const [copy] = await host.transcript({ after: number - 1 });
    copy!.messages.length = 0;
    copy!.tags.lane = "elsewhere";
    connection.negotiated.capabilities.extra = {};
    expect(transcript.get(number)).toMatchObject({ messages: [{}], tags: { lane: "http-modern-2026-07-28" } });
    expect((await host.open()).negotiated.protocolVersion).toBe("2026-07-28");
  });

  it("finds exchanges by method, connection and number, in order", async () => {
    const { host, connection } = await open(stdioTarget({ modern: OFFERS_WIDGETS }), clone);
    const fresh = await host.open({ fresh: true });
    await Promise.all([
      host.exchange(connection, { method: "tools/list" }),
      host.exchange(fresh, { method: "tools/list" }),
      host.exchange(fresh, { method: "widgets/list" }),
    ]);
    const all = await host.transcript();
    expect(all.map(({ number }) => number)).toEqual(all.map(({ number }) => number).sort((a, b) => a - b));
    expect(all[0]?.method).toBe("server/discover");
    expect(await host.transcript({ connection: fresh.id, method: "tools/list" })).toHaveLength(1);
    expect(await host.transcript({ after: all.at(-1)!.number })).toEqual([]);
  });

  it("opens fresh connections, closes them, and leaves the shared one open", async () => {
    const { host, connection, session } = await open(stdioTarget({ legacy: OFFERS_WIDGETS }), clone);
    const fresh = await host.open({ fresh: true });
    expect(fresh.id).not.toBe(connection.id);
    expect(await host.open()).toEqual(connection);
    await host.close(fresh);
    await host.close(fresh);
    await host.close(connection);
    await expect(host.exchange(fresh, { method: "tools/list" })).rejects.toMatchObject({
      message: `the connection ${fresh.id} is not open`,
      origin: "pack",
    });
    expect(session.wire.exit).toBeUndefined();
    expect((await host.exchange(connection, { method: "tools/list" })).outcome).toBe("answered");
  });

  it("limits how many connections are open", async () => {
    const { host } = await open(await httpTarget({ modern: OFFERS_WIDGETS }), clone);
    const opening = Array.from({ length: 70 }, () => host.open({ fresh: true }));
    const refused = (await Promise.allSettled(opening)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({
      reason: { message: "a pack has at most 64 connections open at once", origin: "host" },
    });
  });

  it("speaks as the second identity, on a connection that stays open for all, without showing its headers", async () => {
    const first: HeaderList = [
      ["Authorization", "Bearer CANARY-FIRST"],
      ["X-Tenant", "CANARY-TENANT"],
    ];
    const target = await httpTarget({ legacy: OFFERS_WIDGETS }, first);
    const { host, connection, transcript } = await open(target, clone, [["Cookie", "CANARY-SECOND"]]);
    const second = await host.open({ identity: "second" });
    await host.close(second);
    expect(await host.open({ identity: "second" })).toEqual(second);
    const asked = [
      await host.exchange(connection, { method: "tools/list" }),
      await host.exchange(second, { method: "tools/list" }),
    ];
    expect(asked.map(({ tags }) => tags.identity)).toEqual(["first", "second"]);
    const own = (await host.transcript({ connection: second.id })).map(({ method, tags }) => [method, tags.identity]);
    expect(own).toEqual([
      ["initialize", "second"],
      ["notifications/initialized", "second"],
      ["tools/list", "second"],
    ]);
    const names = asked.map(({ request }) => request!.headers.map(([name]) => name.toLowerCase()));
    expect(names.map((list) => ["authorization", "cookie", "x-tenant"].filter((name) => list.includes(name)))).toEqual([
      ["authorization", "x-tenant"],
      ["cookie", "x-tenant"],
    ]);
    const seen = JSON.stringify([second, connection, asked, await host.transcript(), transcript.all()]);
    expect(seen).not.toContain("CANARY");
  });

  it("says where there is no second identity", async () => {
    const http = await open(await httpTarget({ modern: {} }), clone);
    await expect(http.host.open({ identity: "second" })).rejects.toMatchObject({
      message: "no second identity is configured: give its headers with --second-identity or secondIdentity",
      notApplicable: false,
    });
    const stdio = await open(stdioTarget({ modern: {} }), clone, [["X-User", "b"]]);
    await expect(stdio.host.open({ identity: "second" })).rejects.toMatchObject({ notApplicable: true });
  });

  it("reads a stream message by message, and cancels it on stdio when it is closed", async () => {
    const { host, connection, transcript } = await open(
      stdioTarget({ modern: OFFERS_WIDGETS, silentOn: "subscriptions/listen" }),
      clone,
    );
    const answered = await host.listen(connection, { method: "tools/list" });
    expect(await host.next(answered, 5_000)).toMatchObject({ via: "line", json: { result: { tools: [] } } });
    expect(await host.next(answered, 5_000)).toBe("ended");
    await host.close(answered);
    const silent = await host.listen(connection, { method: "subscriptions/listen", id: "listen-1" });
    expect(await host.next(silent, 20)).toBe("timeout");
    await host.close(silent);
    expect(await host.next(silent, 20)).toBe("ended");
    const cancelled = transcript.all().filter(({ method }) => method === "notifications/cancelled");
    expect(cancelled.map(({ request }) => JSON.parse(request!.body).params.requestId)).toEqual(["listen-1"]);
    expect(cancelled[0]?.tags.check).toBe("widgets-list");
  });

  it("calls the extension natively, and says where it cannot", async () => {
    const modern = await open(await httpTarget({ modern: {}, replies: { "widgets/list": { widgets: [] } } }), clone);
    const exchange = await modern.host.callExtension(modern.connection, "widgets/list", { page: 1 });
    expect(JSON.parse(exchange.request!.body)).toMatchObject({
      method: "widgets/list",
      params: {
        page: 1,
        _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions: { [WIDGETS]: {} } } },
      },
    });
    const named = await open(stdioTarget({ legacy: OFFERS_WIDGETS }), clone);
    expect((await named.host.callExtension(named.connection, "widgets/list", {})).outcome).toBe("answered");
    const older = await open(stdioTarget({ legacy: {} }), clone);
    await expect(older.host.callExtension(older.connection, "widgets/list", {})).rejects.toMatchObject({
      message:
        "com.example/widgets cannot be called on 2025-11-25: the server neither names it in capabilities.extensions nor offers it through resources (mcp-extensions://com.example/widgets/manifest.json is not listed)",
      origin: "host",
    });
  });

  it("stops with its signal: pending and later calls reject with the reason", async () => {
    const { host, connection, stopper } = await open(stdioTarget({ modern: {}, silentOn: "tools/list" }), clone);
    const stream = await host.listen(connection, { method: "tools/list" });
    const pending = [
      host.exchange(connection, { method: "tools/list" }),
      host.next(stream, 1e12),
      host.sleep(Number.POSITIVE_INFINITY),
    ];
    stopper.stop("the run was stopped");
    const late = [host.open({ fresh: true }), host.transcript(), host.close(stream)];
    for (const { status, ...end } of await Promise.allSettled([...pending, ...late])) {
      expect(status).toBe("rejected");
      expect(end).toMatchObject({ reason: { message: "the run was stopped", origin: "host", notApplicable: false } });
    }
  });

  it("shows a local time-out as one, never as an answer of the server (N21)", async () => {
    const { host, connection } = await open(await httpTarget({ modern: {}, silentOn: "widgets/list" }), clone);
    const exchange = await host.exchange(connection, { method: "widgets/list", timeoutMs: 50 });
    expect(exchange).toMatchObject({ outcome: "timeout", cause: "TIMEOUT", messages: [] });
    expect(exchange.response).toBeUndefined();
    expect(exchange.problem).toContain("50 ms");
  });

  it.each<[string, () => Target | Promise<Target>, boolean]>([
    ["stdio", () => stdioTarget({ modern: {}, silentOn: "widgets/list" }), true],
    ["legacy HTTP", () => httpTarget({ legacy: {}, silentOn: "widgets/list" }), true],
    ["modern HTTP, where the closed stream says it", () => httpTarget({ modern: {}, silentOn: "widgets/list" }), false],
  ])("cancels what it does not wait for any longer: %s (A40)", async (_transport, target, isNotified) => {
    const { host, connection, doors, transcript } = await open(await target(), clone);
    const { id } = await host.exchange(connection, { method: "widgets/list", timeoutMs: 50 });
    await doors.close();
    const cancelled = transcript.all().filter(({ method }) => method === "notifications/cancelled");
    const told = cancelled.map(({ request }) => JSON.parse(request!.body).params.requestId);
    expect(told).toEqual(isNotified ? [id] : []);
  });

  it("closes what a check opened when it ends, and what a fixture opened at the end", async () => {
    const { door, doors, connection, stopper, session } = await open(stdioTarget({ modern: {} }), clone);
    const fixture = doors.open({ check: "fixture:task", signal: stopper.signal });
    const ofFixture = await fixture.host.open({ fresh: true });
    const ofCheck = await door.host.open({ fresh: true });
    door.close({ release: true });
    await expect(fixture.host.exchange(ofCheck, { method: "tools/list" })).rejects.toThrow(/is not open/);
    expect((await fixture.host.exchange(ofFixture, { method: "tools/list" })).outcome).toBe("answered");
    await doors.close();
    await expect(fixture.host.exchange(ofFixture, { method: "tools/list" })).rejects.toThrow(/is not open/);
    expect((await fixture.host.exchange(connection, { method: "tools/list" })).outcome).toBe("answered");
    expect(session.wire.exit).toBeUndefined();
  });

  it("refuses a connection of its own whose process has ended", async () => {
    const { host, door } = await open(stdioTarget({ modern: {}, exitOn: "widgets/kill" }), clone);
    const fresh = await host.open({ fresh: true });
    expect((await host.exchange(fresh, { method: "widgets/kill" })).outcome).toBe("closed");
    await expect(host.exchange(fresh, { method: "tools/list" })).rejects.toMatchObject({
      message: `the server process of connection ${fresh.id} ended with exit code 7`,
      origin: "environment",
    });
    expect(door.blockedBy()).toBeUndefined();
  });

  it("stores files, bounded and without secrets", async () => {
    const target = await httpTarget({ modern: {} }, [["Authorization", "Bearer CANARY-TOKEN"]]);
    const { host, door } = await open(target, clone);
    const text = new TextEncoder().encode("token: CANARY-TOKEN");
    const ref = await host.attach({ name: "a CANARY-TOKEN.txt", mediaType: "text/plain", bytes: text });
    expect([ref, door.artifacts]).toEqual([{ id: "artifact-1" }, ["artifact-1"]]);
    const bytes = new Uint8Array(9 * 1024 * 1024);
    await expect(host.attach({ name: "big", mediaType: "image/png", bytes })).rejects.toMatchObject({
      message: "the file was not stored: an artifact has at most 8388608 bytes",
      origin: "host",
    });
  });
});

it("says that nothing was sent where a request cannot be (T16)", async () => {
  const { host, connection, transcript } = await open(await httpTarget({ modern: {} }), false);
  const before = transcript.all().length;
  const params = { big: 1n } as unknown as JsonObject;
  for (const call of [host.exchange, host.listen]) {
    await expect(call(connection, { method: "x", params })).rejects.toMatchObject({
      message: "nothing was sent: TypeError: Do not know how to serialize a BigInt",
      origin: "host",
    });
  }
  expect(transcript.all()).toHaveLength(before);
});

it("with copied values refuses what another process could not send", async () => {
  const { host, connection } = await open(await httpTarget({ modern: {} }), true);
  const params = { fn: () => 0 } as unknown as JsonObject;
  await expect(host.exchange(connection, { method: "x", params })).rejects.toThrow(/could not be cloned/);
});
