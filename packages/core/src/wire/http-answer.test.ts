import { afterEach, describe, expect, it } from "vitest";
import { cleanUp, post, rawResponse, responseText, serve, serveRaw } from "./testing/http.js";

afterEach(cleanUp);

const JSON_TYPE = "Content-Type: application/json";

/** A server that answers everything with these bytes. */
function serveBytes(answer: string | Uint8Array) {
  return serveRaw((socket) => socket.end(answer));
}

describe("answers and ids", () => {
  it.each([
    ["the id as a string", responseText("1")],
    ["the id of another request", responseText(2)],
    ["no id", '{"jsonrpc":"2.0","result":{}}'],
    ["id null", '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}'],
    ["a request with that id", '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ["a string", '"1"'],
    ["null", "null"],
  ])("takes %s for no answer, and keeps it", async (_, raw) => {
    const { send } = await serveBytes(rawResponse("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status: 200, messages: [{ raw, json: JSON.parse(raw) }] });
    expect(exchange).not.toHaveProperty("response");
    expect(exchange.problem).toMatch(/^HTTP 200 with a message that is not the response to id 1/);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":null}'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":null}'],
    ['{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":"-32602","message":"x"}}'],
    ['{"jsonrpc":"2.0","id":1}'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}'],
    ['{"id":1,"result":[]}'],
  ])("takes %s for the answer and judges nothing", async (raw) => {
    const { send } = await serveBytes(rawResponse("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "answered", messages: [{ raw }] });
    expect(JSON.stringify(exchange.response)).toBe(raw);
  });

  it("takes an array around the answer for none, and says so", async () => {
    const raw = '[{"jsonrpc":"2.0","id":1,"result":{},"error":null}]';
    const { send } = await serveBytes(rawResponse("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", messages: [{ raw, json: JSON.parse(raw) }] });
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 200 with a JSON array in place of the response to id 1 (application/json)"`,
    );
  });

  it("awaits any id that a request may carry, right or wrong", async () => {
    const { send } = await serve((request, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(request.body).id, result: {} }));
    });
    for (const id of ["a", 0, 1.5, null, ["x"], { a: 1 }]) {
      expect(await send(post(id))).toMatchObject({ id, outcome: "answered", response: { id } });
    }
  });

  it("never gives one request the answer of another", async () => {
    const waiting: [id: number, answer: (id: number) => void][] = [];
    const { send } = await serve((request, response) => {
      waiting.push([JSON.parse(request.body).id, (id) => response.end(responseText(id))]);
      // The answers come crossed: each under the other request's connection.
      if (waiting.length === 2) for (const [at, [, answer]] of waiting.entries()) answer(waiting[1 - at]![0]);
    });
    const exchanges = await Promise.all([send(post(1)), send(post(2))]);
    for (const exchange of exchanges) expect(exchange.outcome).toBe("no-response");
  });
});
