import { afterEach, describe, expect, test } from "vitest";
import type { StdioTarget, WireOptions } from "../wire/types.js";
import { negotiate } from "./negotiate.js";
import { options, sent, wireOptions } from "./testing/setup.js";
import {
  discovery,
  failed,
  initialized,
  type StdioReply,
  type StdioScript,
  stdioServer,
} from "./testing/stdio-server.js";
import type { Detection, NegotiationOptions } from "./types.js";

const opened: Detection[] = [];

afterEach(async () => {
  for (const detection of opened.splice(0)) if (detection.ok) await detection.session.close();
});

/** Negotiates and keeps what was sent. Legacy and modern are the eras that were asked for. */
async function run(server: StdioScript | StdioTarget, changes: Partial<NegotiationOptions> = {}) {
  const wire = wireOptions();
  const target = "kind" in server ? server : stdioServer(server);
  const detection = await negotiate(target, wire, options(changes));
  opened.push(detection);
  return { wire, detection, sent: sent(wire) };
}

/** The era and version of an open session, or the code of the problem. */
function verdict(detection: Detection): string {
  if (!detection.ok) return detection.problem.code;
  const { era, protocolVersion } = detection.session.negotiated;
  return `${era} ${protocolVersion}`;
}

/** The version that the n-th `initialize` asked for. */
function wanted({ transcript }: WireOptions): string[] {
  return transcript
    .all()
    .filter(({ method }) => method === "initialize")
    .map(({ request }) => JSON.parse(request?.body ?? "{}").params.protocolVersion);
}

const silent: StdioReply = { silent: true };
const modern = discovery(["2026-07-28"], { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } });
const legacy = initialized("2025-11-25");
/** For limits that are to pass. */
const short = 250;

describe("the probe decides", () => {
  test("a DiscoverResult opens a modern session with what it says", async () => {
    const { detection, sent } = await run({ on: { "server/discover": modern } });
    expect(sent).toEqual(["stdio-1 server/discover"]);
    expect(detection).toMatchObject({ ok: true, notes: [] });
    expect(detection.ok && detection.session.negotiated).toEqual({
      transport: "stdio",
      era: "modern",
      protocolVersion: "2026-07-28",
      capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
      supportedVersions: ["2026-07-28"],
      serverInfo: { name: "fixture", version: "1.2.3" },
      instructions: "be kind",
      discovered: true,
    });
    expect(detection.ok && detection.session.lane).toBe("stdio-modern-2026-07-28");
    expect(detection.ok && detection.session.evidence).toEqual([1]);
  });

  test.each([
    [-32601, undefined],
    [-32602, undefined],
    [-32600, undefined],
    [-32000, undefined],
    [-32001, undefined],
    [-32002, undefined],
    [-32004, { supported: ["2026-07-28"], requested: "2026-07-28" }],
    [-32602, { supported: ["2025-11-25"], requested: "2026-07-28" }],
  ])("error %i with data %j means legacy, in the same process", async (code, data) => {
    const { detection, sent } = await run({
      on: { "server/discover": failed(code, "initialize first", data), initialize: legacy },
    });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize", "stdio-1 notifications/initialized"]);
    expect(detection.notes.join()).toContain(`legacy (server/discover: error ${code} "initialize first"`);
  });

  test.each([
    ["an error that is no object", { error: "nope" }],
    ["a result without supportedVersions", { result: { tools: [] } }],
    ["supportedVersions that are no array", discovery("2026-07-28")],
    ["supportedVersions with a number", discovery(["2026-07-28", 7])],
    ["a null result beside nothing", { result: 7 }],
    ["another type of id", { ...modern, id: "1" }],
    [
      "the response inside an array",
      { raw: '[{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}]' },
    ],
  ] as [string, StdioReply][])("%s decides nothing, so initialize is tried", async (_, reply) => {
    const { detection, sent } = await run({ on: { "server/discover": reply, initialize: legacy } }, { firstMs: 1_500 });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(sent[1]).toBe("stdio-1 initialize");
  });

  test("error: null beside a result is no error", async () => {
    const line = { jsonrpc: "2.0", id: 1, ...modern, error: null };
    const { detection } = await run({ on: { "server/discover": { raw: JSON.stringify(line) } } });
    expect(verdict(detection)).toBe("modern 2026-07-28");
  });

  test("silence means legacy after the limit, which is told; the probe is not cancelled", async () => {
    const { detection, sent, wire } = await run(
      { on: { "server/discover": silent, initialize: legacy } },
      { firstMs: short },
    );
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(wire.transcript.get(1)?.problem).toContain("closed");
    expect(detection.notes).toEqual([`legacy (no answer to server/discover within ${short} ms)`]);
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize", "stdio-1 notifications/initialized"]);
  });

  test("a process that dies of the probe is started again", async () => {
    const { detection, sent } = await run({ on: { "server/discover": { exit: 7 }, initialize: legacy } });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-2 initialize", "stdio-2 notifications/initialized"]);
    expect(detection.notes.join()).toContain("exited with code 7");
  });
});

