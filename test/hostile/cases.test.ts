import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../config/workspace.mjs";
import { CASES } from "./cases.js";

const rows = Object.entries(CASES).flatMap(([name, { about, tests }]) =>
  tests.map(([file, title]) => ({ name, about, file, title })),
);

it.each(rows)("$name ($about) is tested in $file: $title", ({ file, title }) => {
  const path = join(root, file);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(title);
});
