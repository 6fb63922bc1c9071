// A reporter for vitest that counts everything that went wrong: a file that does not load and a hook that throws have no
// failed test, and an error outside of any test belongs to no file. Writes { passed, failed, skipped, withoutBrowser } to
// MCPTEST_COUNTS_FILE; the last is how many of those skipped need a browser.
import { writeFileSync } from "node:fs";
import { NO_BROWSER } from "../test/testing/no-browser.mjs";

export default class CountsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, withoutBrowser: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const column = columnOf(test.result().state);
        counts[column] += 1;
        if (column === "skipped" && test.fullName.includes(NO_BROWSER)) counts.withoutBrowser += 1;
      }
    }
    writeFileSync(process.env.MCPTEST_COUNTS_FILE, JSON.stringify(counts));
  }
}

function columnOf(state) {
  return state === "passed" || state === "skipped" ? state : "failed";
}
