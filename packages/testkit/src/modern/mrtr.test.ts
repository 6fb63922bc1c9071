import type { JsonObject } from "@mcptest/pack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession, type TestSession } from "../testing/session.js";

const ELICITATION = { elicitation: {} };
let session: TestSession;
beforeAll(async () => {
  session = await openSession("http", "modern", { jobMs: 10 });
});
afterAll(() => session.close());

const call = (params: JsonObject) => session.call("tools/call", { name: "ask_twice", ...params }, ELICITATION);
const accept = (content: JsonObject) => ({ action: "accept", content });

test("a plain call asks by input_required, and its retries work from what they carry (G.2)", async () => {
  const first = (await call({})).response.result as JsonObject;
  expect(first).toMatchObject({
    resultType: "input_required",
    inputRequests: { name: { method: "elicitation/create" } },
  });
  expect(first).not.toHaveProperty("requestState");

  const inputResponses = { name: accept({ name: "Ada" }), unknown: accept({}) };
  const second = (await call({ inputResponses })).response.result as JsonObject;
  expect(Object.keys(second.inputRequests as JsonObject)).toEqual(["city"]);
  const { requestState = "" } = second;

  const third = (await call({ requestState, inputResponses: { city: accept({ city: "London" }) } })).response.result;
  expect(third).toMatchObject({ resultType: "complete", content: [{ text: "Hello Ada of London." }] });
});

test("a retry without answers is asked again (G15)", async () => {
  const again = await call({ inputResponses: {} });
  expect(again.response).toHaveProperty("result.resultType", "input_required");
});

test("changed, foreign and malformed state is refused (G17, G18, G21)", async () => {
  const { response } = await call({ inputResponses: { name: accept({ name: "Ada" }) } });
  const state = String((response.result as JsonObject).requestState);
  const flipped = (state.startsWith("a") ? "b" : "a") + state.slice(1);
  const refused: JsonObject[] = [
    { requestState: flipped },
    { requestState: state, name: "ask" },
    { requestState: 7 },
    { inputResponses: [] },
    { inputResponses: { name: "Ada" } },
    { inputResponses: { name: { action: "maybe" } } },
  ];
  for (const params of refused) {
    expect((await call(params)).response).toHaveProperty("error.code", -32602);
  }
});
