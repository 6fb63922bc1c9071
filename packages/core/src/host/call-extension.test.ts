import { type Connection, type Exchange, errorOf, extensionResultOf, type Pack, type PackHost } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { mappedByLane } from "../negotiation/mapped.js";
import { negotiate } from "../negotiation/negotiate.js";
import { options, wireOptions } from "../negotiation/testing/setup.js";
import type { SmallServer } from "../runner/testing/answer.mjs";
import { mappedServer } from "../runner/testing/mapped.js";
import { closeServers, httpTarget, OFFERS_WIDGETS, stdioTarget, WIDGETS } from "../runner/testing/setup.js";
import type { Target } from "../wire/types.js";
import { createArtifactStore } from "./artifacts.js";
import { createGate, type GateMode } from "./gate.js";
import { createLaneTranscript } from "./lane-transcript.js";
import { watchLane } from "./lane-trouble.js";
import { createPackHost, type DoorOptions } from "./pack-host.js";
import { createStopper } from "./stop.js";

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  await closeServers();
});

interface Asked extends Pick<Pack, "routes">, Pick<DoorOptions, "readsOnly"> {
  gate?: GateMode;
  era?: "modern" | "legacy";
}

async function openDoor(target: Target, { routes, gate, readsOnly, era }: Asked = {}) {
  const wire = wireOptions();
  const detection = await negotiate(target, wire, options({ era: era ?? "auto" }));
  if (!detection.ok) throw new Error(detection.problem.message);
  const { session } = detection;
  const { transcript } = wire;
  const connections = new Set([session.wire.id]);
  const doors = createPackHost(
    {
      ...{ session, connections, trouble: watchLane(session.wire), clone: true, mapped: mappedByLane() },
      transcript: createLaneTranscript(transcript, connections),
      artifacts: createArtifactStore(transcript.redact),
      ...(gate ? { gate: createGate(session, gate) } : {}),
    },
    { name: "mcptest-pack-widgets", extension: WIDGETS, ...(routes ? { routes } : {}) },
  );
  toClose.push(session.close, doors.close);
  const { host } = doors.open({ check: "calls", signal: createStopper().signal, ...(readsOnly ? { readsOnly } : {}) });
  return { host, connection: doors.connection };
}

/** What was sent on the lane after the handshake: method, and URI where there is one. */
async function sentOn(host: PackHost): Promise<string[]> {
  const opening = ["server/discover", "initialize", "notifications/initialized"];
  const exchanges = await host.transcript();
  return exchanges
    .filter(({ method = "" }) => !opening.includes(method))
    .map(({ method, request }) => [method, JSON.parse(request?.body ?? "{}").params?.uri].filter(Boolean).join(" "));
}

const MANIFEST = `mcp-extensions://${WIDGETS}/manifest.json`;
const LOOK = ["resources/list", `resources/read ${MANIFEST}`];
const by = (exchange: Exchange) => [exchange.route, extensionResultOf(exchange)];

describe.each([
  ["HTTP", httpTarget],
  ["stdio", async (settings: SmallServer) => stdioTarget(settings)],
] as const)("a call of an extension through resources over %s", (_, targetOf) => {
  it("reads the fixed URI for no arguments where there is one, else that with params, and looks once", async () => {
    const { host, connection } = await openDoor(await targetOf(mappedServer()));
    expect(by(await host.callExtension(connection, "widgets/list", {}))).toEqual([
      "resources",
      { widgets: [], by: "fixed" },
    ]);
    const paged = await host.callExtension(connection, "widgets/list", { page: 1 });
    expect(by(paged)).toEqual(["resources", { widgets: [], by: "template" }]);
    expect(by(await host.callExtension(connection, "widgets/get", {}))).toEqual(["resources", { by: "template" }]);
    expect(await sentOn(host)).toEqual([
      ...LOOK,
      `resources/read mcp-extensions://${WIDGETS}/widgets/list`,
      `resources/read mcp-extensions://${WIDGETS}/widgets/list?params=%7B%22page%22%3A1%7D`,
      `resources/read mcp-extensions://${WIDGETS}/widgets/get?params=%7B%7D`,
    ]);
    // The record knows the route, and whose call it was; the look is the host's own.
    const recorded = await host.transcript({ pack: "mcptest-pack-widgets" });
    expect(recorded.map((exchange) => [exchange.tags.check, ...by(exchange)])).toEqual([
      ["calls", "resources", { widgets: [], by: "fixed" }],
      ["calls", "resources", { widgets: [], by: "template" }],
      ["calls", "resources", { by: "template" }],
    ]);
  });

  it("gives the error of the read, and the own error of a method that the interface does not have", async () => {
    const { host, connection } = await openDoor(await targetOf(mappedServer()));
    const missing = await host.callExtension(connection, "widgets/none", {}, { defect: "there is no such method" });
    expect([missing.route, extensionResultOf(missing), errorOf(missing)?.code, missing.tags.defect]).toEqual([
      "resources",
      undefined,
      -32601,
      "there is no such method",
    ]);
  });
});

