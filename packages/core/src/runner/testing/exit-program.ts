// Runs one hostile pack on a stubborn server, in a process of its own: node exit-program.ts CASE. Its exit code is that
// of the report, which it prints.
import { exit } from "node:process";
import type { Check } from "@mcptest/pack";
import { run } from "../run.js";
import { check, packOf, requestFor, select, stdioTarget, WIDGETS } from "./request.js";

const CASES: Record<string, Check[]> = {
  fails: [
    check("fails", (verdict) => {
      // biome-ignore lint/suspicious/noConsole: packs do so, and stdout is the report's.
      console.log("noise on stdout");
      verdict.fail("broken");
    }),
  ],
  "exits-by-import": [check("exits", () => exit(0))],
  exits: [check("exits", () => process.exit(0))],
  hangs: [check("hangs", () => new Promise(() => {}))],
  "rejects-late": [
    check("passes", (verdict) => {
      verdict.pass();
      setTimeout(() => void Promise.reject(new Error("after the run")), 1_500);
    }),
  ],
  "exits-late": [
    check("passes", (verdict) => {
      verdict.pass();
      setTimeout(() => process.exit(0), 1_500);
    }),
    check("fails", (verdict) => verdict.fail("broken")),
  ],
};

const target = stdioTarget({ modern: { extensions: { [WIDGETS]: {} } }, stubborn: true });
const pack = packOf(CASES[process.argv[2] ?? ""] ?? []);
const report = await run(requestFor([target], [select(pack)], { checkTimeoutMs: 200 }));
process.exitCode = report.exitCode;
process.stdout.write(JSON.stringify({ complete: report.complete, outcome: report.outcome }));
