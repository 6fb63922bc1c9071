import { describe, expect, it } from "vitest";
import { type Choice, chooseTools } from "./choose-tool.js";
import type { Role } from "./options.js";
import { toolsOf } from "./tools.js";
import type { ResolvedWire } from "./wire.js";

const extension: ResolvedWire = { wire: "extension", creates: true, strayLegacyCapability: false };
const legacy: ResolvedWire = { wire: "legacy", creates: true, strayLegacyCapability: false };

interface Listed {
  support?: unknown;
  readOnly?: boolean;
  destructive?: boolean;
  schema?: unknown;
}

function listed(tools: Record<string, Listed>) {
  return toolsOf({
    tools: Object.entries(tools).map(([name, { support, readOnly, destructive, schema }]) => ({
      name,
      inputSchema: schema ?? { type: "object" },
      ...(support === undefined ? {} : { execution: { taskSupport: support } }),
      annotations: { readOnlyHint: readOnly ?? false, destructiveHint: destructive ?? false },
    })),
  });
}

function choose(
  wire: ResolvedWire,
  tools: Record<string, Listed>,
  { task, asked = true, discover = false }: { task?: Role; asked?: boolean; discover?: boolean } = {},
) {
  const options: Choice["options"] = {
    roles: task ? { task } : {},
    requireRoles: false,
    discoverTools: discover,
    pollTimeoutMs: 1,
  };
  return chooseTools({ wire, tools: listed(tools), options, asked, optionName });
}

/** As `mcptest tasks conformance` names options. */
function optionName(path: readonly string[]): string {
  return path.at(-1) === "tool" ? "--tool-name" : "--discover-tools";
}

const needs = { type: "object", properties: { n: { type: "integer", minimum: 3 } }, required: ["n"] };

describe("chooseTools", () => {
  it("takes the named tool and its arguments, on either wire and also in a suite", () => {
    for (const wire of [extension, legacy])
      expect(
        choose(
          wire,
          { a: {}, b: { support: "optional", destructive: true } },
          { task: { tool: "b", arguments: { n: 1 } }, asked: false },
        ),
      ).toEqual({ value: [{ tool: "b", arguments: { n: 1 }, because: "named by the operator" }] });
  });

  it("refuses a name that is not listed", () => {
    expect(choose(extension, { a: {}, b: {} }, { task: { tool: "c" } }).problem?.reason).toMatchInlineSnapshot(
      `"the server lists no tool "c"; it lists "a", "b": correct --tool-name"`,
    );
  });

  it("refuses a tool that 2025-11-25 forbids to call as a task", () => {
    expect(
      choose(legacy, { a: { support: "forbidden" } }, { task: { tool: "a" } }).problem?.reason,
    ).toMatchInlineSnapshot(
      `"the tool "a" may not be called as a task (execution.taskSupport is "forbidden"); task-capable: none"`,
    );
  });

  it("calls nothing by itself on the extension wire, whatever the tools say", () => {
    expect(choose(extension, { a: { support: "required", readOnly: true } }).problem?.reason).toMatchInlineSnapshot(
      `"no tool was named, and on the extension wire nothing says which of the 1 tools makes tasks: name one with --tool-name, or permit trying read-only tools with --discover-tools"`,
    );
  });

  it("tries read-only tools with --discover-tools, with arguments made from their schemas", () => {
    const tools = {
      writer: {},
      reader: { readOnly: true },
      demanding: { readOnly: true, schema: needs },
      impossible: { readOnly: true, schema: { type: "object", required: ["x"] } },
    };
    expect(choose(extension, tools, { discover: true }).value?.map((each) => [each.tool, each.arguments])).toEqual([
      ["reader", {}],
      ["demanding", { n: 3 }],
    ]);
    expect(choose(extension, { writer: {} }, { discover: true }).problem?.reason).toContain("readOnlyHint");
  });

  it("takes required before optional, read-only ones first, never a destructive one, when it was asked for", () => {
    const tools = {
      optionalReader: { support: "optional", readOnly: true },
      destroyer: { support: "required", destructive: true, readOnly: true },
      writer: { support: "required" },
      reader: { support: "required", readOnly: true },
    };
    const first = (given: Record<string, Listed>) => choose(legacy, given).value?.map(({ tool }) => tool);
    expect(first(tools)).toEqual(["reader"]);
    const { reader: _reader, ...second } = tools;
    expect(first(second)).toEqual(["writer"]);
    const { writer: _writer, ...third } = second;
    expect(first(third)).toEqual(["optionalReader"]);
    expect(choose(legacy, { destroyer: tools.destroyer }).problem?.reason).toContain('"destroyer"');
  });

  it("calls the picked tool with the given arguments", () => {
    expect(choose(legacy, { a: { support: "required" } }, { task: { arguments: { n: 1 } } }).value).toMatchObject([
      { tool: "a", arguments: { n: 1 } },
    ]);
  });

  it("in a suite picks only what is read-only and needs nothing, and tells what it left alone", () => {
    const tools = {
      writer: { support: "required" },
      demanding: { support: "required", readOnly: true, schema: needs },
      reader: { support: "optional", readOnly: true },
    };
    expect(choose(legacy, tools, { asked: false }).value?.map(({ tool }) => tool)).toEqual(["reader"]);
    expect(choose(legacy, tools, { asked: false, discover: true }).value?.map(({ tool }) => tool)).toEqual([
      "demanding",
    ]);
    const { reader: _reader, ...left } = tools;
    expect(choose(legacy, left, { asked: false }).problem?.reason).toMatchInlineSnapshot(
      `"a suite calls no task-capable tool by itself that is not read-only; left alone: "demanding", "writer"; name one with --tool-name"`,
    );
  });

  it("says that nothing is task-capable, or that nothing can be created", () => {
    expect(choose(legacy, { a: {}, b: { support: "maybe" } }).problem?.reason).toMatchInlineSnapshot(
      `"none of the 2 tools has execution.taskSupport "required" or "optional""`,
    );
    expect(choose({ ...legacy, creates: false }, { a: { support: "required" } }).problem?.reason).toMatchInlineSnapshot(
      `"the server does not declare tasks.requests.tools.call, so no tools/call can be made a task"`,
    );
  });
});

describe("toolsOf", () => {
  it("leaves out what has no name and survives what is no list", () => {
    expect(toolsOf({ tools: [null, {}, { name: 1 }, { name: "" }, { name: "a" }] }).map(({ name }) => name)).toEqual([
      "a",
    ]);
    for (const result of [undefined, null, {}, { tools: {} }, []]) expect(toolsOf(result)).toEqual([]);
  });
});
