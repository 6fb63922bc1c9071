import { expect, test } from "vitest";
import { grammarProblem, reservedProblem, reversedDnsProblem } from "./meta-key.js";

/** Every row of table D.2 that has an identifier, with its column for `_meta` keys. */
const TABLE: [row: number, valid: boolean, ...keys: string[]][] = [
  [1, true, "io.modelcontextprotocol/tasks"],
  [2, true, "io.modelcontextprotocol/ui"],
  [3, true, "io.modelcontextprotocol/oauth-client-credentials"],
  [4, true, "io.modelcontextprotocol/enterprise-managed-authorization"],
  [5, true, "io.modelcontextprotocol/my-extension-v2"],
  [6, true, "io.modelcontextprotocol/skills"],
  [7, true, "io.modelcontextprotocol/apps"],
  [8, true, "io.modelcontextprotocol.tasks"],
  [9, true, "io.modelcontextprotocol.apps"],
  [10, true, "com.example.widgets"],
  [11, true, "tasks"],
  [12, true, "com.example/my-extension"],
  [13, true, "com.example/websocket-transport"],
  [14, true, "com.example/a.b_c-d"],
  [15, true, "com.example/x.v2"],
  [16, true, "com.example/1"],
  [17, true, "com.example/a..b"],
  [18, true, "a.b/c"],
  [19, true, "com.ex4mple/x"],
  [20, true, "com.xn--exmple-cua/x"],
  [21, true, "COM.EXAMPLE/X"],
  [22, true, "com.mcp.tools/x"],
  [23, true, "dev.mcp/x"],
  [24, true, "org.modelcontextprotocol.api/x"],
  [25, true, "api.modelcontextprotocol.org/x"],
  [26, true, "tools.mcp.com/x"],
  [27, true, "com.example.mcp/x"],
  [28, true, "io.github.modelcontextprotocol/x"],
  [29, true, "modelcontextprotocol.io/x"],
  [30, true, "mcp.dev/x"],
  [31, true, "mcp/x"],
  [32, true, "io.ModelContextProtocol/tasks"],
  [33, true, "com.mcpx/x", "com.my-mcp/x"],
  [34, true, "example/foo"],
  [35, true, "example.com/foo"],
  [36, true, "example.org/jobs"],
  [37, true, "com.example/"],
  [38, false, "com.example/x-"],
  [39, false, "com.example/-x"],
  [40, false, "com.example/_x"],
  [41, false, "com.example-/x"],
  [42, false, "com.-example/x"],
  [43, false, "com.3example/x", "3com.example/x"],
  [44, false, "com.ex_ample/x"],
  [45, false, "com..example/x", ".com.example/x", "com.example./x"],
  [46, false, "/x"],
  [47, false, "com.example//x", "com.example/a/b"],
  [48, false, "com.example/a b", " com.example/x", "com.example/x\n"],
  [49, false, "com.example/x@1.0", "com.example/x:1"],
  [50, false, "com.exämple/x", "com.example/naïve", "com.example/任务"],
  [51, false, "https://example.com/ext"],
  [52, true, ""],
  [53, true, "io.modelcontextprotocol/Tasks"],
];

test("the table has every row", () => {
  expect(TABLE.map(([row]) => row)).toEqual(Array.from({ length: 53 }, (_, index) => index + 1));
});

test.each(TABLE.flatMap(([row, valid, ...keys]) => keys.map((key) => [row, key, valid] as const)))(
  "row %i: %j",
  (_, key, valid) => {
    expect(grammarProblem(key) === undefined).toBe(valid);
  },
);

test.each([
  ["progressToken", true],
  ["ui", true],
  ["ui/resourceUri", true],
  ["a_b", true],
  ["_a", false],
  ["a-", false],
  ["last change", false],
  ["été", false],
  ["a@b", false],
  ["x\n", false],
  ["__proto__", false],
])("the unprefixed %j", (key, valid) => {
  expect(grammarProblem(key) === undefined).toBe(valid);
});

test("a key of a megabyte is read like any other", () => {
  expect(grammarProblem("a".repeat(1_000_000))).toBeUndefined();
  expect(grammarProblem(`${"a".repeat(1_000_000)}-`)).toBeDefined();
  expect(grammarProblem(`${"a.".repeat(500_000)}b/-`)).toBeDefined();
});

test.each([
  ["com.example/x", true],
  ["example.com/x", false],
  ["Example.COM/x", false],
  ["example/x", false],
  ["ui/resourceUri", true],
  ["ui/other", true],
  ["com.example.app/x", true],
  ["tools.app/x", false],
  ["plain", true],
  ["com.example/-bad", true],
])("D02: %j", (key, ok) => {
  expect(reversedDnsProblem(key) === undefined).toBe(ok);
});

const NOW = "2026-07-28";
const BEFORE = "2025-11-25";

test.each([
  ["io.modelcontextprotocol/serverInfo", NOW, true],
  ["io.modelcontextprotocol/subscriptionId", NOW, true],
  ["io.modelcontextprotocol/serverInfo", BEFORE, true],
  ["io.modelcontextprotocol/related-task", BEFORE, true],
  ["io.modelcontextprotocol/related-task", NOW, false],
  ["io.modelcontextprotocol/model-immediate-response", BEFORE, true],
  ["io.modelcontextprotocol/model-immediate-response", NOW, false],
  ["io.modelcontextprotocol.skills/license", NOW, true],
  ["io.modelcontextprotocol/mine", NOW, false],
  ["com.mcp.tools/x", NOW, false],
  ["dev.mcp/x", BEFORE, false],
  ["io.ModelContextProtocol/x", NOW, false],
  ["com.example.mcp/x", NOW, true],
  ["modelcontextprotocol.io/x", NOW, true],
  ["com.example/x", NOW, true],
  ["plain", NOW, true],
])("D03: %j in %s", (key, version, ok) => {
  expect(reservedProblem(key, version) === undefined).toBe(ok);
});

test("the words say what is wrong", () => {
  expect([
    grammarProblem("com.example/a/b"),
    grammarProblem("last change"),
    grammarProblem("a@b"),
    grammarProblem("a-"),
    reservedProblem("io.MCP/x", NOW),
    reservedProblem("io.modelcontextprotocol/related-task", NOW),
    reservedProblem("io.mcp/x", NOW),
  ]).toMatchInlineSnapshot(`
    [
      "An identifier has exactly one slash.",
      "Only ASCII letters, digits and . - _ are allowed in a key, and no white space.",
      "The name has only letters, digits, dots, hyphens and underscores.",
      "The name must start and end with a letter or a digit.",
      "The prefix differs only in case from one that is reserved for MCP.",
      "The key belongs to the tasks of 2025-11-25 and to no other version.",
      "The prefix is reserved for MCP, and this is no key of the specification or of an official extension.",
    ]
  `);
});