describe("recognized modern errors", () => {
  test.each([
    [-32020, undefined],
    [-32021, { requiredCapabilities: { sampling: {} } }],
    [-32022, { supported: ["2026-07-28"], requested: "2026-07-28" }],
    [-32022, { supported: ["2025-11-25", "2026-07-28"], requested: "2026-07-28" }],
  ])("%i with data %j is a refusal, and initialize is never sent", async (code, data) => {
    const { detection, sent } = await run({
      on: { "server/discover": failed(code, "no", data), initialize: legacy },
    });
    expect(verdict(detection)).toBe("SERVER_DISCOVERY_REFUSED");
    expect(sent).toEqual(["stdio-1 server/discover"]);
    expect(!detection.ok && detection.problem.message).toContain(`error ${code} "no"`);
  });

  test.each([
    ["another modern version", { supported: ["2099-01-01"] }, ["2099-01-01"]],
    ["nothing", { supported: [] }, []],
    ["no data", undefined, []],
    ["a string", { supported: "2025-11-25" }, []],
    ["a number among versions", { supported: ["2025-11-25", 1] }, []],
    ["an object", { supported: { 0: "2025-11-25" } }, []],
  ])("-32022 that lists %s is no common version", async (_, data, serverVersions) => {
    const { detection, sent } = await run({
      on: { "server/discover": failed(-32022, "no", data), initialize: legacy },
    });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(sent).toEqual(["stdio-1 server/discover"]);
    expect(!detection.ok && detection.problem.serverVersions).toEqual(serverVersions);
  });

  test("-32022 that lists a legacy version leads to initialize with the newest of them", async () => {
    const data = { supported: ["2024-11-05", "2025-06-18", "2099-01-01"] };
    const { detection, wire } = await run({
      on: { "server/discover": failed(-32022, "no", data), initialize: initialized("2025-06-18") },
    });
    expect(verdict(detection)).toBe("legacy 2025-06-18");
    expect(wanted(wire)).toEqual(["2025-06-18"]);
  });

  test("the same for supportedVersions without a modern version", async () => {
    const { detection, wire } = await run({
      on: { "server/discover": discovery(["2025-03-26"]), initialize: initialized("2025-03-26") },
    });
    expect(verdict(detection)).toBe("legacy 2025-03-26");
    expect(wanted(wire)).toEqual(["2025-03-26"]);
  });

  test("a listed legacy version whose handshake is declined is no common version, and tools/list is not asked", async () => {
    const { detection, sent } = await run({
      on: { "server/discover": discovery(["2025-03-26"]), initialize: failed(-32603, "broken") },
    });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(!detection.ok && detection.problem).toMatchObject({ serverVersions: ["2025-03-26"] });
    expect(!detection.ok && detection.problem.message).toContain('initialize (2025-03-26): error -32603 "broken"');
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize", "stdio-2 initialize"]);
  });

  test("when only the modern era is asked for, a listed legacy version does not help", async () => {
    const { detection, sent } = await run(
      { on: { "server/discover": failed(-32022, "no", { supported: ["2025-11-25"] }), initialize: legacy } },
      { era: "modern" },
    );
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(sent).toEqual(["stdio-1 server/discover"]);
  });

  test("supportedVersions that are empty, or foreign, are no common version", async () => {
    for (const versions of [[], ["2099-01-01"]]) {
      const { detection, sent } = await run({ on: { "server/discover": discovery(versions), initialize: legacy } });
      expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
      expect(sent).toEqual(["stdio-1 server/discover"]);
    }
  });
});

