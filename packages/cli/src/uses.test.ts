import type { Json } from "@mcptest/pack";
import { expect, test } from "vitest";
import { listedUses, usesOfPrompt, usesOfResource, usesOfTool } from "./uses.js";

const shown = (uses: { label: string; place: string }[]) => uses.map(({ label, place }) => `${label}: ${place}`);

test.each<[string, Json, string[]]>([
  ["nothing", { name: "t" }, []],
  ["Tasks", { execution: { taskSupport: "optional" } }, ['Tasks: execution.taskSupport = "optional"']],
  ["a view", { _meta: { ui: { resourceUri: "ui://a" } } }, ['MCP Apps: _meta.ui.resourceUri = "ui://a"']],
  [
    "a view by its old name",
    { _meta: { "ui/resourceUri": "ui://a" } },
    ['MCP Apps: _meta["ui/resourceUri"] = "ui://a"'],
  ],
  ["a ui that is no object", { _meta: { ui: 5 } }, ["MCP Apps: _meta.ui = 5"]],
  ["a key of somebody", { _meta: { "com.example/x": 1, progressToken: 2 } }, ["_meta: com.example/x = 1"]],
  ["a _meta that is no object", { _meta: [] }, []],
  ["no object", "tool", []],
  [
    "__proto__",
    JSON.parse('{"_meta": {"__proto__": {"a": 1}, "com.example/__proto__": 1}}'),
    ["_meta: com.example/__proto__ = 1"],
  ],
])("a tool with %s", (_name, tool, expected) => {
  expect(shown(usesOfTool(tool))).toEqual(expected);
});

test.each<[Json, string[]]>([
  [{ uri: "file:///a" }, []],
  [{ uri: "UI://clock" }, ["MCP Apps: uri is a ui:// one"]],
  [{ uri: "x:///a", mimeType: "text/html; profile=mcp-app" }, ['MCP Apps: mimeType = "text/html; profile=mcp-app"']],
  [{ uri: "skill://a/SKILL.md" }, ["Skills: uri is a skill:// one"]],
  [
    { uriTemplate: "mcp-extensions://com.example/jobs/{params}" },
    ["extension: offered through resources (mcp-extensions://)"],
  ],
  [{ uri: 5, mimeType: {} }, []],
])("a resource %j", (resource, expected) => {
  expect(shown(usesOfResource(resource))).toEqual(expected);
});

test.each([
  ["mcp-extensions://com.example/jobs/jobs/start", "com.example/jobs"],
  ["mcp-extensions://com.example/jobs/{params}", "com.example/jobs"],
  ["mcp-extensions://com.example/jobs", undefined],
  ["mcp-extensions:///jobs/start", undefined],
])("the extension that %s belongs to", (uri, id) => {
  expect(usesOfResource({ uri })).toMatchObject([{ throughResources: true }]);
  expect(usesOfResource({ uri })[0]?.id).toBe(id);
});

test("what is offered through resources is not in use without being advertised", () => {
  const items: Json[] = [{ uri: "mcp-extensions://io.modelcontextprotocol/skills/manifest.json" }];
  expect(listedUses({ resources: { items, exchanges: [] } })).toEqual([]);
  const skill: Json = { uri: "skill://a/SKILL.md" };
  expect(listedUses({ resources: { items: [...items, skill], exchanges: [] } })).toMatchObject([{ label: "Skills" }]);
});

test("a prompt", () => {
  expect(shown(usesOfPrompt({ _meta: { "com.example/x": {} } }))).toEqual(["_meta: com.example/x = {}"]);
});
