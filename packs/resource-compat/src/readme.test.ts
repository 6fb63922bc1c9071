import { readdirSync, readFileSync } from "node:fs";
import { type Check, type Fixture, isObject, type Needs } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { SOURCE } from "./ids.js";
import { resourceCompatPack } from "./pack.js";

const { checks } = resourceCompatPack;
const PAGES = new URL("../docs/", import.meta.url);

/** Ids and levels. */
const LEVELS: Record<string, string> = {
  "compat-no-extension-capability": "must",
  "compat-resources-capability": "must",
  "compat-manifest-listed": "must",
  "compat-manifest-readable": "must",
  "compat-manifest-shape": "must",
  "compat-id-in-uri": "must",
  "compat-every-method-mapped": "must",
  "compat-fixed-uri-iff-no-required": "must",
  "compat-pagination-complete": "must",
  "compat-listing-inert": "should",
  "compat-envelope-only-contents": "must",
  "compat-native-refused": "must",
  "compat-invalid-arguments": "must",
  "compat-decoded-once": "must",
  "compat-error-mapped": "must",
  "compat-output-schema": "must",
  "compat-uri-translated": "must",
  "compat-unknown-route": "must",
  "compat-repeatable": "should",
  "compat-described-as-invocation": "should",
  "compat-same-interface-native": "must",
};

/** Names of the options without which a check is not selected. */
function optionsOf({ needs = {} }: { needs?: Needs }): string[] {
  const fixtures = Object.values(needs).filter((need): need is Fixture<unknown> => need.kind === "fixture");
  return fixtures.flatMap((fixture) => [...(fixture.role ? [fixture.role.name] : []), ...optionsOf(fixture)]);
}

it("the checks have their levels", () => {
  expect(Object.fromEntries(checks.map(({ id, level }) => [id, level]))).toEqual(LEVELS);
});

it("no check claims to be a rule of MCP, and each looks at the older revisions alone", () => {
  for (const { rule, on } of checks) {
    expect(rule).toEqual({ source: SOURCE, section: expect.any(String) });
    expect(on).toEqual({ era: "legacy" });
  }
});

it("every check stands in a row of the README, with its level, its option and its title", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = checks.map((check: Check) => {
    const options = [...new Set(optionsOf(check))].map((name) => `\`${name}\``).join(", ");
    return `| \`${check.id}\` | ${check.level} | ${options} | ${check.title} |`;
  });
  expect(rows.filter((row) => !readme.includes(row))).toEqual([]);
});

describe("the pages of the checks", () => {
  it("are one for each check and no more", () => {
    const pages = readdirSync(PAGES).map((file) => file.replace(/\.md$/, ""));
    expect(pages.sort()).toEqual(Object.keys(LEVELS).sort());
  });

  it.each(checks.map((check) => [check.id, check] as const))("%s: id, title and three sections", (id, check) => {
    const lines = readFileSync(new URL(`${id}.md`, PAGES), "utf8").split("\n");
    expect(lines.slice(0, 4)).toEqual([`# ${id}`, "", `${check.title}.`, ""]);
    const { asks, why, fix } = check.docs ?? { asks: "", why: "", fix: "" };
    for (const text of [asks, why, fix]) expect(text.length).toBeGreaterThan(60);
    for (const text of [asks, why, fix]) expect(text.length).toBeLessThanOrEqual(4_000);
  });

  it("have examples that are JSON", () => {
    const paragraphs = checks.flatMap(({ docs }) => (docs?.fix ?? "").split("\n\n"));
    const examples = paragraphs.filter((paragraph) => /^ {4}\s*[{[]/.test(paragraph));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(isObject(JSON.parse(example))).toBe(true);
  });
});
