import { describe, expect, test } from "vitest";
import { senderFaults, type Tamperable } from "./tamper.js";
import { initializeRequest, legacy, modern, type RawRequest } from "./testing/requests.js";

type Outgoing = Tamperable & { timeoutMs: number };

function outgoing({ message, headers }: RawRequest): Outgoing {
  return { body: JSON.stringify(message), headers: Object.entries(headers), timeoutMs: 5 };
}

const get = outgoing(modern("tasks/get", { taskId: "t-1" }));
const requests: Record<string, Outgoing> = {
  "modern tools/call": outgoing(modern("tools/call", { name: "job" })),
  "modern tasks/get": get,
  "modern tasks/cancel": outgoing(modern("tasks/cancel", { taskId: "t-1" })),
  "legacy tools/call": outgoing(legacy("tools/call", { name: "job" })),
  "legacy tasks/get": outgoing(legacy("tasks/get", { taskId: "t-1" })),
  initialize: outgoing(initializeRequest()),
  "no JSON": { body: "{", headers: [], timeoutMs: 5 },
  "without headers": { body: JSON.stringify(modern("tasks/get").message), timeoutMs: 5 },
};

describe.each([
  ["task-param-on-extension-wire", "modern tools/call", '"task":{}'],
  ["extension-id-in-initialize", "initialize", '"capabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}'],
  ["extension-id-on-legacy-request", "legacy tools/call", '"extensions":{"io.modelcontextprotocol/tasks":{}}'],
] as const)("%s", (name, changed, inserted) => {
  test(`changes ${changed} and nothing else`, () => {
    for (const [title, request] of Object.entries(requests)) {
      const before = structuredClone(request);
      const after = senderFaults[name].tamper(request);
      expect(request).toEqual(before);
      expect(after.headers).toEqual(request.headers);
      expect(after.timeoutMs).toBe(5);
      expect([title, after.body.includes(inserted)]).toEqual([title, title === changed]);
      if (title !== changed) expect(after).toBe(request);
    }
  });
});

describe.each([
  ["mcp-name-missing", undefined],
  ["mcp-name-different", "00000000-0000-4000-8000-000000000000"],
  ["mcp-name-undecodable", "=?base64?SGVs!!!bG8=?="],
] as const)("%s", (name, value) => {
  test("changes Mcp-Name of tasks/get and nothing else", () => {
    const after = senderFaults[name].tamper(get);
    expect(after.body).toBe(get.body);
    expect(Object.fromEntries(after.headers ?? [])).toEqual({
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tasks/get",
      ...(value === undefined ? {} : { "Mcp-Name": value }),
    });
    for (const [title, other] of Object.entries(requests)) {
      if (title !== "modern tasks/get") expect(senderFaults[name].tamper(other)).toBe(other);
    }
  });
});
