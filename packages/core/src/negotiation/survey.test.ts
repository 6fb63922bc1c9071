import { afterEach, expect, test } from "vitest";
import { type SurveyOptions, surveyEras } from "./survey.js";
import { httpServer } from "./testing/http-server.js";
import { options, sent, wireOptions } from "./testing/setup.js";
import { discovery, failed, initialized, type StdioScript, stdioServer } from "./testing/stdio-server.js";
import type { Session } from "./types.js";

const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const tasks = { "io.modelcontextprotocol/tasks": { version: "1.0" } };
const modern = discovery(["2026-07-28", "2025-11-25"], { tools: {}, extensions: tasks });
const legacy = initialized("2025-11-25", { tools: { listChanged: true } });

async function survey(script: StdioScript, changes: Partial<SurveyOptions> = {}) {
  const wire = wireOptions();
  return { found: await surveyEras(stdioServer(script), wire, { ...options(), ...changes }), sent: sent(wire) };
}

test("a dual-era server shows each era with its own versions, capabilities and extensions", async () => {
  const { found, sent } = await survey({
    on: { "server/discover": modern, initialize: legacy },
    stderr: ["hello"],
  });
  expect(found).toMatchObject({
    ok: true,
    speaks: "modern + legacy",
    missing: [],
    stderrTail: ["hello"],
    eras: [
      {
        era: "modern",
        lane: "stdio-modern-2026-07-28",
        protocolVersion: "2026-07-28",
        supportedVersions: ["2026-07-28", "2025-11-25"],
        discovered: true,
        serverInfo: { name: "fixture" },
        instructions: "be kind",
        extensions: { extensions: [{ id: "io.modelcontextprotocol/tasks", version: "1.0" }] },
      },
      {
        era: "legacy",
        lane: "stdio-legacy-2025-11-25",
        capabilities: { tools: { listChanged: true } },
        extensions: { extensions: [], present: false },
      },
    ],
  });
  expect(sent).toEqual(["stdio-1 server/discover", "stdio-2 initialize", "stdio-2 notifications/initialized"]);
});

test("a modern server says why it is not legacy", async () => {
  const { found } = await survey({ on: { "server/discover": modern } });
  expect(found).toMatchObject({
    ok: true,
    speaks: "modern",
    eras: [{ era: "modern" }],
    missing: [{ era: "legacy", problem: { code: "SERVER_NOT_MCP" } }],
  });
});

test("a legacy server is asked for the modern era once more, and no violation is made of it", async () => {
  const { found, sent } = await survey({ on: { initialize: legacy } });
  expect(found).toMatchObject({
    ok: true,
    speaks: "legacy",
    eras: [{ era: "legacy", notes: ['legacy (server/discover: error -32601 "Method not found")'] }],
    missing: [{ era: "modern", problem: { code: "SERVER_NOT_MCP" } }],
  });
  expect(sent.slice(3)).toEqual(["stdio-2 server/discover", "stdio-2 tools/list"]);
});

test("a modern era without server/discover is found behind a legacy one", async () => {
  const { found } = await survey({
    on: { initialize: legacy, "tools/list": { result: { resultType: "complete", tools: [] } } },
  });
  expect(found).toMatchObject({ speaks: "modern + legacy", eras: [{ era: "modern", discovered: false }, {}] });
});

test("a server that was silent to the probe is not made to wait for it again", async () => {
  const { found, sent } = await survey(
    { on: { "server/discover": { silent: true }, initialize: legacy } },
    { firstMs: 250 },
  );
  expect(found).toMatchObject({
    speaks: "legacy",
    missing: [{ era: "modern", problem: { code: "SERVER_TIMEOUT", evidence: [1] } }],
  });
  expect(sent).toHaveLength(3);
});

test("a late answer to the probe shows the modern era, which is not asked for again", async () => {
  const { found, sent } = await survey(
    {
      on: {
        "server/discover": { after: "initialize", reply: modern },
        initialize: legacy,
        "tools/list": { result: { tools: ["t"] } },
      },
    },
    { firstMs: 250, inventory: true },
  );
  expect(found).toMatchObject({
    speaks: "modern + legacy",
    missing: [],
    eras: [
      { era: "modern", supportedVersions: ["2026-07-28", "2025-11-25"], inventory: { tools: { items: ["t"] } } },
      { era: "legacy" },
    ],
  });
  expect(found.ok && found.eras[1]?.notes.join()).toContain("dual-era, slow probe");
  expect(sent).toEqual([
    "stdio-1 server/discover",
    "stdio-1 initialize",
    "stdio-1 notifications/initialized",
    "stdio-1 tools/list",
    "stdio-2 tools/list",
  ]);
});

