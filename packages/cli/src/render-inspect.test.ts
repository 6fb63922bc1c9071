import { advertisedExtensions } from "@mcptest/core/extensions";
import type { Json, JsonObject } from "@mcptest/pack";
import { expect, test } from "vitest";
import { renderInspect } from "./render-inspect.js";
import type { Seen, SeenEra } from "./survey.js";

function era(change: Partial<SeenEra> & { capabilities: JsonObject }): SeenEra {
  return {
    era: "modern",
    lane: "http-modern-2026-07-28",
    protocolVersion: "2026-07-28",
    discovered: true,
    extensions: advertisedExtensions(change.capabilities),
    notes: [],
    evidence: [],
    preExtension: [],
    ...change,
  };
}

function listed(...items: Json[]): { items: Json[]; exchanges: number[] } {
  return { items, exchanges: [1] };
}

const seen: Seen = {
  name: "here/mcp",
  target: "http://here:3000/mcp",
  eras: [
    era({
      capabilities: {
        tools: {},
        resources: {},
        extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } },
      },
      serverInfo: { name: "clock", version: "1.2.0" },
      instructions: "First line\n::error::faked \u001b[31mred",
      supportedVersions: ["2026-07-28", "2025-11-25"],
      inventory: {
        tools: listed(
          {
            name: "show_time",
            description: "Shows the time.\nIn a view.",
            _meta: { ui: { resourceUri: "ui://clock" } },
          },
          { name: "slow" },
          { title: "nameless" },
        ),
        resources: listed(
          { uri: "ui://clock", name: "Clock", mimeType: "text/html;profile=mcp-app" },
          { uri: "mcp-extensions://com.example/jobs/manifest.json", name: "Jobs" },
          { uri: "skill://sort/SKILL.md", _meta: { "com.example/owner": "me" } },
        ),
        resourceTemplates: listed({ uriTemplate: "file:///{path}", name: "Files" }),
        prompts: { items: [], exchanges: [4], problem: "prompts/list: no answer" },
      },
    }),
    era({
      capabilities: { tools: {}, tasks: {} },
      era: "legacy",
      lane: "http-legacy-2025-11-25",
      protocolVersion: "2025-11-25",
      preExtension: ["Tasks (2025-11-25)"],
      inventory: {
        tools: listed({ name: "slow", execution: { taskSupport: "required" } }, { name: "old" }),
      },
    }),
  ],
  unadvertised: [],
  remarks: [],
};

test("the server, its eras, its lists and the extensions that hang on them", () => {
  expect(renderInspect(seen)).toMatchInlineSnapshot(`
    "Server:
      name: clock
      version: 1.2.0
      target: http://here:3000/mcp
      name in reports: here/mcp
    Eras:
      modern 2026-07-28, supports 2026-07-28, 2025-11-25 (lane http-modern-2026-07-28)
      legacy 2025-11-25 (lane http-legacy-2025-11-25)
    Instructions:
      | First line
      | ::error::faked \\u001b[31mred
    Capabilities:
      tools
      resources
    Extensions:
      MCP Apps: io.modelcontextprotocol/ui
      Tasks (2025-11-25)
    Settings:
      io.modelcontextprotocol/ui: {"mimeTypes":["text/html"]}
    Tools (4):
      show_time: Shows the time.  (2026-07-28 only)
        MCP Apps: _meta.ui.resourceUri = "ui://clock"
      slow
        Tasks: execution.taskSupport = "required"
      an entry without a name: {"title":"nameless"}  (2026-07-28 only)
      old  (2025-11-25 only)
    Resources (3):
      ui://clock: Clock
        MCP Apps: uri is a ui:// one
        MCP Apps: mimeType = "text/html;profile=mcp-app"
      mcp-extensions://com.example/jobs/manifest.json: Jobs
        extension com.example/jobs: offered through resources (mcp-extensions://)
      skill://sort/SKILL.md
        Skills: uri is a skill:// one
        _meta: com.example/owner = "me"
    Resource templates (1):
      file:///{path}: Files
    Prompts (0):
      incomplete on 2026-07-28: prompts/list: no answer

    Notes:
      era: modern + legacy (2026-07-28, 2025-11-25)
      capabilities on 2026-07-28 only: resources
      capabilities on 2025-11-25 only: tasks
      extensions on 2026-07-28 only: io.modelcontextprotocol/ui
    "
  `);
});

test("nothing but eras", () => {
  const eras = [era({ capabilities: {} })];
  expect(renderInspect({ ...seen, eras })).toMatchInlineSnapshot(`
    "Server:
      target: http://here:3000/mcp
      name in reports: here/mcp
    Eras:
      modern 2026-07-28 (lane http-modern-2026-07-28)
    Capabilities:
      (none)
    Extensions:
      (none)

    Notes:
      era: modern (2026-07-28)
    "
  `);
});
