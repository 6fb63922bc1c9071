import { describe, expect, it } from "vitest";
import { initializeProblems } from "./initialize-shape.js";

const RIGHT = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1" } };

describe("the result of initialize (A105)", () => {
  it.each([
    RIGHT,
    { ...RIGHT, instructions: "Call echo.", _meta: {}, more: 1 },
    { ...RIGHT, serverInfo: { ...RIGHT.serverInfo, title: "A" } },
  ])("%j is right", (result) => {
    expect(initializeProblems(result)).toEqual([]);
  });

  it.each([
    [null, "result", "the result is no object"],
    [[RIGHT], "result", "the result is no object"],
    [{ ...RIGHT, protocolVersion: 20251125 }, "protocolVersion", "protocolVersion is no string"],
    [{ ...RIGHT, capabilities: undefined }, "capabilities", "capabilities is missing"],
    [{ ...RIGHT, capabilities: ["tools"] }, "capabilities", "capabilities is no object"],
    [{ ...RIGHT, serverInfo: "a" }, "serverInfo", "serverInfo is no object"],
    [{ ...RIGHT, serverInfo: { name: "a" } }, "serverInfo.version", "serverInfo.version is missing"],
    [{ ...RIGHT, serverInfo: { name: null, version: "1" } }, "serverInfo.name", "serverInfo.name is no string"],
    [{ ...RIGHT, instructions: null }, "instructions", "instructions is no string"],
  ])("%j is not", (result, kind, came) => {
    expect(initializeProblems(result)).toEqual([{ kind, came }]);
  });
});
