import type { Json } from "@mcptest/pack";
import { expect, test } from "vitest";
import { surveyEras } from "./survey.js";
import { serve } from "./testing/detect-http.js";
import { options, wireOptions } from "./testing/setup.js";
import { discovery, initialized } from "./testing/stdio-server.js";

/** The notes of both eras of a server with these capabilities, without those on other things. */
async function notesOf(capabilities: Json | undefined): Promise<string[][]> {
  const change = ({ result }: { result: object }) => ({ result: { ...result, capabilities } as Json });
  const { target } = await serve({
    "server/discover": change(discovery(["2026-07-28"])),
    initialize: change(initialized("2025-11-25")),
  });
  const survey = await surveyEras(target, wireOptions(), options());
  if (!survey.ok) throw new Error(survey.problem.message);
  return survey.eras.map(({ notes }) => notes.filter((note) => note.includes("capabilities")));
}

test.each<[Json | undefined, string]>([
  [[], "malformed capabilities: [], not an object"],
  [null, "malformed capabilities: null, not an object"],
  ["x", 'malformed capabilities: "x", not an object'],
  [undefined, "malformed capabilities: there are none, and an object is due"],
  [{ tools: true }, "malformed capabilities: tools is true, not an object"],
  [{ tools: null, other: 1 }, "malformed capabilities: tools is null, not an object"],
  [{ prompts: {}, resources: [] }, "malformed capabilities: resources is [], not an object"],
])("capabilities %j are a remark in each era", async (capabilities, note) => {
  expect(await notesOf(capabilities)).toEqual([[note], [note]]);
});

test("capabilities that are well-formed are none", async () => {
  expect(await notesOf({ tools: {}, extensions: { "com.example/x": {} }, unknown: true })).toEqual([[], []]);
});
