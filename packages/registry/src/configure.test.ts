import type { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
// biome-ignore lint/style/noRestrictedImports: schemas of zod/mini cannot say what they are.
import * as z from "zod";
import { REGISTRATION_ERRORS, RegistrationError } from "./index.js";
import { askModern, askOlder, listen } from "./testing/http.js";
import { legacy, modern } from "./testing/messages.js";
import { toyRegistry } from "./testing/registry.js";

test("what the author adds is there on both eras, and he is told for whom", async () => {
  const seen: unknown[] = [];
  const { registry } = toyRegistry({
    async configure(mcp, { era, authInfo }) {
      seen.push([era, authInfo?.clientId]);
      mcp.registerTool("greet", { inputSchema: z.object({ name: z.string() }) }, ({ name }) => ({
        content: [{ type: "text", text: `Hello, ${name}` }],
      }));
      mcp.server.registerCapabilities({ prompts: {} });
      mcp.server.setRequestHandler("prompts/list", () => ({ prompts: [{ name: "own" }] }));
    },
  });
  const { url } = await listen(registry);
  const call = { name: "greet", arguments: { name: "Ann" } };
  const content = [{ type: "text", text: "Hello, Ann" }];
  const headers = { authorization: "Bearer ann", "mcp-name": "greet" };
  expect((await askModern(url, modern(1, "tools/call", call), headers)).result).toMatchObject({ content });
  expect((await askOlder(url, legacy(2, "tools/call", call), headers)).result).toMatchObject({ content });
  expect((await askOlder(url, legacy(3, "prompts/list"))).result).toEqual({ prompts: [{ name: "own" }] });
  expect(seen).toEqual([
    ["modern", "ann"],
    ["legacy", "ann"],
    ["legacy", undefined],
  ]);
});

describe("configure cannot take the place of what the registry serves", () => {
  const read = () => ({ contents: [] });
  test.each<[string, (mcp: McpServer) => void]>([
    ["a handler of resources", ({ server }) => server.setRequestHandler("resources/read", read)],
    [
      "a handler of templates",
      ({ server }) => server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] })),
    ],
    ["no handler of resources", ({ server }) => server.removeRequestHandler("resources/list")],
    [
      "a handler of a method",
      ({ server }) => server.setRequestHandler("toy/seen", { params: z.object({}) }, () => ({})),
    ],
    ["a resource of the SDK", (mcp) => mcp.registerResource("own", "app://own", {}, read)],
  ])("%s", async (_name, configure) => {
    const told: Error[] = [];
    const { registry } = toyRegistry({ configure, onError: (error) => told.push(error) });
    const { url } = await listen(registry);
    for (const answer of [await askModern(url, modern(1, "server/discover")), await askOlder(url, legacy(1, "ping"))])
      expect(answer.error).toEqual({ code: -32603, message: "Internal server error" });
    expect(told).toHaveLength(2);
    for (const error of told) expect(error).toBeInstanceOf(RegistrationError);
    expect(told[0]).toMatchObject({ code: "HANDLER_RESERVED", fix: REGISTRATION_ERRORS.HANDLER_RESERVED.fix });
  });
});
