import { expect, it } from "vitest";
import type { RegistrationError } from "./errors.js";
import { checkExtensionId, OFFICIAL_IDS } from "./extension-id.js";

function codeOf(id: unknown): string {
  try {
    return checkExtensionId(id as string).length === 0 ? "ok" : "warning";
  } catch (error) {
    return (error as RegistrationError).code;
  }
}

it.each([
  ...OFFICIAL_IDS,
  "com.example/my-extension",
  "com.example/a.b_c-d",
  "com.example/1",
  "com.example/a..b",
  "a.b/c",
  "com.ex4mple/x",
  "com.xn--exmple-cua/x",
  "COM.EXAMPLE/X",
  "com.example.mcp/x",
  "io.github.modelcontextprotocol/x",
  "modelcontextprotocol.io/x",
  "mcp/x",
  "com.my-mcp/x",
  "example.org/jobs",
])("takes %s", (id) => {
  expect(codeOf(id)).toBe("ok");
});

it.each([
  "io.modelcontextprotocol/my-extension-v2",
  "io.modelcontextprotocol/apps",
  "io.modelcontextprotocol/Tasks",
  "com.mcp.tools/x",
  "dev.mcp/x",
  "org.modelcontextprotocol.api/x",
  "tools.mcp.com/x",
])("keeps the reserved prefix of %s", (id) => {
  expect(codeOf(id)).toBe("ID_RESERVED");
});

it.each([
  "io.modelcontextprotocol.tasks",
  "tasks",
  "",
  "com.example/",
  "com.example/x-",
  "com.example/-x",
  "com.example/_x",
  "com.example-/x",
  "com.-example/x",
  "com.3example/x",
  "com.ex_ample/x",
  "com..example/x",
  ".com.example/x",
  "com.example./x",
  "/x",
  "com.example//x",
  "com.example/a/b",
  "com.example/a b",
  " com.example/x",
  "com.example/x\n",
  "com.example/x@1.0",
  "com.exämple/x",
  "com.example/任务",
  "https://example.com/ext",
  undefined,
  null,
  7,
])("refuses %j", (id) => {
  expect(codeOf(id)).toBe("ID_GRAMMAR");
});

it("warns of a reserved prefix in another case", () => {
  expect(checkExtensionId("io.ModelContextProtocol/tasks")).toMatchInlineSnapshot(`
    [
      "The prefix of io.ModelContextProtocol/tasks differs from one that is reserved for MCP only in case.",
    ]
  `);
});

it("says what is refused", () => {
  expect(() => checkExtensionId("tasks")).toThrowErrorMatchingInlineSnapshot(
    `[RegistrationError: "tasks" is no extension id.]`,
  );
  expect(() => checkExtensionId("dev.mcp/x")).toThrowErrorMatchingInlineSnapshot(
    `[RegistrationError: The prefix of dev.mcp/x is reserved, and it is no official extension.]`,
  );
});
