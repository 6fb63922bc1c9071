// npm test: installs, builds, runs every check and every suite, on a machine with Node and npm only. Its last line has the
// counts of everything. With names (`npm test -- unit checks`) it runs only those.
import { GET_A_BROWSER } from "../test/testing/no-browser.mjs";
import { foldersWithoutSuite, runSuite } from "./run-suite.mjs";
import { install, runNode } from "./steps.mjs";
import { checks, checksBudget, suites, wholeBudget } from "./suites.mjs";

const startedAt = Date.now();
const total = { passed: 0, failed: 0, skipped: 0, withoutBrowser: 0 };
const timings = [];
const chosen = process.argv.slice(2);
const names = ["checks", ...suites.map((suite) => suite.name)];
const unknown = chosen.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`no suite is called ${unknown.join(", ")}; there are ${names.join(", ")}`);
  total.failed += 1;
} else if ((await install()) !== 0) {
  console.error("the install failed");
  total.failed += 1;
} else {
  await runEverything();
}
if (total.withoutBrowser > 0) {
  console.log(`SKIPPED: ${total.withoutBrowser} tests need a browser, and there is none. Get one: ${GET_A_BROWSER}\n`);
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runEverything() {
  if (isChosen("checks")) await timed("checks", checksBudget, runChecks);
  for (const suite of suites) {
    if (isChosen(suite.name)) await timed(suite.name, suite.budget, () => runSuite(suite, millisecondsLeft()));
  }
  for (const folder of foldersWithoutSuite(suites)) {
    console.error(`test/${folder} belongs to no suite of config/suites.mjs`);
    total.failed += 1;
  }
  printTimings();
}

async function runChecks() {
  const counts = { passed: 0, failed: 0, skipped: 0, withoutBrowser: 0 };
  const passed = new Set();
  for (const { name, args, needs } of checks) {
    if (needs !== undefined && !passed.has(needs)) {
      console.log(`\n${name}: skipped, because "${needs}" failed`);
      counts.skipped += 1;
      continue;
    }
    console.log(`\n> ${name}`);
    if ((await runNode(args, { timeoutMs: millisecondsLeft() })) === 0) {
      passed.add(name);
      counts.passed += 1;
    } else {
      console.error(`${name}: FAILED`);
      counts.failed += 1;
    }
  }
  return counts;
}

async function timed(name, budget, work) {
  console.log(`\n== ${name}`);
  const before = Date.now();
  const counts = await work();
  timings.push({ name, budget, minutes: (Date.now() - before) / 60_000, counts });
  for (const column of Object.keys(total)) total[column] += counts[column];
}

function printTimings() {
  console.log("\nsuite      minutes  budget  passed  failed  skipped");
  for (const { name, budget, minutes, counts } of timings) {
    const numbers = [counts.passed, counts.failed, counts.skipped].map((count) => String(count).padStart(8)).join("");
    const late = minutes > budget ? "  over its budget" : "";
    console.log(`${name.padEnd(10)}${minutes.toFixed(2).padStart(8)}${String(budget).padStart(8)}${numbers}${late}`);
  }
  console.log(`${"all".padEnd(10)}${minutesSinceStart().toFixed(2).padStart(8)}${String(wholeBudget).padStart(8)}\n`);
}

function isChosen(name) {
  return chosen.length === 0 || chosen.includes(name);
}

function minutesSinceStart() {
  return (Date.now() - startedAt) / 60_000;
}

function millisecondsLeft() {
  return Math.max(1000, Math.floor((wholeBudget - minutesSinceStart()) * 60_000));
}
