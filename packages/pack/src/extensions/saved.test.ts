import { expect, test } from "vitest";
import { readSavedCapabilities, type SavedLane, savedLaneFor } from "./saved.js";

const lane: SavedLane = {
  transport: "stdio",
  era: "modern",
  protocolVersion: "2026-07-28",
  capabilities: { extensions: { "com.example/toy": {} } },
};
const file = {
  schemaVersion: 1,
  tool: { name: "mcptest", version: "0.1.0" },
  savedAt: "2026-11-01T10:00:00.000Z",
  server: { name: "mine", target: "node server.js" },
  lanes: [{ ...lane, serverInfo: { name: "mine", version: "1.0.0" } }],
};

test("a saved file is read as it was written, without what is not known", () => {
  expect(readSavedCapabilities(file)).toEqual(file);
  const more = { ...file, later: true, tool: { ...file.tool, later: true }, lanes: [{ ...lane, later: true }] };
  expect(readSavedCapabilities(more)).toEqual({ ...file, lanes: [lane] });
});

test("what is no saved file says why", () => {
  const broken: unknown[] = [
    undefined,
    null,
    [],
    "{}",
    {},
    JSON.parse('{"__proto__":{"schemaVersion":1}}'),
    { ...file, schemaVersion: 2 },
    { ...file, tool: "mcptest" },
    { ...file, savedAt: 0 },
    { ...file, server: { name: "mine" } },
    { ...file, lanes: {} },
    { ...file, lanes: Array(101).fill(lane) },
    { ...file, lanes: [lane, null] },
    { ...file, lanes: [{ ...lane, era: "other" }] },
    { ...file, lanes: [{ ...lane, protocolVersion: 1 }] },
    { ...file, lanes: [{ ...lane, capabilities: [] }] },
    { ...file, lanes: [{ ...lane, serverInfo: "mine" }] },
  ];
  expect(broken.map(readSavedCapabilities)).toMatchInlineSnapshot(`
    [
      "It is no JSON object.",
      "It is no JSON object.",
      "It is no JSON object.",
      "It is no JSON object.",
      "Its schemaVersion is (absent), and this version reads 1.",
      "Its schemaVersion is (absent), and this version reads 1.",
      "Its schemaVersion is 2, and this version reads 1.",
      "Its member tool has no name or no version.",
      "Its member savedAt is no text.",
      "Its member server has no name or no target.",
      "Its member lanes is no array.",
      "It has 101 lanes, which no server has.",
      "lanes[1] has no transport stdio or http.",
      "lanes[0] has no era modern or legacy.",
      "lanes[0] has no protocolVersion.",
      "lanes[0] has no capabilities.",
      "lanes[0] has a serverInfo that is no object.",
    ]
  `);
});

test("a lane compares with that of its transport and era, else of its era", () => {
  const http: SavedLane = { ...lane, transport: "http" };
  const older: SavedLane = { ...lane, era: "legacy", protocolVersion: "2025-06-18" };
  const newest: SavedLane = { ...older, protocolVersion: "2025-11-25" };
  const saved = { lanes: [lane, http, older, newest] };
  expect(savedLaneFor(saved, http)).toBe(http);
  expect(savedLaneFor(saved, newest)).toBe(newest);
  expect(savedLaneFor(saved, { ...older, protocolVersion: "2024-11-05" })).toBe(older);
  expect(savedLaneFor({ lanes: [lane] }, http)).toBe(lane);
  expect(savedLaneFor({ lanes: [lane] }, older)).toBeUndefined();
});
