import { describe, expect, test } from "vitest";
import { legacy, modern, run, silent, wanted } from "./testing/detect-stdio.js";
import { verdict } from "./testing/setup.js";
import { discovery, failed, initialized } from "./testing/stdio-server.js";

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