describe("the handshake", () => {
  test("a version that the server answers with is taken when it is one of ours", async () => {
    const { detection, wire } = await run({ on: { initialize: initialized("2024-11-05") } });
    expect(verdict(detection)).toBe("legacy 2024-11-05");
    expect(detection.ok && detection.session.negotiated).toMatchObject({
      capabilities: { tools: {} },
      serverInfo: { name: "fixture", version: "1.2.3" },
      instructions: "be kind",
      discovered: true,
    });
    const lanes = wire.transcript.all().map(({ method, tags }) => [method, tags.lane]);
    expect(lanes).toEqual([
      ["server/discover", "stdio-modern-2026-07-28"],
      ["initialize", "stdio-legacy-2024-11-05"],
      ["notifications/initialized", "stdio-legacy-2024-11-05"],
    ]);
  });

  test("it names our newest legacy version, our capabilities and ourselves, and no extension", async () => {
    const { wire } = await run(
      { on: { initialize: legacy } },
      { era: "legacy", legacyCapabilities: { elicitation: {} } },
    );
    expect(JSON.parse(wire.transcript.get(1)?.request?.body ?? "")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: { elicitation: {} },
        clientInfo: { name: "mcptest", version: "0.0.0" },
      },
    });
  });

  test("a process that the probe has spoilt is replaced by one that never saw it", async () => {
    const { detection, sent } = await run({
      on: { initialize: { unspoilt: legacy, spoilt: failed(-32600, "already in a bad state") } },
    });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(sent.filter((message) => message.endsWith("initialize"))).toEqual([
      "stdio-1 initialize",
      "stdio-2 initialize",
    ]);
  });

  test("a process that hangs after the probe is replaced as well", async () => {
    const { detection } = await run(
      { on: { initialize: { unspoilt: legacy, spoilt: silent } } },
      { initializeMs: 1_500 },
    );
    expect(verdict(detection)).toBe("legacy 2025-11-25");
  });

  test("a refusal that names other versions is followed once, in a fresh process, with the newest", async () => {
    const refusal = failed(-32602, "Unsupported protocol version", { supported: ["2024-11-05", "2025-03-26"] });
    const { detection, sent, wire } = await run({ on: { initialize: refusal } }, { era: "legacy" });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(wanted(wire)).toEqual(["2025-11-25", "2025-03-26"]);
    expect(sent).toEqual(["stdio-1 initialize", "stdio-2 initialize"]);
    expect(!detection.ok && detection.problem.serverVersions).toEqual(["2024-11-05", "2025-03-26"]);
  });

  test("a refusal that names only the version asked for, or foreign ones, is not followed", async () => {
    const refusal = failed(-32602, "no", { supported: ["2025-11-25", "1999-01-01"] });
    const { sent } = await run({ on: { initialize: refusal } }, { era: "legacy" });
    expect(sent).toEqual(["stdio-1 initialize"]);
  });

  test("a version that we do not speak is declined, and told", async () => {
    const { detection } = await run({ on: { initialize: initialized("1999-01-01") } }, { era: "legacy" });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(!detection.ok && detection.problem.serverVersions).toEqual(["1999-01-01"]);
  });

  test("notifications/initialized goes out only after a result", async () => {
    const { sent } = await run({ on: { initialize: failed(-32603, "broken") } }, { era: "legacy" });
    expect(sent).toEqual(["stdio-1 initialize"]);
  });
});

