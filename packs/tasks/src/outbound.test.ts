import type { Exchange } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { forbiddenDeclarations, ownRequests, wrongMcpName } from "./outbound.js";
import { exchangeWith, withRequest } from "./testing/exchange.js";

const declaration = { extensions: { "io.modelcontextprotocol/tasks": {} } };

describe("forbiddenDeclarations", () => {
  it("finds params.task on the extension wire, whatever its value", () => {
    expect(forbiddenDeclarations(withRequest("tools/call", { name: "a", task: {} }), "extension")).toEqual([
      "params.task",
    ]);
    expect(forbiddenDeclarations(withRequest("tools/call", { task: null }), "extension")).toEqual(["params.task"]);
    expect(forbiddenDeclarations(withRequest("tools/call", { arguments: { task: {} } }), "extension")).toEqual([]);
  });

  it("finds the declaration on the legacy wire, in initialize and in any request", () => {
    expect(forbiddenDeclarations(withRequest("initialize", { capabilities: declaration }), "legacy")).toHaveLength(1);
    const meta = { "io.modelcontextprotocol/clientCapabilities": declaration };
    expect(forbiddenDeclarations(withRequest("tools/list", { _meta: meta }), "legacy")).toHaveLength(1);
    expect(forbiddenDeclarations(withRequest("tools/call", { task: {} }), "legacy")).toEqual([]);
  });

  it("survives a body that is no JSON", () => {
    const broken = exchangeWith({ request: { headers: [], body: "{", byteLength: 1, sha256: "" } });
    expect(forbiddenDeclarations(broken, "extension")).toEqual([]);
  });
});

describe("wrongMcpName", () => {
  const poll = (taskId: string, header?: string) =>
    wrongMcpName(withRequest("tasks/get", { taskId }, header === undefined ? [] : [["mcp-name", header]]));

  it("accepts the id as it is and behind the sentinel (T15)", () => {
    expect(poll("t1", "t1")).toBeUndefined();
    expect(poll("t1", "=?base64?dDE=?=")).toBeUndefined();
    expect(poll("Grüße", "=?base64?R3LDvMOfZQ==?=")).toBeUndefined();
    expect(poll("a\ud800b", "=?base64?Ye+/vWI=?=")).toBeUndefined();
  });

  it("refuses a missing and another name", () => {
    expect(poll("t1")).toBe('there is no Mcp-Name, and params.taskId is "t1"');
    expect(poll("t1", "T1")).toBe('Mcp-Name is "T1", and params.taskId is "t1"');
    expect(poll("t1", "=?base64?!?=")).toContain("Mcp-Name is");
  });
});

describe("ownRequests", () => {
  it("keeps what the host and this pack sent, and the record holds whole", () => {
    const sent = (number: number, pack?: string) =>
      exchangeWith({
        ...withRequest("x", {}),
        number,
        tags: { lane: "stdio-modern-2026-07-28", identity: "first", ...(pack ? { pack } : {}) },
      });
    const cut = { ...sent(5), request: { headers: [], body: '{"jsonrpc"', cut: true, byteLength: 70_000, sha256: "" } };
    const others = [sent(3, "another-pack"), exchangeWith({ number: 4 }), cut as Exchange];
    const exchanges = [sent(1), sent(2, "@mcptest/pack-tasks"), ...others];
    expect(ownRequests(exchanges).map(({ number }) => number)).toEqual([1, 2]);
  });
});
