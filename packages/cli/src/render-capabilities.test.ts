import { advertisedExtensions } from "@mcptest/core/extensions";
import type { Era, Json, JsonObject } from "@mcptest/pack";
import { expect, test } from "vitest";
import { renderCapabilities } from "./render-capabilities.js";
import type { Seen, SeenEra } from "./survey.js";

function era(capabilities: JsonObject, protocolVersion = "2026-07-28"): SeenEra {
  const name: Era = protocolVersion === "2026-07-28" ? "modern" : "legacy";
  return {
    era: name,
    lane: `http-${name}-${protocolVersion}`,
    protocolVersion,
    discovered: true,
    capabilities,
    extensions: advertisedExtensions(capabilities),
    notes: [],
    evidence: [],
    preExtension: [],
  };
}

function survey(eras: SeenEra[], change: Partial<Seen> = {}): Seen {
  return { name: "here/mcp", target: "http://here/mcp", eras, unadvertised: [], remarks: [], ...change };
}

const sample: JsonObject = {
  tools: { listChanged: true },
  resources: {},
  extensions: {
    "io.modelcontextprotocol.tasks": { version: "1.0" },
    "io.modelcontextprotocol.apps": {},
    "com.example.widgets": { version: "2.3" },
  },
};

test("the sample of the framework's page, to the letter", () => {
  const [sections] = renderCapabilities(survey([era(sample)])).split("\n\n");
  expect(sections).toBe(`Capabilities:
  tools (listChanged: true)
  resources
Extensions:
  Tasks (v1.0): io.modelcontextprotocol.tasks
  MCP Apps: io.modelcontextprotocol.apps
  extension (v2.3): com.example.widgets`);
});

test("what is offered through resources stands with its methods, and why its interface cannot be read in the notes", () => {
  const legacy = {
    ...era({ resources: {} }, "2025-06-18"),
    throughResources: [
      { id: "com.example/jobs", label: "extension", capabilities: {}, methods: ["jobs/start", "jobs/end"] },
      { id: "com.example/one", label: "extension", methods: ["one"] },
      { id: "com.example/none", label: "extension", methods: [], problem: "error -32002" },
    ],
  };
  const modern = era({ extensions: { "com.example/jobs": {} } });
  expect(renderCapabilities(survey([modern, legacy]))).toMatchInlineSnapshot(`
    "Capabilities:
      (none)
    Extensions:
      extension: com.example/jobs
      extension: com.example/jobs  (through resources on 2025-06-18, 2 methods)
      extension: com.example/one  (through resources on 2025-06-18, 1 method)
      extension: com.example/none  (through resources on 2025-06-18, its interface cannot be read)

    Notes:
      era: modern + legacy (2026-07-28, 2025-06-18)
      com.example/none is offered through resources on 2025-06-18: error -32002
      capabilities on 2025-06-18 only: resources
      extensions on 2025-06-18 only: com.example/one, com.example/none
    "
  `);
});

test("notes name what is wrong with identifiers and what was probably meant", () => {
  const capabilities: JsonObject = {
    extensions: { "com.example.widgets": {}, tasks: {}, "io.modelcontextprotocol/ui": true, "com.example/fine": {} },
  };
  expect(renderCapabilities(survey([era(capabilities)]))).toMatchInlineSnapshot(`
    "Capabilities:
      (none)
    Extensions:
      extension: com.example.widgets
      MCP Apps: io.modelcontextprotocol/ui
      extension: com.example/fine

    Notes:
      era: modern (2026-07-28)
      com.example.widgets: There is no slash, so the identifier has no prefix; the form is prefix/name. Did you mean com.example/widgets?
      io.modelcontextprotocol/ui: its settings are true, not an object
      "tasks" under extensions is not listed: There is no slash, so the identifier has no prefix; the form is prefix/name.
    "
  `);
});

test("nothing at all", () => {
  expect(renderCapabilities(survey([era({})]))).toMatchInlineSnapshot(`
    "Capabilities:
      (none)
    Extensions:
      (none)

    Notes:
      era: modern (2026-07-28)
    "
  `);
});

test("two eras that differ, and an extension in use that nobody advertises", () => {
  const modern = era({ tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } });
  const legacy = { ...era({ tools: {}, tasks: { list: {} } }, "2025-11-25"), preExtension: ["Tasks (2025-11-25)"] };
  const unadvertised = [
    { id: "io.modelcontextprotocol/ui", label: "MCP Apps", trace: "A tool names a ui:// resource." },
  ];
  expect(renderCapabilities(survey([modern, legacy], { unadvertised }))).toMatchInlineSnapshot(`
    "Capabilities:
      tools
    Extensions:
      Tasks: io.modelcontextprotocol/tasks
      Tasks (2025-11-25)

    Notes:
      era: modern + legacy (2026-07-28, 2025-11-25)
      in use, not advertised: MCP Apps (io.modelcontextprotocol/ui): A tool names a ui:// resource.
      capabilities on 2025-11-25 only: tasks
      extensions on 2026-07-28 only: io.modelcontextprotocol/tasks
    "
  `);
});

test.each<[string, Json]>([
  ["null", null],
  ["an array", []],
  ["a text", "tasks"],
  ["a boolean", true],
])("extensions that are %s: a note and no crash", (name, extensions) => {
  const text = renderCapabilities(survey([era({ extensions })]));
  expect(text).toContain("Extensions:\n  (none)\n");
  expect(text).toMatch(new RegExp(`capabilities\\.extensions is (${name}|a string)`));
});

test("hostile text stays on its line, visible and bounded", () => {
  const capabilities = JSON.parse(`{
    "__proto__": {"a": 1},
    "tools": {"x\\n::error::faked": "\\u001b[31mred", "deep": {"a": {}}, "list": [1]},
    "odd": 5,
    "extensions": {"__proto__": {"version": "1"}, "com.example/${"x".repeat(5000)}": {"version": "\\u202e1"}}
  }`) as JsonObject;
  const text = renderCapabilities(survey([era(capabilities)]));
  expect(text).toContain("  __proto__ (a: 1)\n");
  expect(text).toContain("  tools (x ::error::faked: \\u001b[31mred, deep, list)\n");
  expect(text).toContain("  odd: 5\n");
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(560);
  expect(text).not.toMatch(/[\u001b\u202e]/);
});

test("very many capabilities are counted, not listed", () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, {}]));
  expect(renderCapabilities(survey([era(many)])).split("\n")).toContain("  ... and 800 more");
});

test("without notes, and with headings in bold", () => {
  const text = renderCapabilities(survey([era({ tools: {} })]), { quiet: true, color: true });
  expect(text).toBe("\u001b[1mCapabilities:\u001b[22m\n  tools\n\u001b[1mExtensions:\u001b[22m\n  (none)\n");
});
