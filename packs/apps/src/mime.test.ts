import { expect, it } from "vitest";
import { OTHER_MIME_TYPES } from "./ids.js";
import { matchMime, sameMime } from "./mime.js";

it.each([
  ["text/html;profile=mcp-app", "exact"],
  ["text/html; profile=mcp-app", "variant"],
  ['TEXT/HTML;Profile="mcp-app"', "variant"],
  ["text/html;profile=mcp-app;charset=utf-8", "variant"],
  ["text/html;profile=MCP-App", "other"],
  ["text/html;profile", "other"],
  ["", "other"],
  [undefined, "other"],
  [["text/html;profile=mcp-app"], "other"],
])("%j: %s", (value, kind) => {
  expect(matchMime(value).kind).toBe(kind);
});

it("says what each known type is", () => {
  for (const [type, hint] of OTHER_MIME_TYPES) expect(matchMime(type)).toEqual({ kind: "other", hint });
  expect(matchMime("text/html; charset=utf-8")).toEqual({ kind: "other", hint: OTHER_MIME_TYPES.get("text/html") });
  expect(matchMime("text/plain")).toEqual({ kind: "other" });
});

it("compares types without regard to spelling", () => {
  expect(sameMime("text/html;profile=mcp-app", 'Text/HTML; profile="mcp-app"')).toBe(true);
  expect(sameMime("text/html;a=1;b=2", "text/html;b=2;a=1")).toBe(true);
  expect(sameMime("text/html;profile=mcp-app", "text/html")).toBe(false);
});