test("each open session is visited, and closed even when the visitor throws", async () => {
  const lanes: string[] = [];
  const script = { on: { "server/discover": modern, initialize: legacy } };
  await survey(script, { visit: async ({ lane }) => void lanes.push(lane) });
  expect(lanes).toEqual(["stdio-modern-2026-07-28", "stdio-legacy-2025-11-25"]);
  let exited: Promise<unknown> | undefined;
  const visit = async ({ wire }: Session) => {
    exited = wire.exited;
    throw new Error("no");
  };
  await expect(survey(script, { visit })).rejects.toThrow("no");
  await exited;
});

test("only the era that is asked for is tried", async () => {
  const script = { on: { "server/discover": modern, initialize: legacy } };
  expect((await survey(script, { era: "legacy" })).sent).toEqual([
    "stdio-1 initialize",
    "stdio-1 notifications/initialized",
  ]);
  expect((await survey(script, { protocolVersion: "2026-07-28" })).sent).toEqual(["stdio-1 server/discover"]);
});

test("a server that opens in no era is one problem with every attempt", async () => {
  const { found } = await survey({ exit: 4 });
  expect(found).toMatchObject({ ok: false, problem: { code: "SERVER_EXITED", evidence: [1, 2, 3] } });
});

test("the inventory of each era is read on request", async () => {
  const server = await httpServer({
    "server/discover": modern,
    initialize: { ...legacy, headers: { "mcp-session-id": "s" } },
    "tools/list": ({ body }) => ({
      result: { resultType: "complete", tools: [body.includes("clientCapabilities") ? "modern tool" : "legacy tool"] },
    }),
  });
  toClose.push(server.close);
  const found = await surveyEras(server.target, wireOptions(), { ...options(), inventory: true });
  expect(found.ok && found.eras.map(({ inventory }) => inventory?.tools?.items)).toEqual([
    ["modern tool"],
    ["legacy tool"],
  ]);
  expect(server.order().at(-1)).toBe("DELETE");
});

test("an extension that only one era advertises is seen there", async () => {
  const server = await httpServer({
    "server/discover": discovery(["2026-07-28"], JSON.parse('{"extensions":null}')),
    initialize: initialized("2025-11-25", { extensions: tasks }),
  });
  toClose.push(server.close);
  const found = await surveyEras(server.target, wireOptions(), options());
  expect(found.ok && found.eras.map(({ extensions }) => extensions)).toMatchObject([
    { present: true, mapProblem: "extensions is null, not an object.", extensions: [] },
    { present: true, extensions: [{ label: "Tasks" }] },
  ]);
});

test("an error of the surroundings ends the survey at once", async () => {
  const server = await httpServer({ "*": { status: 401, ...failed(-32601, "no") } });
  toClose.push(server.close);
  const found = await surveyEras(server.target, wireOptions(), options());
  expect(found).toMatchObject({ ok: false, problem: { code: "SERVER_AUTHORIZATION" } });
  expect(server.received).toHaveLength(1);
});

test("a legacy era shows what it offers through resources, where its lists are read", async () => {
  const uris = ["com.example/jobs", "com.example/odd"].map((id) => ({ uri: `mcp-extensions://${id}/manifest.json` }));
  const manifest = { name: "com.example/jobs", capabilities: { a: 1 }, methods: ["jobs/start", 5, "jobs/end"] };
  const server = await httpServer({
    "server/discover": discovery(["2026-07-28"], { resources: {} }),
    initialize: initialized("2025-06-18", { resources: {} }),
    "resources/list": { result: { resources: uris } },
    "resources/templates/list": { result: { resourceTemplates: [] } },
    "resources/read": ({ body }) =>
      body.includes("jobs")
        ? { result: { contents: [{ uri: uris[0]?.uri ?? "", text: JSON.stringify(manifest) }] } }
        : failed(-32002, "none"),
  });
  toClose.push(server.close);
  const eras = async (inventory: boolean) => {
    const found = await surveyEras(server.target, wireOptions(), { ...options(), inventory });
    return found.ok ? found.eras.map(({ throughResources }) => throughResources) : [];
  };
  expect(await eras(false)).toEqual([undefined, undefined]);
  expect(await eras(true)).toEqual([
    undefined,
    [
      { id: "com.example/jobs", label: "extension", capabilities: { a: 1 }, methods: ["jobs/start", "jobs/end"] },
      {
        id: "com.example/odd",
        label: "extension",
        methods: [],
        problem: 'mcp-extensions://com.example/odd/manifest.json: error -32002 "none"',
      },
    ],
  ]);
});
