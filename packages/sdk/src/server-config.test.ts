import { describe, expect, it } from "vitest";
import { type MCPServerConfig, targetOf } from "./server-config.js";

const WHERE = "Test";
const message = (config: unknown) => {
  try {
    targetOf(config as MCPServerConfig, WHERE);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

describe("targetOf", () => {
  it("reads a URL with headers from every place", () => {
    const config: MCPServerConfig = {
      url: new URL("http://127.0.0.1:3000/mcp"),
      headers: { "X-A": "1" },
      requestInit: { headers: new Headers({ "X-B": "2" }) },
      accessToken: "secret",
    };
    expect(targetOf(config, WHERE)).toEqual({
      kind: "http",
      name: "server",
      url: "http://127.0.0.1:3000/mcp",
      headers: [
        ["X-A", "1"],
        ["x-b", "2"],
        ["Authorization", "Bearer secret"],
      ],
    });
  });

  it("reads headers as an object and as pairs", () => {
    const headersOf = (headers: Record<string, string> | [string, string][]) =>
      targetOf({ url: "http://127.0.0.1/", requestInit: { headers } }, WHERE);
    expect(headersOf({ "X-A": "1" })).toMatchObject({ headers: [["X-A", "1"]] });
    expect(headersOf([["X-A", "1"]])).toMatchObject({ headers: [["X-A", "1"]] });
  });

  it("reads a command", () => {
    expect(targetOf({ command: "node", args: ["a b.js"], env: { A: "1" }, cwd: "/tmp" }, WHERE)).toEqual({
      kind: "stdio",
      name: "server",
      command: "node",
      args: ["a b.js"],
      env: { A: "1" },
      cwd: "/tmp",
    });
  });

  it("says what is wrong, and no value", () => {
    const url = "http://127.0.0.1/";
    expect([
      message({}),
      message({ url, command: "node" }),
      message({ url, args: [] }),
      message({ command: "node", accessToken: "secret" }),
      message({ command: "" }),
      message({ url: "http://[" }),
      message({ url, accessToken: "secret", headers: { authorization: "secret" } }),
      message({ url, requestInit: { method: "GET" } }),
      message({ url, requestInit: { headers: [["X-A", 1]] } }),
      message({ url, requestInit: { headers: "secret" } }),
      message({ url, headers: { "X A": "secret" } }),
      message({ url, accessToken: "secret\n" }),
    ]).toMatchInlineSnapshot(`
      [
        "Test needs a url, or a command that starts the server.",
        "Test has both url and command: give one of them.",
        "Test: args means nothing beside a url.",
        "Test: accessToken means nothing beside a command.",
        "Test: command is empty.",
        "Test: url cannot be read as a URL.",
        "Test has both accessToken and a header Authorization: give one of them.",
        "Test: of requestInit only headers are read, not method.",
        "Test: requestInit.headers must be an object of texts, a Headers, or a list of pairs of texts.",
        "Test: requestInit.headers must be an object of texts, a Headers, or a list of pairs of texts.",
        "Test: "X A" cannot be the name of a header.",
        "Test: the value of Authorization has characters that no header can hold.",
      ]
    `);
  });
});
