import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { appsPack } from "./pack.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("every check stands in a row of the README, with its level, tags and title", () => {
  const rows = appsPack.checks
    .filter(({ profiles }) => profiles === undefined)
    .map(({ id, level, tags = [], title }) => `| \`${id}\` | ${[level, ...tags].join(", ")} | ${title} |`);
  expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
});

it("every alias stands in a row of its own", () => {
  const aliases = appsPack.checks.filter(({ profiles }) => profiles?.length === 0).map(({ id }) => id);
  expect(aliases.filter((id) => !readme.includes(`| \`${id}\` | \`apps-`))).toEqual([]);
});
