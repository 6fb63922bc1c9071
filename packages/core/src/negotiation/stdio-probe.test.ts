import { describe, expect, test } from "vitest";
import { legacy, modern, run, short, silent, wanted } from "./testing/detect-stdio.js";
import { verdict } from "./testing/setup.js";
import { discovery, failed, initialized, type StdioReply } from "./testing/stdio-server.js";

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
  test("-32022 that lists the version it refuses opens where tools/list is served", async () => {
    const { detection, sent } = await run({
      on: {
        "server/discover": failed(-32022, "no", { supported: ["2026-07-28"] }),
        "tools/list": { result: { resultType: "complete", tools: [] } },
      },
    });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 tools/list"]);
  });

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
    expect(sent).toEqual(["stdio-1 server/discover", ...(code === -32022 ? ["stdio-1 tools/list"] : [])]);
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
