import { META } from "@mcptest/pack";
import { afterAll, describe, expect, test } from "vitest";
import { mcptest } from "../e2e/testing/mcptest.js";
import { EVIL_TEXT, LIES, type Lie } from "./testing/lies.mjs";
import { lyingHttp } from "./testing/lying-http.js";
import { expectJson, expectJUnit, expectText } from "./testing/well-formed.js";

/** Every text that a server may choose, chosen to be obeyed by a terminal, a CI system or an XML parser. */
function evilServer(): Lie {
  const tasks = LIES["a result full of commands"]?.();
  const evil = { [EVIL_TEXT]: { [EVIL_TEXT]: EVIL_TEXT } };
  const named = (more: object) => ({ name: EVIL_TEXT, title: EVIL_TEXT, description: EVIL_TEXT, ...more });
  const extensions = { "io.modelcontextprotocol/tasks": {}, "com.example/x": { version: EVIL_TEXT }, ...evil };
  const discovery = {
    capabilities: { tools: {}, resources: {}, prompts: {}, extensions, ...evil },
    instructions: EVIL_TEXT,
    _meta: { [META.serverInfo]: { name: EVIL_TEXT, version: EVIL_TEXT } },
  };
  const lists: Record<string, object> = {
    "server/discover": discovery,
    "tools/list": { tools: [named({ inputSchema: {} }), named({ name: "job", inputSchema: {} })] },
    "resources/list": { resources: [named({ uri: EVIL_TEXT })] },
    "resources/templates/list": { resourceTemplates: [named({ uriTemplate: EVIL_TEXT })] },
    "prompts/list": { prompts: [named({})] },
  };
  return {
    answer(request, honest) {
      const list = lists[String(request.method)];
      if (list === undefined) return tasks?.answer?.(request, honest);
      const result = { resultType: "complete", ...(honest.result as object), ...list };
      return { messages: [JSON.stringify({ jsonrpc: "2.0", id: request.id, result })] };
    },
  };
}

const server = await lyingHttp({ lie: evilServer() }, "modern", 50);
afterAll(() => server.close());

describe.each([["capabilities"], ["inspect"]])("%s of a server full of commands (C01)", (command) => {
  test("prints text that nobody obeys", async () => {
    for (const flags of [[], ["--verbose"], ["--quiet"]]) {
      const { code, stdout, stderr } = await mcptest([command, server.url, ...flags]);
      expectText(stdout);
      expectText(stderr);
      expect(stdout).toContain("\\u001b[31mred");
      expect(code).toBe(0);
    }
  });

  test("prints JSON with every text as it is", async () => {
    const { code, stdout } = await mcptest([command, server.url, "--format", "json"]);
    expectJson(stdout);
    const [{ capabilities, instructions }] = JSON.parse(stdout).eras;
    expect(capabilities[EVIL_TEXT]).toEqual({ [EVIL_TEXT]: EVIL_TEXT });
    if (command === "inspect") expect(instructions).toBe(EVIL_TEXT);
    expect(code).toBe(0);
  });
});

describe.each([
  ["run", ["--options", '{"roles":{"task":{"tool":"job"}}}']],
  ["tasks conformance", ["--tool-name", "job"]],
])("%s on a server full of commands (C01)", (command, flags) => {
  const words = [...command.split(" "), server.url, ...flags];

  test.each([
    ["text", expectText],
    ["json", expectJson],
    ["json-summary", expectJson],
    ["junit-xml", expectJUnit],
  ])("gives well-formed %s, with the failure in it", async (format, expectFormat) => {
    const { code, stdout, stderr } = await mcptest([...words, "--format", format, "--verbose"]);
    expectFormat(stdout);
    expectText(stderr);
    expect(stdout).toContain("tasks-ttl-shape");
    expect(code).toBe(1);
  });

  test("keeps every text in its JSON", async () => {
    const { stdout } = await mcptest([...words, "--format", "json"]);
    const document = JSON.parse(stdout);
    const { packs, serverInfo, extensions, exchanges } = document.servers?.[0] ?? {};
    const ofRun = packs?.find(({ name }: { name: string }) => name === "@mcptest/pack-tasks");
    const checks = ofRun?.checks ?? document.checks;
    const { error } = checks.find(({ id }: { id: string }) => id === "tasks-ttl-shape");
    expect(error.message).toContain(
      `"ttlMs" must be an integer (milliseconds) or null, not ${JSON.stringify(EVIL_TEXT).slice(0, 20)}`,
    );
    if (command !== "run") return;
    expect(serverInfo).toEqual({ name: EVIL_TEXT, version: EVIL_TEXT });
    expect(extensions).toContainEqual(expect.objectContaining({ id: "com.example/x", version: EVIL_TEXT }));
    expect(
      exchanges.some(({ messages }: { messages: { raw: string }[] }) =>
        messages.some(({ raw }) => raw.includes("\\u001b[31mred")),
      ),
    ).toBe(true);
  });
});
