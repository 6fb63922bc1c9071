import type { Json } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { notACallToolResult } from "./call-tool-result.js";

describe("notACallToolResult", () => {
  it.each<[string, Json]>([
    ["no block", { content: [] }],
    ["a failed tool (T07 c)", { content: [{ type: "text", text: "bad input" }], isError: true }],
    ["metadata and unknown members", { content: [], _meta: { "x/y": 1 }, structuredContent: [1], more: true }],
    [
      "every kind of block",
      {
        content: [
          { type: "text", text: "" },
          { type: "image", data: "", mimeType: "image/png" },
          { type: "audio", data: "", mimeType: "audio/wav" },
          { type: "resource_link", uri: "file:///x", name: "x" },
          { type: "resource", resource: { uri: "file:///x", text: "x" } },
          { type: "hologram" },
        ],
      },
    ],
  ])("accepts %s", (_what, value) => {
    expect(notACallToolResult(value)).toBeUndefined();
  });

  it.each<[string, Json | undefined, string]>([
    ["nothing", undefined, "it must be an object, not (absent)"],
    ["a text", "done", 'it must be an object, not "done"'],
    ["an empty object (T07 b)", {}, '"content" must be an array, not (absent)'],
    ["text for content", { content: "done" }, '"content" must be an array, not "done"'],
    ["text for a block", { content: ["done"] }, 'content[0] must be an object with a "type", not "done"'],
    [
      "a block without its text",
      { content: [{ type: "text" }] },
      'content[0] of type "text" must have a string "text"',
    ],
    [
      "an empty resource",
      { content: [{ type: "resource" }] },
      'content[0] of type "resource" must have a "resource" with a "uri"',
    ],
    ["isError as text", { content: [], isError: "no" }, '"isError" must be true or false, not "no"'],
  ])("refuses %s", (_what, value, message) => {
    expect(notACallToolResult(value)).toBe(message);
  });
});
