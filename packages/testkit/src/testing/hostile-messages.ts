import { at, type JsonObject } from "@mcptest/pack";
import { expect } from "vitest";
import { DECLARED, initializeRequest, legacy, modern } from "./requests.js";
import { connectInProcess, type StdioClient } from "./stdio-client.js";

/** Proofs that a trait shows, by its name. */
export type Proofs = Record<string, () => Promise<void>>;

/** The lines with which a stdio server of this trait answers these messages, in order. */
async function linesFor(name: string, messages: JsonObject[], options: { variant?: boolean } = {}): Promise<string[]> {
  const named = options.variant ? { variants: [name] } : { faults: [name] };
  const client = connectInProcess({ era: "modern", jobMs: 10, ...named });
  for (const message of messages) {
    const before = client.lines().length;
    client.send(message);
    await client.until(() => client.lines().length > before);
  }
  client.close();
  return client.lines();
}

/** The answer to a listing, with a known id, parsed. */
async function listed(name: string, variant = false) {
  const { message } = modern("tools/list");
  const [line = ""] = await linesFor(name, [{ ...message, id: 7 }], { variant });
  return JSON.parse(line);
}

/** The answer to an unknown method. */
async function refused(name: string) {
  const { message } = modern("no/such");
  const [line = ""] = await linesFor(name, [{ ...message, id: 7 }]);
  return JSON.parse(line);
}

/** A legacy process and a modern one, asked to discover; what the next request then shows. */
async function discovered(name: string): Promise<JsonObject> {
  const client = connectInProcess({ era: "legacy", faults: [name] });
  const answer = await client.request(modern("server/discover").message);
  expect(at(await client.request(initializeRequest().message), "result", "protocolVersion")).toBe("2025-11-25");
  client.close();
  return answer.error as JsonObject;
}

async function afterOpening(client: StdioClient): Promise<string[]> {
  await client.request(initializeRequest().message);
  return client.lines();
}

/** Proofs for responses that are no proper JSON-RPC, and for odd answers to `server/discover`. */
export const messageProofs: Proofs = {
  "array-response": async () => {
    expect(await listed("array-response")).toEqual([expect.objectContaining({ id: 7, result: expect.anything() })]);
    const { message } = modern("server/discover");
    const [line = ""] = await linesFor("array-response", [message]);
    expect(line.startsWith("{")).toBe(true);
  },
  "id-as-string": async () => expect((await listed("id-as-string")).id).toBe("7"),
  "error-null": async () => {
    expect(await listed("error-null")).toMatchObject({ id: 7, result: {}, error: null });
    expect(await refused("error-null")).toMatchObject({ error: { code: -32601 } });
  },
  "result-null": async () => expect(await listed("result-null")).toEqual({ jsonrpc: "2.0", id: 7, result: null }),
  "result-and-error": async () =>
    expect(await listed("result-and-error")).toMatchObject({ result: {}, error: { code: 1, message: "x" } }),
  "no-result-no-error": async () => expect(await listed("no-result-no-error")).toEqual({ jsonrpc: "2.0", id: 7 }),
  "error-without-code": async () =>
    expect((await refused("error-without-code")).error).toEqual({ message: "Method not found: no/such" }),
  "error-code-string": async () => expect((await refused("error-code-string")).error.code).toBe("-32601"),
  "proto-members": async () => {
    const { result } = await listed("proto-members", true);
    expect(Object.hasOwn(result, "__proto__") && Object.hasOwn(result, "toString")).toBe(true);
    expect(Object.hasOwn(result, "tools")).toBe(true);
  },
  "long-line": async () => {
    const [line = ""] = await linesFor("long-line", [modern("tools/list").message], { variant: true });
    expect(Buffer.byteLength(line)).toBeGreaterThan(5 * 1024 * 1024);
    const description = String(at(JSON.parse(line), "result", "tools", 0, "description"));
    expect(description).toMatch(/\u2028读+$/);
  },
  "huge-line": async () => {
    const [line = ""] = await linesFor("huge-line", [modern("tools/list").message]);
    expect(Buffer.byteLength(line)).toBeGreaterThan(24 * 1024 * 1024);
  },
  "deep-nesting": async () => {
    const [line = ""] = await linesFor("deep-nesting", [modern("tools/list").message]);
    expect(line).toContain(`"deep":${"[".repeat(10_000)}]`);
  },
  "integers-with-fraction": async () => {
    const call = modern("tools/call", { name: "job" }, DECLARED).message;
    const [line = ""] = await linesFor("integers-with-fraction", [call], { variant: true });
    expect(line).toContain('"ttlMs":300000.0,"pollIntervalMs":50.0,');
  },
  "stdout-banner": async () => {
    const client = connectInProcess({ faults: ["stdout-banner"] });
    expect((await afterOpening(client))[0]).toBe("Server v1.2 started");
    client.close();
  },
  "stdout-logs": async () => {
    const client = connectInProcess({ era: "legacy", faults: ["stdout-logs"] });
    await client.request(initializeRequest().message);
    await client.request(legacy("ping").message);
    await client.request(legacy("ping").message);
    const lines = client.lines().map((line) => (line.includes("jsonrpc") ? "MESSAGE" : line));
    expect(lines).toEqual(["2026-01-01 [info] x", "MESSAGE", '{"level":"info"}', "MESSAGE", "", "MESSAGE"]);
    client.close();
  },
  "silent-discover": async () => {
    const client = connectInProcess({ faults: ["silent-discover"] });
    client.send(modern("server/discover").message);
    expect(await afterOpening(client)).toHaveLength(1);
    client.close();
  },
  "late-discover": async () => {
    for (const era of ["modern", "legacy"] as const) {
      const client = connectInProcess({ era, faults: ["late-discover"] });
      const probe = modern("server/discover").message;
      client.send(probe);
      const opening = initializeRequest().message;
      await client.request(opening);
      const [first, second] = client.lines().map((line) => JSON.parse(line));
      expect([first.id, second.id]).toEqual([probe.id, opening.id]);
      expect(first).toHaveProperty(era === "modern" ? "result.supportedVersions" : "error.code");
      client.close();
    }
  },
  "discover-not-initialized": async () =>
    expect(await discovered("discover-not-initialized")).toEqual({ code: -32000, message: "Server not initialized" }),
  "discover-invalid-params": async () =>
    expect(await discovered("discover-invalid-params")).toEqual({ code: -32602, message: "initialize first" }),
  "discover-refuses-listed": async () => {
    const [line = ""] = await linesFor("discover-refuses-listed", [modern("server/discover").message]);
    expect(JSON.parse(line).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2026-07-28" },
    });
  },
};