describe("modern without server/discover", () => {
  const noLegacy = { initialize: failed(-32601, "Method not found") };

  test("a result of tools/list with a resultType proves it", async () => {
    const { detection, sent } = await run({
      on: { ...noLegacy, "tools/list": { result: { resultType: "complete", tools: [] } } },
    });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(detection.ok && detection.session.negotiated).toMatchObject({ discovered: false, capabilities: {} });
    expect(detection.notes).toEqual(["modern without server/discover: the capabilities of the server are unknown"]);
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize", "stdio-2 initialize", "stdio-3 tools/list"]);
  });

  test.each([-32020, -32021])("error %i of tools/list proves it as well", async (code) => {
    const { detection } = await run({ on: { ...noLegacy, "tools/list": failed(code, "no") } });
    expect(verdict(detection)).toBe("modern 2026-07-28");
  });

  test.each([
    ["a version list without ours", { supported: ["2099-01-01"] }, "SERVER_NO_COMMON_VERSION"],
    ["the version it refuses", { supported: ["2026-07-28"] }, "SERVER_DISCOVERY_REFUSED"],
  ])("-32022 of tools/list with %s fails", async (_, data, code) => {
    const { detection } = await run({ on: { ...noLegacy, "tools/list": failed(-32022, "no", data) } });
    expect(verdict(detection)).toBe(code);
  });

  test("a result without a resultType is no proof: it may be a legacy server that skips its handshake", async () => {
    const { detection } = await run({ on: { ...noLegacy, "tools/list": { result: { tools: [] } } } });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
  });

  test("discovery that answers without supportedVersions ends there too", async () => {
    const { detection } = await run({
      on: {
        ...noLegacy,
        "server/discover": discovery({ "2026-07-28": true }),
        "tools/list": { result: { resultType: "complete", tools: [] } },
      },
    });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(detection.ok && detection.session.negotiated.discovered).toBe(false);
  });

  test("when only the modern era is asked for, initialize is never sent", async () => {
    const { sent } = await run({ on: { initialize: legacy } }, { era: "modern" });
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 tools/list"]);
  });
});

