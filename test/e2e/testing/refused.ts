import { expect } from "vitest";
import { root } from "../../../config/workspace.mjs";
import { mcptest } from "./mcptest.js";

/** What was typed, and what stderr says to it. */
export interface Refusal {
  args: string[];
  cwd?: string;
  says: string;
}

/**
 * Expects that mcptest refuses the words with exit code 2 and this text alone, each error with why, fix and code. The
 * working folder is called FOLDER in the text, the repository ROOT/, the version of the Tasks pack VERSION, and the rest of
 * a long list of names MORE.
 */
export async function expectRefusal({ args, cwd, says }: Refusal, defaultFolder: string): Promise<void> {
  const folder = cwd ?? defaultFolder;
  const { code, stdout, stderr, left } = await mcptest(args, { cwd: folder });
  const text = stderr
    .replaceAll(folder, "FOLDER")
    .replaceAll(root, "ROOT/")
    .replace(/(?<=pack-tasks )\d+\.\d+\.\d+(?=,)/, "VERSION")
    .replace(/(?<=tasks-undeclared-capability-rejected), tasks-.*?, and \d+ more/, ", and MORE");
  expect(text).toBe(`${says.trim()}\n`);
  expect(stderr).toMatch(/^mcptest: .+\n(?: {2}\| .*\n)* {2}why: .+\n {2}fix: .+\n {2}code: [A-Z_]+\n/);
  expect({ code, stdout, left }).toEqual({ code: 2, stdout: "", left: [] });
}
