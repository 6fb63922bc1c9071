import { expect, it } from "vitest";
import { uriProblem } from "./uri.js";

it.each([
  ["ui://get-time/mcp-app.html", undefined],
  ["ui://a", undefined],
  ["ui://a/{id}", undefined],
  ["ui://", "has nothing behind ui://"],
  ["", "is empty"],
  ["ui:/x", "does not begin with ui://, in this very form"],
  ["UI://x", "does not begin with ui://, in this very form"],
  ["https://example.com/x", "has another scheme than ui://"],
  ["ui://a b/c", "is no URI (RFC 3986)"],
  [7, "is no text"],
  [null, "is no text"],
])("%j %s", (value, problem) => {
  expect(uriProblem(value)).toBe(problem);
});
