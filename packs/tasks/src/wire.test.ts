import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { canCancel, tasksWire } from "./wire.js";

const MODERN = "2026-07-28";
const SLASH = "io.modelcontextprotocol/tasks";
const DOTTED = "io.modelcontextprotocol.tasks";

describe("tasksWire", () => {
  it("finds the extension under its id", () => {
    expect(tasksWire(MODERN, { extensions: { [SLASH]: {} } })).toEqual({
      wire: "extension",
      advertisedAs: SLASH,
      creates: true,
      strayLegacyCapability: false,
    });
  });

  it("takes settings with members as advertised", () => {
    expect(tasksWire(MODERN, { extensions: { [SLASH]: { version: "1.0" } } }).wire).toBe("extension");
  });

  it("takes the dotted id when nothing better is there", () => {
    expect(tasksWire(MODERN, { extensions: { [DOTTED]: {} } })).toMatchObject({ advertisedAs: DOTTED });
    expect(tasksWire(MODERN, { extensions: { [DOTTED]: {}, [SLASH]: {} } })).toMatchObject({ advertisedAs: SLASH });
    expect(tasksWire(MODERN, { extensions: { [DOTTED]: {}, [SLASH]: true } })).toMatchObject({ advertisedAs: DOTTED });
  });

  it.each<[string, JsonObject]>([
    ["nothing", {}],
    ["an id whose value is true", { extensions: { [SLASH]: true } }],
    ["an id whose value is null", { extensions: { [SLASH]: null } }],
    ["an id whose value is an array", { extensions: { [SLASH]: [] } }],
    ["a list of ids", { extensions: [SLASH] }],
    ["extensions: null", { extensions: null }],
    ["another case", { extensions: { "io.modelcontextprotocol/Tasks": {} } }],
    ["only the capability of 2025-11-25", { tasks: { requests: { tools: { call: {} } } } }],
  ])("finds no wire in %s", (_what, capabilities) => {
    expect(tasksWire(MODERN, capabilities).wire).toBe("none");
  });

  it("does not take the prototype for an advertisement", () => {
    expect(tasksWire(MODERN, JSON.parse(`{"extensions":{"__proto__":{"${SLASH}":{}}}}`) as JsonObject).wire).toBe(
      "none",
    );
  });

  it("tells of a capability of 2025-11-25 beside or in place of the extension", () => {
    expect(tasksWire(MODERN, { tasks: {} }).strayLegacyCapability).toBe(true);
    expect(tasksWire(MODERN, { tasks: {}, extensions: { [SLASH]: {} } })).toMatchObject({
      wire: "extension",
      strayLegacyCapability: true,
    });
  });

  it("finds the utility of 2025-11-25, with and without creation", () => {
    const call = (value: unknown) => ({ tasks: { requests: { tools: { call: value } } } }) as JsonObject;
    expect(tasksWire("2025-11-25", call({}))).toMatchObject({ wire: "legacy", creates: true });
    expect(tasksWire("2025-11-25", call(true))).toMatchObject({ wire: "legacy", creates: true });
    expect(tasksWire("2025-11-25", call(1))).toMatchObject({ wire: "legacy", creates: false });
    expect(tasksWire("2025-11-25", { tasks: { list: {} } })).toMatchObject({ wire: "legacy", creates: false });
  });

  it("ignores the extension on 2025-11-25 and everything on older revisions", () => {
    expect(tasksWire("2025-11-25", { extensions: { [SLASH]: {} } }).wire).toBe("none");
    expect(tasksWire("2025-06-18", { tasks: { requests: { tools: { call: {} } } } }).wire).toBe("none");
  });
});

describe("canCancel", () => {
  const on = (protocolVersion: string, capabilities: JsonObject) =>
    canCancel({ transport: "stdio", era: "legacy", protocolVersion, capabilities, discovered: true });

  it("needs tasks.cancel on 2025-11-25 and nothing on the extension wire", () => {
    expect(on(MODERN, { extensions: { [SLASH]: {} } })).toBe(true);
    expect(on("2025-11-25", { tasks: { cancel: {} } })).toBe(true);
    expect(on("2025-11-25", { tasks: {} })).toBe(false);
    expect(on("2025-06-18", { tasks: { cancel: {} } })).toBe(false);
  });
});