describe("the route of a call", () => {
  const call = (host: PackHost, on: Connection) =>
    host.callExtension(on, "widgets/list", {}).then(({ route }) => route);
  const both = () => mappedServer({ legacy: OFFERS_WIDGETS });

  it("is native where the legacy server names the extension, unless the pack does not work there", async () => {
    const unofficial = await openDoor(await httpTarget(both()));
    expect(await call(unofficial.host, unofficial.connection)).toBeUndefined();
    expect(await sentOn(unofficial.host)).toEqual(["widgets/list"]);
    const routes = ["native", "resources"] as const;
    const mapped = await openDoor(await httpTarget(both()), { routes: [...routes] });
    expect(await call(mapped.host, mapped.connection)).toBe("resources");
    const named = await openDoor(await httpTarget({ legacy: OFFERS_WIDGETS }), { routes: [...routes] });
    expect(await call(named.host, named.connection)).toBeUndefined();
  });

  it("is native on a modern connection, and that of each connection of its own", async () => {
    const target = await httpTarget(mappedServer({ modern: OFFERS_WIDGETS }));
    const { host, connection } = await openDoor(target);
    expect(await call(host, connection)).toBeUndefined();
    const own = await host.open({ fresh: true, era: "legacy" });
    expect(await call(host, own)).toBe("resources");
  });

  it("is none where the list cannot be read, and says so", async () => {
    const { host, connection } = await openDoor(await httpTarget({ legacy: { resources: {} } }));
    await expect(call(host, connection)).rejects.toThrow(
      /neither names it .* is not listed; resources\/list: error -32601/,
    );
  });

  it("takes an interface that cannot be read for one without fixed URIs", async () => {
    const target = await httpTarget(mappedServer({ reads: { [MANIFEST]: "no object" } }));
    const { host, connection } = await openDoor(target);
    await host.callExtension(connection, "widgets/list", {});
    expect((await sentOn(host)).at(-1)).toBe(`resources/read mcp-extensions://${WIDGETS}/widgets/list?params=%7B%7D`);
  });
});

describe("a call through resources is not sent", () => {
  it.each([
    ["a value", { name: "\ud800" }],
    ["a key", { "\udc00": 1 }],
    ["a list", { names: ["a", "b\udfff"] }],
  ])("with a lone surrogate in %s", async (_, params) => {
    const { host, connection } = await openDoor(await httpTarget(mappedServer()));
    await expect(host.callExtension(connection, "widgets/get", params)).rejects.toMatchObject({
      message: "nothing was sent: a text of the arguments has a lone surrogate, which no URI can carry",
      origin: "host",
    });
    expect(await sentOn(host)).toEqual(LOOK);
  });

  it.each([
    ["list", "widgets/list", "nothing is called: the run only lists what would run"],
    ["read-only", "tools/call", "the run is read-only: a tool is not called"],
  ] as const)("where the call itself would not be: gate %s", async (gate, method, why) => {
    const { host, connection } = await openDoor(await httpTarget(mappedServer()), { gate });
    await expect(host.callExtension(connection, method, {})).rejects.toThrow(why);
    expect((await sentOn(host)).filter((sent) => sent.includes(method))).toEqual([]);
  });

  it("by a read-only run that permits the method natively is", async () => {
    const { host, connection } = await openDoor(await httpTarget(mappedServer()), { gate: "read-only" });
    expect((await host.callExtension(connection, "widgets/list", {})).route).toBe("resources");
  });

  it("by a check that only reads, which does not even look", async () => {
    const { host, connection } = await openDoor(await httpTarget(mappedServer()), { readsOnly: true });
    await expect(host.callExtension(connection, "widgets/list", {})).rejects.toThrow(/only reads the transcript/);
    expect(await sentOn(host)).toEqual([]);
  });
});
