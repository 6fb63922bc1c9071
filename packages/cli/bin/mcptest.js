#!/usr/bin/env node
// Answers the version before anything else is loaded; everything else is the built program's job.
import { existsSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

const given = process.argv.slice(2);
const main = new URL("../dist/main.js", import.meta.url);

if (given.length === 1 && ["--version", "-V", "-v"].includes(given[0])) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else if (existsSync(main)) {
  // A run reads much and keeps little. What it has read is collected early, and does not grow the process to twice its size.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=50");
  await import(main.href);
} else {
  process.stderr.write("mcptest: not built yet: run npm run build in the repository\n");
  process.exitCode = 2;
}
