import { describe, expect, it } from "vitest";
import { displayTarget, displayUrl, secretsOf, secretsOfHeaders } from "./target.js";
import type { HttpTarget, StdioTarget } from "./types.js";

const http = (url: string, headers: HttpTarget["headers"] = []): HttpTarget => ({
  kind: "http",
  name: "x",
  url,
  headers,
});
const stdio = (more: Partial<StdioTarget>): StdioTarget => ({
  kind: "stdio",
  name: "x",
  command: "node",
  args: [],
  ...more,
});

describe("arguments of a command that look like secrets", () => {
  const target = stdio({
    args: [
      "server.js",
      "--api-key=CANARY-1",
      "--token",
      "CANARY-2",
      "GITHUB_TOKEN=CANARY-3",
      "--header",
      "Authorization: Bearer CANARY-4",
      "postgres://user:CANARY-5@db/x",
      "--clientSecret",
      "CANARY-6",
      "--max-token-count=12",
      "--keyboard",
      "us",
      "--key",
      "--verbose",
    ],
  });

  it("are masked where the target is shown, and others are not", () => {
    expect(displayTarget(target)).toMatchInlineSnapshot(
      `"node server.js --api-key=[redacted] --token [redacted] GITHUB_TOKEN=[redacted] --header 'Authorization: [redacted]' 'postgres://[redacted]@db/x' --clientSecret [redacted] --max-token-count=12 --keyboard us --key --verbose"`,
    );
  });

  it("are secrets wherever they come back", () => {
    expect(secretsOf(target)).toEqual([
      "CANARY-1",
      "CANARY-2",
      "CANARY-3",
      "Bearer CANARY-4",
      "CANARY-4",
      "user:CANARY-5",
      "user",
      "CANARY-5",
      "CANARY-6",
    ]);
  });
});

describe("secretsOf", () => {
  it("gives header values and the token behind a scheme", () => {
    expect(secretsOfHeaders([["Authorization", "Bearer CANARY-1"]])).toEqual(["Bearer CANARY-1", "CANARY-1"]);
    expect(secretsOfHeaders([["X-Key", " CANARY-2 "]])).toEqual(["CANARY-2"]);
    expect(secretsOfHeaders([["Cookie", "a=CANARY-3; b=CANARY-4"]])).toEqual(
      expect.arrayContaining(["CANARY-3", "CANARY-4"]),
    );
    const basic = Buffer.from("user:pass:word").toString("base64");
    expect(secretsOfHeaders([["authorization", `Basic ${basic}`]])).toEqual(
      expect.arrayContaining([basic, "user:pass:word", "user", "pass:word"]),
    );
  });

  it("gives no value that occurs everywhere in MCP traffic", () => {
    expect(
      secretsOf(
        http("http://h/mcp?version=2025-11-25", [
          ["Accept", "application/json"],
          ["MCP-Protocol-Version", "2025-11-25"],
          ["X-Version", "2025-11-25"],
        ]),
      ),
    ).toEqual([]);
  });

  it("gives credentials and query values of a URL, as written and decoded", () => {
    const secrets = secretsOf(http("https://us%40er:p%2Fw@h/mcp?token=a%2Bb+c&empty=&flag"));
    expect(secrets).toEqual(
      expect.arrayContaining(["us%40er", "us@er", "p%2Fw", "p/w", "us@er:p/w", "a%2Bb+c", "a+b c", "flag"]),
    );
    expect(secrets).not.toContain("");
    expect(secretsOf(http("nonsense"))).toEqual([]);
  });

  it("gives the values of the environment", () => {
    expect(secretsOf(stdio({ env: { API_KEY: "CANARY-5", EMPTY: "" } }))).toEqual(["CANARY-5"]);
    expect(secretsOf(stdio({}))).toEqual([]);
  });
});

describe("displayTarget", () => {
  it("shows a URL without credentials, values of the query and fragment", () => {
    expect(displayTarget(http("https://user:pw@h:8443/mcp/x?token=abc&flag&e=#f", [["X", "y"]]))).toBe(
      "https://h:8443/mcp/x?token=[redacted]&[redacted]&e=[redacted]",
    );
    expect(displayTarget(http("http://127.0.0.1:3000/mcp"))).toBe("http://127.0.0.1:3000/mcp");
    expect(displayUrl("no url with s3cret")).toBe("(a URL that cannot be read)");
  });

  it("shows a command line with the names of its environment", () => {
    const target = stdio({ args: ["server.js", "--name", "a b", "it's", ""], env: { KEY: "abc" } });
    expect(displayTarget(target)).toBe("KEY=[redacted] node server.js --name 'a b' 'it'\\''s' ''");
  });
});
