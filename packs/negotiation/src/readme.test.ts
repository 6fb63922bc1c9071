import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { negotiationPack } from "./pack.js";

it("every check stands in a row of the README, with its number, level and title", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = negotiationPack.checks.map(
    ({ id, rule, level, title }) => `| \`${id}\` | ${rule.contract} | ${level} | ${title.replaceAll("|", "\\|")} |`,
  );
  expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
});
