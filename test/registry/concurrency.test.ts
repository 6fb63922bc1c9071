import { methodUri } from "@mcptest/pack";
import { expect, test } from "vitest";
import { valueIn } from "./testing/envelopes.js";
import { type Answer, MODERN, talk } from "./testing/session.js";

const COUNT = 200;
const texts = Array.from({ length: COUNT }, (_, index) => `${index} ${"%20+é".repeat(index)}`);

/** Each answer with what was sent under its id. */
async function allAtOnce(send: (id: string, text: string) => Promise<Answer>): Promise<[string, string, Answer][]> {
  const sent = texts.map(async (text, index): Promise<[string, string, Answer]> => {
    const id = `call-${index}`;
    return [id, text, await send(id, text)];
  });
  return await Promise.all(sent);
}

test("200 calls at once by name are answered each with its own", async () => {
  const { session, calls } = await talk(MODERN, "http");
  const answers = await allAtOnce(async (id, text) => {
    return (await session.request({ method: "jobs/echo", params: { text }, id })).response;
  });
  for (const [id, text, answer] of answers) {
    expect([answer.id, answer.result]).toEqual([id, expect.objectContaining({ text, resultType: "complete" })]);
  }
  expectEachOnce(calls(), "native");
});

test.each(["2024-11-05", "2025-11-25"])(
  "200 calls at once by reading are answered each with its own on %s",
  async (version) => {
    const { session, calls } = await talk(version, "http");
    const answers = await allAtOnce(async (id, text) => {
      const params = { uri: methodUri("example.org/jobs", "jobs/echo", { text }) };
      return (await session.request({ method: "resources/read", params, id })).response;
    });
    for (const [id, text, answer] of answers) {
      const uri = methodUri("example.org/jobs", "jobs/echo", { text });
      expect([answer.id, answer.result.contents[0].uri, valueIn(answer)]).toEqual([id, uri, { text }]);
    }
    expectEachOnce(calls(), "resources");
  },
);

function expectEachOnce(calls: readonly { route: string; params: unknown }[], route: string): void {
  expect(calls).toHaveLength(COUNT);
  const seen = calls.map((call) => [call.route, (call.params as { text: string }).text].join(" "));
  expect(seen.sort()).toEqual(texts.map((text) => `${route} ${text}`).sort());
}
