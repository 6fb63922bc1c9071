import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { sent } from "../testing/exchange.js";
import { judge } from "../testing/judge.js";
import { asked, error, STDIO_MODERN } from "../testing/on-lane.js";
import { messagesChecks } from "./messages.js";

const check = (id: string) => messagesChecks.find((each) => each.id === id);

describe("rpc-reserved-codes", () => {
  const reserved = check("rpc-reserved-codes");
  const wants = (requiredCapabilities: JsonObject) => ({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32021, message: "x", data: { requiredCapabilities } },
  });
  const declaring = (declared: JsonObject) => ({
    request: sent(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 7,
        method: "tools/call",
        params: { _meta: { "io.modelcontextprotocol/clientCapabilities": declared } },
      }),
    ),
  });

  it.each([-32023, -32050, -32099])("fails %i", async (code) => {
    expect((await judge(reserved, [asked(error(code))])).words).toEqual([`fail tools/list ${code}`]);
  });

  it.each([-32602, -32000, -32019, -32100, -32042, -32002, 1, -32020])("leaves %i over HTTP", async (code) => {
    expect((await judge(reserved, [asked(error(code))])).words).toEqual([]);
  });

  it("fails -32020 over stdio", async () => {
    const came = [asked(error(-32020), {}, STDIO_MODERN)];
    expect((await judge(reserved, came, STDIO_MODERN)).words).toEqual(["fail tools/list -32020"]);
  });

  it.each([
    ["what is declared", { elicitation: { form: {} } }, { elicitation: {} }, 1],
    ["what is not declared", { elicitation: { url: {} } }, { elicitation: {} }, 0],
    ["an extension, which is E08", { extensions: { "com.example/x": {} } }, { extensions: { "com.example/x": {} } }, 0],
    ["nothing, which is E07", {}, {}, 0],
  ] as const)("judges -32021 for %s", async (_, required, declared, findings) => {
    const came = asked(wants(required as JsonObject), { method: "tools/call", ...declaring(declared as JsonObject) });
    expect((await judge(reserved, [came])).words).toHaveLength(findings);
  });
});

describe("the other ranges of codes", () => {
  it.each([
    ["rpc-retired-codes", [-32002, -32042], [-32001, -32602]],
    ["rpc-legacy-range-codes", [-32000, -32001, -32019], [-32002, -32020, -32603]],
    ["rpc-app-code-range", [-32500, -32768, -32100], [-32700, -32601, -32042, -32010, -32800, 1001]],
  ])("%s", async (id, broken, fine) => {
    for (const code of broken) expect((await judge(check(id), [asked(error(code))])).words, `${code}`).toHaveLength(1);
    for (const code of fine) expect((await judge(check(id), [asked(error(code))])).words, `${code}`).toEqual([]);
  });

  it("leave the answer to a GET out, which may come from the part for older clients", async () => {
    const get = asked(error(-32000, null), { id: undefined, method: undefined, request: sent(""), status: 405 });
    expect((await judge(check("rpc-legacy-range-codes"), [get])).words).toEqual([]);
  });
});

describe("the report of many sightings", () => {
  it("is one finding for each kind and subject, with a count", async () => {
    const came = Array.from({ length: 20 }, (_, index) => asked(error(-32050), { number: index + 1 }));
    const { words, messages, evidence } = await judge(check("rpc-reserved-codes"), came);
    expect(words).toEqual(["fail tools/list -32050"]);
    expect(messages[0]).toContain("(seen 20 times)");
    expect(evidence[0]).toHaveLength(10);
  });

  it("ends after fifty findings", async () => {
    const came = Array.from({ length: 60 }, (_, index) => asked(error(-32050), { method: `m${index}` }));
    const { words, messages } = await judge(check("rpc-reserved-codes"), came);
    expect([words.length, messages.at(-1)]).toEqual([51, "10 more findings of this kind were left out"]);
  });
});
