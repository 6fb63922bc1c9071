import type { CheckResult } from "@mcptest/core/report";
import { expect, test } from "vitest";
import { createProgress } from "./progress.js";

test("one line that is overwritten, cut to the terminal, and taken away at the end", () => {
  const written: string[] = [];
  const progress = createProgress({ columns: 24, write: (text) => written.push(text) });
  const about = { server: "here\n\u001b[31m", lane: "http", pack: "a-pack" };
  const ended = (id: string) => ({ kind: "check-end" as const, ...about, result: { id } as CheckResult });
  progress.onProgress({ kind: "server-start", server: about.server });
  progress.onProgress({ kind: "pack-start", ...about, checks: 2 });
  progress.onProgress({ kind: "check-start", ...about, check: "one" });
  progress.onProgress({ kind: "check-start", ...about, check: "two-with-a-long-name" });
  progress.onProgress(ended("two-with-a-long-name"));
  progress.onProgress(ended("one"));
  progress.clear();
  expect(written.map((text) => text.replace("\r\u001b[K", "<"))).toMatchInlineSnapshot(`
    [
      "<here \\u001b[31m",
      "<0/2  here \\u001b[31m",
      "<0/2  here \\u001b[31m  o",
      "<0/2  here \\u001b[31m  t",
      "<1/2  here \\u001b[31m  o",
      "<2/2  here \\u001b[31m",
      "<",
    ]
  `);
});
