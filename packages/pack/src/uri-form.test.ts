import { expect, test } from "vitest";
import { normalForm } from "./uri-form.js";

test.each([
  ["mcp-extensions://Example.org/P", "mcp-extensions://example.org/P", true],
  ["MCP-Extensions://h/x", "mcp-extensions://h/x", true],
  ["https://Example.org", "https://example.org/", true],
  ["x://h/a/../b", "x://h/b", true],
  ["x://h/a/%2e%2e/b", "x://h/b", true],
  ["x://h/./a", "x://h/a", true],
  ["x://h/é", "x://h/%C3%A9", true],
  ["x://h/{id}", "x://h/%7Bid%7D", true],
  ["x://h/x?", "x://h/x", true],
  [" x://h/x\n", "x://h/x", true],
  ["x://h/x", "x://h/y", false],
  ["x://h/P", "x://h/p", false],
  ["x://h/x?a=1", "x://h/x?a=2", false],
  ["x://h/x#a", "x://h/x", false],
  ["users/me", "users/you", false],
  ["x://h/%", "x://h/%", true],
])("%j and %j are the same but for their form: %s", (one, other, same) => {
  expect(normalForm(one) === normalForm(other)).toBe(same);
});
