import type { Exchange, Json, ReceivedMessage } from "@mcptest/pack";
import { expect, test } from "vitest";
import { isModernError, readAnswer, supportedVersions } from "./answer.js";

test.each([
  ["stdio", "server/discover", undefined, -32020, true],
  ["stdio", "server/discover", undefined, -32021, true],
  ["stdio", "tools/list", undefined, -32022, true],
  ["http", "initialize", 400, -32020, true],
  ["http", "tools/list", 404, -32601, true],
  ["http", "initialize", 404, -32601, true],
  ["http", "server/discover", 404, -32601, false],
  ["http", "tools/list", 400, -32601, false],
  ["http", "tools/list", 200, -32601, false],
  ["stdio", "tools/list", undefined, -32601, false],
  ["stdio", "tools/list", 404, -32601, false],
  ["http", "tools/list", 404, -32600, false],
  ["http", "tools/list", 400, -32602, false],
  ["stdio", "server/discover", undefined, -32000, false],
  ["stdio", "server/discover", undefined, -32001, false],
  ["stdio", "server/discover", undefined, -32002, false],
  ["stdio", "server/discover", undefined, -32004, false],
  ["stdio", "server/discover", undefined, "-32022", false],
  ["stdio", "server/discover", undefined, null, false],
] as const)(
  "on %s, an error to %s with HTTP %s and code %s is modern: %s",
  (transport, method, status, code, expected) => {
    expect(isModernError(transport, method, status, { code, message: "x" })).toBe(expected);
  },
);

function exchange(via: ReceivedMessage["via"], json: Json | undefined, response?: Exchange["response"]): Exchange {
  const message: ReceivedMessage = {
    afterMs: 0,
    raw: "",
    byteLength: 0,
    sha256: "",
    via,
    ...(json === undefined ? {} : { json }),
  };
  return {
    number: 1,
    tags: { lane: "x", identity: "first" },
    transport: "http",
    connection: "http-1",
    sentAt: "",
    durationMs: 0,
    request: null,
    outcome: "no-response",
    headers: [],
    messages: [message],
    ...(response ? { response } : {}),
  };
}

test.each([
  [{ result: {}, error: null }, "result"],
  [{ result: null }, "result"],
  [{ error: { code: 1 } }, "error"],
  [{ result: {}, error: { code: 1 } }, "error"],
  [{ error: "nope" }, "none"],
  [{ error: [] }, "none"],
  [{ id: 1 }, "none"],
  [[{ result: {} }], "none"],
  ["text", "none"],
  [undefined, "none"],
] as [Json, string][])("the body %j is read as %s", (json, kind) => {
  expect(readAnswer(exchange("body", json)).kind).toBe(kind);
});

test("an event or a line counts only as the response with the id", () => {
  expect(readAnswer(exchange("event", { result: {} })).kind).toBe("none");
  expect(readAnswer(exchange("line", { error: { code: 1 } })).kind).toBe("none");
  expect(readAnswer(exchange("line", 7, { id: 1, result: {} })).kind).toBe("result");
});

test("versions are read only from an array of strings", () => {
  const read = (data: Json) => supportedVersions({ code: -32022, data });
  expect(read({ supported: ["a"] })).toEqual(["a"]);
  expect(read({ supported: [] })).toEqual([]);
  expect(read({ supported: ["a", null] })).toBeUndefined();
  expect(read({ supported: "a" })).toBeUndefined();
  expect(read(JSON.parse('{"__proto__":{"supported":["a"]}}'))).toBeUndefined();
  expect(read(null)).toBeUndefined();
});
