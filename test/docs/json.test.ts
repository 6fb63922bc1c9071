import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { emptyFolder } from "../e2e/testing/mcptest.js";
import { blocks } from "./testing/pages.js";

/** The types behind what is written, and the module that has each. */
const MODULES: [module: string, types: string[]][] = [
  [join(root, "packages/cli/src/look-document.ts"), ["LookDocument"]],
  [join(root, "packages/cli/src/explain-document.ts"), ["ExplainDocument", "ExplainedCheck"]],
  ["@mcptest/testkit/verify", ["ReleaseProof"]],
  [
    join(root, "packages/cli/src/packs-document.ts"),
    ["PacksDocument", "InstalledPack", "WhyDocument", "PackReason", "OutdatedDocument", "OutdatedPack", "DiffDocument"],
  ],
  ["@mcptest/core/extensions", ["AdvertisedExtension", "ExtensionChange"]],
  ["@mcptest/core/loader", ["PackCandidate"]],
  [
    "@mcptest/core/report",
    [
      "Report",
      "ServerResult",
      "PackResult",
      "CheckResult",
      "CategorySummary",
      "ConformanceResult",
      "ConformanceReport",
      "Listing",
      "ListedServer",
      "ListedPack",
      "TranscriptHeader",
      "RecordedServer",
      "RecordedLane",
      "VerdictChange",
      "ComparedVerdict",
    ],
  ],
  ["@mcptest/pack", ["Exchange", "Json", "JsonObject"]],
];

const shapes = blocks("docs/json.md", "ts")
  .map(({ text }) => text.replace(/^(interface|type) /gm, "export $1 "))
  .join("\n");

/** What the compiler says when each type of the page has to be identical to the one in the code. */
function compile(text: string): string {
  const folder = emptyFolder();
  const all = MODULES.flatMap(([, types]) => types);
  const checks = [
    'import type * as page from "./page.js";',
    ...MODULES.map(([module, types]) => `import type { ${types.join(", ")} } from ${JSON.stringify(module)};`),
    "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
    // What the comparison has to see: a member too many, one that is optional on one side only, a difference deep inside.
    "export const seen: [",
    "  Same<{ a: string }, { a: string; b?: string }>,",
    "  Same<{ a: string }, { a?: string }>,",
    "  Same<{ a: { b: string }[] }, { a: { b: number }[] }>,",
    "] = [false, false, false];",
    ...all.map((type) => `export const ${type}IsTheSame: Same<page.${type}, ${type}> = true;`),
  ];
  symlinkSync(join(root, "test/node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "page.ts"), text);
  writeFileSync(join(folder, "check.ts"), checks.join("\n"));
  const compilerOptions = { allowImportingTsExtensions: true, typeRoots: [join(root, "node_modules/@types")] };
  const config = { extends: join(root, "config/tsconfig.base.json"), compilerOptions, files: ["check.ts"] };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  return stdout;
}

test("the shapes of docs/json.md are those of the code", () => {
  expect(compile(shapes)).toBe("");
}, 120_000);
