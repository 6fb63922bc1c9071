import { expect, test } from "vitest";
import { canonicalExtensionId, parseExtensionId, reservedPrefixProblem, reversedDomainProblem } from "./parse.js";
import type { ExtensionId, Grammar } from "./types.js";

interface Row {
  row: number;
  ids: string[];
  grammar: Grammar;
  reserved: boolean;
  verdict: ExtensionId["verdict"];
  label?: string;
  official?: true;
  didYouMean?: string;
  /** Some reason says this. */
  says?: RegExp;
}

const official = "io.modelcontextprotocol";

/** Every row of table D.2: what the tool says of an identifier. */
const table: Row[] = [
  {
    row: 1,
    ids: [`${official}/tasks`],
    grammar: "ok",
    reserved: true,
    verdict: "pass",
    official: true,
    label: "Tasks",
  },
  {
    row: 2,
    ids: [`${official}/ui`],
    grammar: "ok",
    reserved: true,
    verdict: "pass",
    official: true,
    label: "MCP Apps",
  },
  {
    row: 3,
    ids: [`${official}/oauth-client-credentials`],
    grammar: "ok",
    reserved: true,
    verdict: "pass",
    official: true,
  },
  {
    row: 4,
    ids: [`${official}/enterprise-managed-authorization`],
    grammar: "ok",
    reserved: true,
    verdict: "pass",
    official: true,
  },
  {
    row: 5,
    ids: [`${official}/my-extension-v2`],
    grammar: "ok",
    reserved: true,
    verdict: "warn",
    says: /reserved for MCP, and this is not a known official extension/,
  },
  {
    row: 6,
    ids: [`${official}/skills`],
    grammar: "ok",
    reserved: true,
    verdict: "pass",
    official: true,
    label: "Skills",
  },
  {
    row: 7,
    ids: [`${official}/apps`],
    grammar: "ok",
    reserved: true,
    verdict: "warn",
    label: "MCP Apps",
    didYouMean: `${official}/ui`,
  },
  {
    row: 8,
    ids: [`${official}.tasks`],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    label: "Tasks",
    didYouMean: `${official}/tasks`,
    says: /no slash/,
  },
  {
    row: 9,
    ids: [`${official}.apps`],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    label: "MCP Apps",
    didYouMean: `${official}/ui`,
  },
  { row: 10, ids: ["com.example.widgets"], grammar: "bad", reserved: false, verdict: "fail", says: /no prefix/ },
  { row: 11, ids: ["tasks"], grammar: "bad", reserved: false, verdict: "fail", says: /no prefix/ },
  { row: 12, ids: ["com.example/my-extension"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 13, ids: ["com.example/websocket-transport"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 14, ids: ["com.example/a.b_c-d"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 15, ids: ["com.example/x.v2"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 16, ids: ["com.example/1"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 17, ids: ["com.example/a..b"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 18, ids: ["a.b/c"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 19, ids: ["com.ex4mple/x"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 20, ids: ["com.xn--exmple-cua/x"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 21, ids: ["COM.EXAMPLE/X"], grammar: "ok", reserved: false, verdict: "pass", says: /lower-case form/ },
  { row: 22, ids: ["com.mcp.tools/x"], grammar: "ok", reserved: true, verdict: "warn", says: /reserved/ },
  { row: 23, ids: ["dev.mcp/x"], grammar: "ok", reserved: true, verdict: "warn", says: /reserved/ },
  {
    row: 24,
    ids: ["org.modelcontextprotocol.api/x"],
    grammar: "ok",
    reserved: true,
    verdict: "warn",
    says: /reserved/,
  },
  {
    row: 25,
    ids: ["api.modelcontextprotocol.org/x"],
    grammar: "ok",
    reserved: true,
    verdict: "warn",
    says: /not reversed/,
  },
  { row: 26, ids: ["tools.mcp.com/x"], grammar: "ok", reserved: true, verdict: "warn", says: /reserved/ },
  { row: 27, ids: ["com.example.mcp/x"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 28, ids: ["io.github.modelcontextprotocol/x"], grammar: "ok", reserved: false, verdict: "pass" },
  {
    row: 29,
    ids: ["modelcontextprotocol.io/x"],
    grammar: "ok",
    reserved: false,
    verdict: "warn",
    says: /not reversed/,
  },
  { row: 30, ids: ["mcp.dev/x"], grammar: "ok", reserved: false, verdict: "warn", says: /not reversed/ },
  { row: 31, ids: ["mcp/x"], grammar: "ok", reserved: false, verdict: "warn", says: /single label/ },
  {
    row: 32,
    ids: ["io.ModelContextProtocol/tasks"],
    grammar: "ok",
    reserved: false,
    verdict: "warn",
    label: "Tasks",
    didYouMean: `${official}/tasks`,
    says: /only in case/,
  },
  { row: 33, ids: ["com.mcpx/x", "com.my-mcp/x"], grammar: "ok", reserved: false, verdict: "pass" },
  { row: 34, ids: ["example/foo"], grammar: "ok", reserved: false, verdict: "warn", says: /single label/ },
  { row: 35, ids: ["example.com/foo"], grammar: "ok", reserved: false, verdict: "warn", says: /not reversed/ },
  { row: 36, ids: ["example.org/jobs"], grammar: "ok", reserved: false, verdict: "warn", says: /not reversed/ },
  { row: 37, ids: ["com.example/"], grammar: "loose", reserved: false, verdict: "warn", says: /name is empty/ },
  { row: 38, ids: ["com.example/x-"], grammar: "bad", reserved: false, verdict: "fail", says: /must start and end/ },
  { row: 39, ids: ["com.example/-x"], grammar: "bad", reserved: false, verdict: "fail", says: /must start and end/ },
  { row: 40, ids: ["com.example/_x"], grammar: "bad", reserved: false, verdict: "fail", says: /must start and end/ },
  {
    row: 41,
    ids: ["com.example-/x"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /label .* must end with/,
  },
  {
    row: 42,
    ids: ["com.-example/x"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /label .* must start with/,
  },
  {
    row: 43,
    ids: ["com.3example/x", "3com.example/x"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /label .* must start with a letter/,
  },
  { row: 44, ids: ["com.ex_ample/x"], grammar: "bad", reserved: false, verdict: "fail", says: /label .* has only/ },
  {
    row: 45,
    ids: ["com..example/x", ".com.example/x", "com.example./x"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /empty label/,
  },
  { row: 46, ids: ["/x"], grammar: "bad", reserved: false, verdict: "fail", says: /prefix is empty/ },
  {
    row: 47,
    ids: ["com.example//x", "com.example/a/b"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /exactly one slash/,
  },
  {
    row: 48,
    ids: ["com.example/a b", " com.example/x", "com.example/x\n"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /White space/,
  },
  {
    row: 49,
    ids: ["com.example/x@1.0", "com.example/x:1"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /The name has only/,
  },
  {
    row: 50,
    ids: ["com.exämple/x", "com.example/naïve", "com.example/任务"],
    grammar: "bad",
    reserved: false,
    verdict: "fail",
    says: /ASCII/,
  },
  { row: 51, ids: ["https://example.com/ext"], grammar: "bad", reserved: false, verdict: "fail", says: /URL/ },
  { row: 52, ids: [""], grammar: "bad", reserved: false, verdict: "fail", says: /empty/ },
  {
    row: 53,
    ids: [`${official}/Tasks`],
    grammar: "ok",
    reserved: true,
    verdict: "warn",
    didYouMean: `${official}/tasks`,
    says: /only in case from a known id/,
  },
];

test("the table is whole", () => {
  expect(table.map(({ row }) => row)).toEqual(Array.from({ length: 53 }, (_, index) => index + 1));
});

for (const { row, ids, says, ...expected } of table) {
  for (const id of ids) {
    test(`row ${row}: ${JSON.stringify(id)} gives ${expected.verdict}`, () => {
      const parsed = parseExtensionId(id);
      expect({
        id: parsed.id,
        grammar: parsed.grammar,
        reserved: parsed.reserved,
        verdict: parsed.verdict,
        label: parsed.label,
        official: parsed.official,
        didYouMean: parsed.didYouMean,
      }).toEqual({ id, label: "extension", official: false, didYouMean: undefined, ...expected });
      if (says) expect(parsed.reasons.join(" ")).toMatch(says);
      else if (expected.verdict === "pass") expect(parsed.reasons).toEqual([]);
      if (parsed.didYouMean) expect(parsed.reasons.join(" ")).toContain(`Did you mean ${parsed.didYouMean}?`);
      expect(parsed.grammarProblem === undefined).toBe(expected.grammar === "ok");
    });
  }
}

test("the parts are named where the prefix is valid", () => {
  expect(parseExtensionId("com.example/a.b")).toMatchObject({ prefix: "com.example", name: "a.b" });
  expect(parseExtensionId("com.example/")).toMatchObject({ prefix: "com.example" });
  expect(parseExtensionId("com.example/").name).toBeUndefined();
  expect(parseExtensionId("com.example.widgets").prefix).toBeUndefined();
});

test("row 25 gives both reasons: reserved, and not reversed", () => {
  expect(parseExtensionId("api.modelcontextprotocol.org/x").reasons).toMatchInlineSnapshot(`
    [
      "The prefix is reserved for MCP, and this is not a known official extension.",
      "The prefix looks like a domain that is not reversed; write com.example, not example.com.",
    ]
  `);
});

test("labels go by the last segment, whatever the prefix", () => {
  expect(parseExtensionId("com.example/tasks").label).toBe("Tasks");
  expect(parseExtensionId("com.example.ui").label).toBe("MCP Apps");
  expect(parseExtensionId("com.example/apps").label).toBe("MCP Apps");
  expect(parseExtensionId("com.example/a/skills").label).toBe("Skills");
  expect(parseExtensionId("com.example/my.tasks").label).toBe("extension");
  expect(parseExtensionId("com.example/__proto__").label).toBe("extension");
  expect(parseExtensionId("com.example/constructor").label).toBe("extension");
});

test("look-alikes: dotted, other case, old names, and both at once", () => {
  const meant = (id: string) => parseExtensionId(id).didYouMean;
  expect(meant("io.modelcontextprotocol.ui")).toBe("io.modelcontextprotocol/ui");
  expect(meant("IO.MODELCONTEXTPROTOCOL.Apps")).toBe("io.modelcontextprotocol/ui");
  expect(meant("io.modelcontextprotocol/mcp-apps")).toBe("io.modelcontextprotocol/ui");
  expect(meant("io.modelcontextprotocol/UI")).toBe("io.modelcontextprotocol/ui");
  expect(meant("io.modelcontextprotocol/tasks")).toBeUndefined();
  expect(meant("com.example/tasks")).toBeUndefined();
  expect(meant("io.modelcontextprotocol.widgets")).toBeUndefined();
});

test("a known experiment under the official prefix is no misspelling", () => {
  expect(parseExtensionId("io.modelcontextprotocol/interceptors")).toMatchObject({ verdict: "pass", official: false });
});

test("packs match by the slash form", () => {
  expect(canonicalExtensionId("io.modelcontextprotocol.tasks")).toBe("io.modelcontextprotocol/tasks");
  expect(canonicalExtensionId("com.example.widgets")).toBe("com.example/widgets");
  expect(canonicalExtensionId("io.modelcontextprotocol/tasks")).toBe("io.modelcontextprotocol/tasks");
  expect(canonicalExtensionId("com.example/x.v2")).toBe("com.example/x.v2");
  expect(canonicalExtensionId("io.modelcontextprotocol/Tasks")).toBe("io.modelcontextprotocol/Tasks");
  expect(canonicalExtensionId("io.modelcontextprotocol/apps")).toBe("io.modelcontextprotocol/apps");
  expect(canonicalExtensionId("tasks")).toBe("tasks");
  expect(canonicalExtensionId("..")).toBe("..");
});

test("a megabyte of text is read like any other", () => {
  const long = `com.example/${"a-".repeat(500_000)}`;
  expect(parseExtensionId(long).verdict).toBe("fail");
  expect(parseExtensionId(`${"a.".repeat(500_000)}b/c`).verdict).toBe("pass");
});

test("each rule about a prefix is judged by itself", () => {
  expect(reservedPrefixProblem("api.modelcontextprotocol.org/x")).toMatch(/reserved for MCP/);
  expect(reversedDomainProblem("api.modelcontextprotocol.org")).toMatch(/not reversed/);
  expect(reservedPrefixProblem("io.ModelContextProtocol/tasks")).toMatch(/only in case/);
  for (const id of [
    "io.modelcontextprotocol/tasks",
    "io.modelcontextprotocol/interceptors",
    "com.example/x",
    "mcp",
    "",
  ]) {
    expect(reservedPrefixProblem(id)).toBeUndefined();
  }
  expect(reversedDomainProblem("com.example")).toBeUndefined();
});

test("one slip in the name of an official id is told, under its prefix alone", () => {
  expect(parseExtensionId(`${official}/taks`)).toMatchObject({ verdict: "warn", didYouMean: `${official}/tasks` });
  expect(parseExtensionId(`${official}.taks`)).toMatchObject({ verdict: "fail", didYouMean: `${official}/tasks` });
  expect(parseExtensionId("com.example/taks").didYouMean).toBeUndefined();
});
