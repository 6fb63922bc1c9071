import { ERRORS, type ErrorEntry } from "@mcptest/core/errors";
import { expect, test } from "vitest";
import { page } from "./testing/pages.js";

/** The entries of the page: code, then the lines of its list by their first word. */
const entries = page("docs/errors.md")
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const lines = [...text.matchAll(/^- (what|why|fix|exit code): (.+)$/gm)];
    return { code: text.split("\n", 1)[0] ?? "", ...Object.fromEntries(lines.map(([, name, value]) => [name, value])) };
  });

test("every code stands there once, and no other", () => {
  expect(entries.map(({ code }) => code).sort()).toEqual(Object.keys(ERRORS).sort());
});

test.each(entries)("$code has its reason, its fix and its exit code", (entry) => {
  const { why, fix, exitCode } = (ERRORS as Record<string, ErrorEntry>)[entry.code]!;
  expect(entry).toEqual({ code: entry.code, what: expect.any(String), why, fix, "exit code": String(exitCode) });
});
