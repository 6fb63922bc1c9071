import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tasksPack } from "./pack.js";

it("every check stands in a row of the README", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  expect(tasksPack.checks.map(({ id }) => id).filter((id) => !readme.includes(`| \`${id}\` |`))).toEqual([]);
});
