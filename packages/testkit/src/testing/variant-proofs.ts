import { PassThrough, Writable } from "node:stream";
import { at, type JsonObject } from "@mcptest/pack";
import { expect } from "vitest";
import { startHttpServer } from "../transports/http.js";
import { serveStdio } from "../transports/stdio.js";
import type { Proofs } from "./hostile-messages.js";
import { openHttp, post } from "./http-client.js";
import { DECLARED, DECLARED_WITH_ELICITATION, initializeRequest, legacy, modern } from "./requests.js";
import { openSession, pollUntil } from "./session.js";
import { connectInProcess } from "./stdio-client.js";

/** The lengths of what a stdio server writes for `message`, write by write. */
function writesOf(variants: string[], message: JsonObject): Promise<number[]> {
  const lengths: number[] = [];
  return new Promise((resolve) => {
    const input = new PassThrough();
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lengths.push(chunk.length);
        done();
        if (chunk.at(-1) === 10) resolve(lengths);
      },
    });
    serveStdio({ era: "modern", variants }, { input, output, errors: new PassThrough(), exit: () => {} });
    input.write(`${JSON.stringify(message)}\n`);
  });
}

/** Proofs for variants of which the order or the number of steps is what differs. */
export const variantProofs: Proofs = {
  "slow-synchronous": async () => {
    const finished = async (variants: string[]) => {
      const client = connectInProcess({ era: "modern", jobMs: 50, variants });
      const plain = modern("tools/call", { name: "job" }).message;
      client.send(plain);
      const created = await client.request(modern("tools/call", { name: "job" }, DECLARED).message);
      const taskId = String(at(created, "result", "taskId"));
      let get: JsonObject;
      do get = await client.request(modern("tasks/get", { taskId }, DECLARED).message);
      while (at(get, "result", "status") === "working");
      const answers = client.lines().map((line) => JSON.parse(line).id);
      client.close();
      return answers.includes(plain.id) ? "plain first" : "task first";
    };
    expect([await finished([]), await finished(["slow-synchronous"])]).toEqual(["plain first", "task first"]);
  },
  "early-poll-refused": async () => {
    const options = { era: "modern" as const, jobMs: 3000, variants: ["early-poll-refused"] };
    const server = await startHttpServer(options);
    const call = modern("tools/call", { name: "job" }, DECLARED);
    const created = await post(server.url, call.message, call.headers);
    const taskId = String(at(created.messages, 0, "result", "taskId"));
    const { message, headers } = modern("tasks/get", { taskId }, DECLARED);
    const early = await post(server.url, message, headers);
    expect([early.status, early.headers["retry-after"], early.text]).toEqual([
      429,
      "1",
      "Too many requests: poll every 300 ms",
    ]);
    let status = early.status;
    while (status === 429) status = (await post(server.url, message, headers)).status;
    expect(status).toBe(200);
    await server.close();
    const session = await openSession("stdio", "modern", options);
    const { taskId: other } = await session.result("tools/call", { name: "job" }, DECLARED);
    const refused = await session.call("tasks/get", { taskId: String(other) }, DECLARED);
    expect(at(refused.response, "error", "code")).toBe(4290);
    await session.close();
  },
  "answered-key-lingers": async () => {
    const session = await openSession("stdio", "modern", { jobMs: 5, variants: ["answered-key-lingers"] });
    const { taskId } = await session.result("tools/call", { name: "ask" }, DECLARED_WITH_ELICITATION);
    const params = { taskId: String(taskId) };
    await pollUntil(session, params.taskId, "input_required", DECLARED);
    const inputResponses = { name: { action: "accept", content: { name: "Ada" } } };
    await session.result("tasks/update", { ...params, inputResponses }, DECLARED);
    const after = [];
    for (let poll = 0; poll < 3; poll += 1) after.push((await session.result("tasks/get", params, DECLARED)).status);
    expect(after.slice(0, 2)).toEqual(["input_required", "input_required"]);
    expect(after[2]).not.toBe("input_required");
    await session.close();
  },
  "elicitation-demanded": async () => {
    const session = await openSession("http", "modern", { jobMs: 10, variants: ["elicitation-demanded"] });
    const refused = await session.call("tools/call", { name: "job" }, DECLARED);
    expect([refused.status, at(refused.response, "error", "data")]).toEqual([
      400,
      { requiredCapabilities: { elicitation: {} } },
    ]);
    const served = await session.result("tools/call", { name: "job" }, DECLARED_WITH_ELICITATION);
    expect(served.resultType).toBe("task");
    await session.close();
  },
  "questions-at-once": async () => {
    const options = { era: "legacy" as const, jobMs: 5, variants: ["questions-at-once"] };
    const initialize = initializeRequest({ elicitation: {} }).message;
    const call = legacy("tools/call", { name: "ask", task: {} }).message;
    const asks = (message: JsonObject) => message.method === "elicitation/create";
    const client = connectInProcess(options);
    await client.request(initialize);
    await client.request(call);
    const id = (await client.take(asks)).id ?? null;
    expect(client.lines()).toHaveLength(3);
    client.send({ jsonrpc: "2.0", id, result: { action: "decline" } });
    client.close();

    const server = await startHttpServer(options);
    const opened = await post(server.url, initialize);
    const session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    const standing = await openHttp(server.url, "", session, "GET");
    expect([standing.status, standing.headers["content-type"]]).toEqual([200, "text/event-stream"]);
    await post(server.url, call, session);
    expect(await standing.next()).toMatchObject({ method: "elicitation/create" });
    await server.close();
  },
  "byte-by-byte": async () => {
    const server = await startHttpServer({ era: "modern", variants: ["byte-by-byte"] });
    const { message, headers } = modern("tools/call", { name: "echo", arguments: { text: "é读" } });
    const answer = await post(server.url, message, headers);
    expect(at(answer.messages, 0, "result", "content", 0, "text")).toBe("é读");
    await server.close();
    const written = await writesOf(["byte-by-byte"], message);
    expect(written.every((length) => length === 1)).toBe(true);
    expect((await writesOf([], message)).length).toBe(1);
  },
};
