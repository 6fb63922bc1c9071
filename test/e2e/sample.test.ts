import { expect, test } from "vitest";
import { modernServer } from "./testing/http-server.js";
import { mcptest } from "./testing/mcptest.js";

const SAMPLE = `Capabilities:
  tools (listChanged: true)
  resources
Extensions:
  Tasks (v1.0): io.modelcontextprotocol.tasks
  MCP Apps: io.modelcontextprotocol.apps
  extension (v2.3): com.example.widgets
`;

const capabilities = {
  tools: { listChanged: true },
  resources: {},
  extensions: {
    "io.modelcontextprotocol.tasks": { version: "1.0" },
    "io.modelcontextprotocol.apps": {},
    "com.example.widgets": { version: "2.3" },
  },
};

test("capabilities begins with the two sections of the sample, to the letter", async () => {
  const url = await modernServer(capabilities);
  const { code, stdout, stderr } = await mcptest(["capabilities", url]);
  expect(stdout.slice(0, SAMPLE.length)).toBe(SAMPLE);
  expect(stdout.slice(SAMPLE.length)).toMatchInlineSnapshot(`
    "
    Notes:
      era: modern (2026-07-28)
      io.modelcontextprotocol.tasks: There is no slash, so the identifier has no prefix; the form is prefix/name. Did you mean io.modelcontextprotocol/tasks?
      io.modelcontextprotocol.apps: There is no slash, so the identifier has no prefix; the form is prefix/name. Did you mean io.modelcontextprotocol/ui?
      com.example.widgets: There is no slash, so the identifier has no prefix; the form is prefix/name. Did you mean com.example/widgets?
    "
  `);
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

test("inspect prints the same two sections", async () => {
  const url = await modernServer(capabilities, { "tools/list": { resultType: "complete", tools: [{ name: "t" }] } });
  const { code, stdout } = await mcptest(["inspect", url]);
  expect(stdout).toContain(`\n${SAMPLE}`);
  expect(stdout).toContain("\nTools (1):\n  t\n");
  expect(code).toBe(0);
});

test("--format json holds the capabilities as received, and what was made of them", async () => {
  const url = await modernServer(capabilities);
  const { code, stdout, stderr } = await mcptest(["capabilities", url, "--format", "json"]);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({
    schemaVersion: 1,
    server: { name: "127.0.0.1/mcp", target: url },
    eras: [
      {
        era: "modern",
        lane: "http-modern-2026-07-28",
        protocolVersion: "2026-07-28",
        discovered: true,
        capabilities,
        aside: [],
        preExtension: [],
      },
    ],
    unadvertised: [],
  });
  expect(document.eras[0].extensions.map(({ id, grammar }: { id: string; grammar: string }) => [id, grammar])).toEqual([
    ["io.modelcontextprotocol.tasks", "bad"],
    ["io.modelcontextprotocol.apps", "bad"],
    ["com.example.widgets", "bad"],
  ]);
  expect([code, stderr]).toEqual([0, ""]);
});