describe("late answers to the probe", () => {
  /** The probe is answered when `initialize` has come, which is after its limit. */
  const late = (reply: StdioReply, initialize: StdioReply): StdioScript => ({
    on: { "server/discover": { after: "initialize", reply }, initialize },
  });

  test("a DiscoverResult opens the modern era when initialize is declined, in the process that gave it", async () => {
    const { detection, sent } = await run(late(modern, failed(-32601, "no")), { firstMs: short });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize"]);
    expect(detection.ok && detection.session.wire.id).toBe("stdio-1");
    expect(detection.ok && detection.session.wire.exit).toBeUndefined();
  });

  test("an initialize that succeeds outweighs it, and the note says so", async () => {
    const { detection, wire } = await run(late(modern, legacy), { firstMs: short });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(detection.notes).toEqual([
      `dual-era, slow probe: server/discover was answered after its limit of ${short} ms, beside initialize`,
    ]);
    expect(wire.transcript.get(1)?.response).toMatchObject({ id: 1, ...modern });
    expect(wire.transcript.get(2)?.response).toMatchObject({ id: 2, ...legacy });
  });

  test("an ordinary error is logged and matched with nothing else", async () => {
    const { detection, wire } = await run(late(failed(-32601, "x"), legacy), { firstMs: short });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(detection.notes).toEqual([`legacy (no answer to server/discover within ${short} ms)`]);
    expect(wire.transcript.get(2)?.response).toMatchObject({ id: 2, ...legacy });
    expect(wire.transcript.get(1)?.response).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test("a refusal fails with it, without another process", async () => {
    const { detection, sent } = await run(late(failed(-32021, "no"), failed(-32601, "no")), { firstMs: short });
    expect(verdict(detection)).toBe("SERVER_DISCOVERY_REFUSED");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize"]);
    expect(!detection.ok && detection.problem.message).toContain('server/discover (2026-07-28): error -32021 "no"');
  });

  test("versions without a common one fail with them", async () => {
    const { detection } = await run(late(discovery(["2099-01-01"]), failed(-32601, "no")), { firstMs: short });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(!detection.ok && detection.problem.serverVersions).toEqual(["2099-01-01"]);
  });

  test("an ordinary error beside a declined initialize leaves the rest of the detection as it is", async () => {
    const { sent } = await run(late(failed(-32601, "x"), failed(-32601, "no")), { firstMs: short });
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize", "stdio-2 initialize", "stdio-3 tools/list"]);
  });

  test("it is listened for until the verdict when only the modern era is asked for", async () => {
    const { detection } = await run(
      { on: { "server/discover": { after: "tools/list", reply: modern } } },
      { era: "modern", firstMs: short },
    );
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(detection.ok && detection.session.negotiated.discovered).toBe(true);
  });
});

describe("what is asked for", () => {
  test("the legacy era alone sends no probe", async () => {
    const { detection, sent } = await run({ on: { "server/discover": modern, initialize: legacy } }, { era: "legacy" });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(sent).toEqual(["stdio-1 initialize", "stdio-1 notifications/initialized"]);
    expect(detection.notes).toEqual([]);
  });

  test("a legacy protocol version is the only one offered, and the only one taken", async () => {
    const asked = { protocolVersion: "2025-03-26" };
    const right = await run({ on: { "server/discover": modern, initialize: initialized("2025-03-26") } }, asked);
    expect(verdict(right.detection)).toBe("legacy 2025-03-26");
    expect(wanted(right.wire)).toEqual(["2025-03-26"]);
    const other = await run({ on: { initialize: legacy } }, asked);
    expect(verdict(other.detection)).toBe("SERVER_NO_COMMON_VERSION");
  });

  test("the modern protocol version sends no initialize", async () => {
    const { detection, sent } = await run({ on: { initialize: legacy } }, { protocolVersion: "2026-07-28" });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 tools/list"]);
  });

  test.each([
    ["auto", "1900-01-01"],
    ["auto", "__proto__"],
    ["modern", "2025-11-25"],
    ["legacy", "2026-07-28"],
  ] as const)("era %s with version %s is a usage error", async (era, protocolVersion) => {
    await expect(run({}, { era, protocolVersion })).rejects.toMatchObject({ code: "USAGE_BAD_VALUE", exitCode: 2 });
  });
});

describe("servers that cannot be opened", () => {
  test("a server that answers everything wrongly is told what it answered", async () => {
    const { detection } = await run({
      on: {
        "server/discover": { error: "nope" },
        initialize: { result: ["x"] },
        "tools/list": { raw: '[{"jsonrpc":"2.0","id":4,"result":{}}]' },
      },
    });
    expect(withoutCommand(detection)).toMatchInlineSnapshot(`
      "COMMAND: The server answers, and opens no session in any era that was asked for.
        server/discover (2026-07-28): neither a result nor an error object, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"error\\":\\"nope\\"}"
        initialize (2025-11-25): a result, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":2,\\"result\\":[\\"x\\"]}"
        initialize (2025-11-25): a result, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":3,\\"result\\":[\\"x\\"]}"
        tools/list (2026-07-28): the response came inside an array, "[{\\"jsonrpc\\":\\"2.0\\",\\"id\\":4,\\"result\\":{}}]"
        limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
    `);
  });

  test.each(["auto", "modern", "legacy"] as const)(
    "era %s: a command that does not exist is asked once",
    async (era) => {
      const target = { ...stdioServer({}), command: "no-such-command-anywhere", args: [] };
      const { detection, sent } = await run(target, { era });
      expect(detection).toMatchObject({ ok: false, problem: { code: "SERVER_COMMAND_NOT_FOUND" } });
      expect(!detection.ok && detection.problem.message).toContain('"no-such-command-anywhere" was not found');
      expect(sent).toHaveLength(1);
    },
  );

  test("a server that exits at once is told with its code and its last words", async () => {
    const { detection, sent } = await run({ exit: 3, stderr: ["cannot read config.json", "giving up"] });
    expect(verdict(detection)).toBe("SERVER_EXITED");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-2 initialize", "stdio-3 tools/list"]);
    expect(detection.ok || detection.stderrTail).toEqual(["cannot read config.json", "giving up"]);
    expect(withoutCommand(detection)).toMatchInlineSnapshot(`
      "COMMAND: The server process ended before it answered.
        server/discover (2026-07-28): the server process has exited with code 3
        initialize (2025-11-25): the server process has exited with code 3
        tools/list (2026-07-28): the server process has exited with code 3
        limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
    `);
  });

  test("a server that answers and then exits is none that never answered", async () => {
    const { detection } = await run({ on: { initialize: failed(-32603, "no"), "tools/list": { exit: 3 } } });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
  });

  test("exit code 127 points to the command within a shell", async () => {
    const { detection } = await run({ exit: 127 });
    expect(verdict(detection)).toBe("SERVER_EXITED");
    expect(!detection.ok && detection.problem.fix).toBe(
      "Exit code 127 mostly means that a shell did not find a command: check its spelling and that it is installed.",
    );
  });

  test("silence everywhere is a time-out with every limit", async () => {
    const { detection } = await run(
      { on: { "server/discover": silent, initialize: silent, "tools/list": silent } },
      { firstMs: 240, nextMs: 100, initializeMs: 260 },
    );
    expect(verdict(detection)).toBe("SERVER_TIMEOUT");
    expect(withoutCommand(detection)).toMatchInlineSnapshot(`
      "COMMAND: The server did not answer within the limits of mcptest in any era that was asked for.
        server/discover (2026-07-28): no answer within 240 ms
        initialize (2025-11-25): no answer within 260 ms
        initialize (2025-11-25): no answer within 260 ms
        tools/list (2026-07-28): no answer within 240 ms
        limits: first message 240 ms, later probes 100 ms, initialize 260 ms"
    `);
  });

  test("text on stdout and nothing else is no MCP", async () => {
    const { detection } = await run(
      {
        stdout: ["Usage: thing [options]", "  --help"],
        on: { "server/discover": silent, initialize: silent, "tools/list": silent },
      },
      { firstMs: 1_500, nextMs: 100, initializeMs: 260 },
    );
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(!detection.ok && detection.problem.message).toContain('not asked for: "Usage: thing [options]"');
  });
});

test.each(["server/discover", "initialize"])(
  "a signal during %s ends the detection and the process",
  async (method) => {
    const stop = new AbortController();
    const wire = wireOptions();
    const watched: WireOptions = {
      ...wire,
      tamper(message) {
        if (message.method === method) setImmediate(() => stop.abort());
        return message;
      },
    };
    const target = stdioServer({ on: { [method]: silent, initialize: silent } });
    const detection = await negotiate(target, watched, options({ signal: stop.signal }));
    expect(verdict(detection)).toBe("RUN_STOPPED");
    expect(sent(wire).at(-1)).toBe(`stdio-1 ${method}`);
  },
);

test("text on stdout beside answers is a note, and the session works", async () => {
  const { detection } = await run({
    stdout: ["Server v1.2 started", "2026-01-01 [info] x"],
    on: { "server/discover": [{ raw: '{"level":"info"}' }, modern], "tools/list": { result: { tools: [] } } },
  });
  expect(detection.notes).toEqual([
    'stdout carries something that is no MCP message: "Server v1.2 started" and 2 more',
  ]);
  expect(detection.ok && (await detection.session.request({ method: "tools/list" })).outcome).toBe("answered");
});

test("what a server says is escaped, cut, and redacted in a message", async () => {
  const secret = "s3cr3t-value-of-the-user";
  const wire = wireOptions([secret]);
  const evil = `\u001b[31m\u202e${secret}\n::error::${"x".repeat(500)}`;
  const target = stdioServer({ on: { "server/discover": failed(-32021, evil, { [evil]: evil }) } });
  const detection = await negotiate(target, wire, options());
  expect(withoutCommand(detection)).toMatchInlineSnapshot(`
    "COMMAND: The server is modern and refuses server/discover.
      server/discover (2026-07-28): error -32021 "\\u001b[31m\\u202e[redacted]\\n::error::xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (534 characters) with data {"\\u001b[31m\\u202e[redacted]\\n::error::xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (1071 characters)
      limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
  `);
});

/** The message without its first line's command, which names paths of this machine. */
function withoutCommand(detection: Detection): string {
  return detection.ok ? "" : detection.problem.message.replace(/^.*(?:…|\}'): /, "COMMAND: ");
}
