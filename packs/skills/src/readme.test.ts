import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { skillsPack } from "./pack.js";
import { PARTS } from "./rows.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const { checks } = skillsPack;

it("every check stands in a row of the README, with its level, tags and title", () => {
  const rows = checks.map(
    ({ id, level, tags = [], title }) => `| \`${id}\` | ${[level, ...tags].join(", ")} | ${title} |`,
  );
  expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
});

it("parts of rows belong to checks, and the source of each check is its own row", () => {
  const ids = new Set(checks.map(({ id }) => id));
  for (const { row } of PARTS) for (const id of row.split(",", 1)[0]?.split(" and ") ?? []) expect(ids).toContain(id);
  for (const { id, rule } of checks) expect(rule.contract).toBe(id);
});
