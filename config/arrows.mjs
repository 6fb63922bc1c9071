// Which way imports may go: between packages, and between the floors of core. Rules for dependency-cruiser.
import { cruise } from "dependency-cruiser";
import { sourceCondition } from "./workspace.mjs";

/** The floors of core, top first. A floor imports only from the rows below its own. */
const floors = [
  ["config"],
  ["runner"],
  ["loader"],
  ["host"],
  ["negotiation"],
  ["extensions", "wire"],
  ["report", "errors"],
];

/** What each package may import of the workspace, beside itself. Paths are regular expressions. */
const mayImport = {
  "packages/pack": [],
  "packages/core": ["packages/pack/"],
  "packages/reporters": ["packages/core/src/report/"],
  "packages/cli": ["packages/core/", "packages/reporters/"],
  "packages/sdk": ["packages/core/", "packages/reporters/"],
  "packages/testkit": ["packages/pack/"],
  "packages/testkit/src/verify": ["packages/core/", "packages/pack/", "packages/testkit/"],
  "packages/registry": [],
  "packages/create-pack": [],
  "packs/[^/]+": ["packages/pack/"],
};

/** What has a row of its own inside the folder of another row. */
const ownRow = { "packages/testkit": "^packages/testkit/src/verify/" };

/** Tests, and the helpers of tests, may import anything. */
const testCode = "\\.test\\.ts$|/testing/|/fixtures/";

const packageArrows = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `arrows-of-${folder.replace("[^/]+", "any").replaceAll("/", "-")}`,
  comment: `${folder} may import of the workspace only: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^(${folder})/`, pathNot: [testCode, ...(folder in ownRow ? [ownRow[folder]] : [])] },
  to: { path: "^(packages|packs|examples|test|config)/", pathNot: ["^$1/", ...allowed.map((path) => `^${path}`)] },
}));

const floorArrows = floors.flatMap((row, index) =>
  row.map((floor) => ({
    name: `floor-${floor}`,
    comment: `${floor} may import only: ${
      floors
        .slice(index + 1)
        .flat()
        .join(", ") || "no other floor"
    }`,
    severity: "error",
    from: { path: `^packages/core/src/${floor}/`, pathNot: testCode },
    to: {
      path: "^packages/core/",
      pathNot: `^packages/core/src/(${[floor, ...floors.slice(index + 1).flat()].join("|")})/`,
    },
  })),
);

const everywhere = [
  {
    name: "core-has-floors",
    comment: "every file of core belongs to a floor, its index.ts and the program of an isolated pack apart",
    severity: "error",
    from: {
      path: "^packages/core/src/",
      pathNot: [`^packages/core/src/((${floors.flat().join("|")})/|(index|pack-process)\\.ts$)`, testCode],
    },
    to: {},
  },
  {
    name: "verify-apart",
    comment: "who starts a server of the testkit does not load core: only the entry ./verify has it",
    severity: "error",
    from: { path: "^packages/testkit/", pathNot: ["^packages/testkit/src/verify/", testCode] },
    to: { path: "^packages/testkit/src/verify/" },
  },
  {
    name: "no-circles",
    comment: "files that import each other in a circle cannot be read one by one",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "no-test-code",
    comment: "what is published cannot import what is not",
    severity: "error",
    from: { path: "^(packages|packs)/", pathNot: testCode },
    to: { path: testCode },
  },
  {
    name: "declared-dependencies",
    comment:
      "a published package declares what it imports: zod, ajv, parse5 and yaml are inlined, playwright-core an optional peer, and what bundles the pages of apps runs from source alone",
    severity: "error",
    from: { path: "^(packages|packs)/", pathNot: `${testCode}|^packs/apps/src/view/bundle-pages\\.ts$` },
    to: {
      dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
      pathNot: "/node_modules/(zod|ajv|parse5|yaml|playwright-core)/|^(packages|packs)/",
    },
  },
  {
    name: "resolvable",
    comment: "an import that resolves to nothing hides its arrow",
    severity: "error",
    from: { pathNot: testCode },
    to: { couldNotResolve: true },
  },
];

/** The rules, one plain object each. */
export const rules = [...packageArrows, ...floorArrows, ...everywhere];

/**
 * The forbidden imports below `folder`, a workspace's root, and how many files were read.
 *
 * @param {string} folder
 * @returns {Promise<{ forbidden: { rule: string, from: string, to: string, comment: string | undefined }[], files: number }>}
 */
export async function findForbiddenImports(folder) {
  const { output } = await cruise(
    ["packages", "packs"],
    {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: rules },
      exclude: { path: "/dist/|/bin/|/templates/" },
      doNotFollow: { path: "node_modules" },
      tsPreCompilationDeps: true,
    },
    {
      exportsFields: ["exports"],
      conditionNames: [sourceCondition, "types", "import", "node", "default"],
      extensions: [".ts", ".js", ".mjs", ".json"],
    },
  );
  const forbidden = output.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    comment: rules.find(({ name }) => name === rule.name)?.comment,
  }));
  return { forbidden, files: output.summary.totalCruised };
}
