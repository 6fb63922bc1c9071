// What `npm test` runs, in this order, and how many minutes each may take on two cores. test/README.md says what is in it.

/** Each check is one process and counts as one test. One that `needs` another is skipped when that one failed. */
export const checks = [
  { name: "build", args: ["config/build.mjs"] },
  { name: "lint and format", args: ["node_modules/@biomejs/biome/bin/biome", "check", ".", "--error-on-warnings"] },
  { name: "types", args: ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"] },
  { name: "declarations", args: ["config/check-declarations.mjs"], needs: "build" },
  { name: "arrows", args: ["config/check-arrows.mjs"] },
  { name: "packages", args: ["config/check-packages.mjs"], needs: "build" },
  { name: "release", args: ["config/check-release.mjs"], needs: "build" },
  { name: "verdicts", args: ["--import", "tsx", "config/check-verdicts.mjs"], needs: "build" },
];

/** Minutes that all checks together may take. */
export const checksBudget = 2;

/** The suites of vitest: folders below test/, or, without any, the tests that stand beside the code. */
export const suites = [
  { name: "unit", folders: [], budget: 6 },
  { name: "tooling", folders: ["arrows", "docs", "release", "tooling"], budget: 1 },
  { name: "interop", folders: ["interop"], budget: 3 },
  { name: "publish", folders: ["publish"], budget: 2 },
  { name: "hostile", folders: ["hostile"], budget: 4 },
  { name: "e2e", folders: ["e2e", "tasks"], budget: 5 },
  { name: "negotiation", folders: ["negotiation"], budget: 8 },
  { name: "apps", folders: ["apps"], budget: 5 },
  { name: "registry", folders: ["registry", "resource-compat"], budget: 2 },
  { name: "skills", folders: ["skills"], budget: 2 },
];

/** Minutes after which whatever still runs is stopped and counts as failed. */
export const wholeBudget = 40;
