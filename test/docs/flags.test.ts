import { beforeAll, describe, expect, test } from "vitest";
import { mcptest } from "../e2e/testing/mcptest.js";
import { codes, PAGES, page, rows, section } from "./testing/pages.js";

/** A flag: `--timeout <ms>`, and the first word of its default in the help. */
type Flags = Map<string, string | undefined>;

/** The commands, and the sections of docs/cli.md that together hold their flags. */
const COMMANDS: [command: string, sections: string[]][] = [
  ["capabilities", ["Commands with a target", "capabilities"]],
  ["inspect", ["Commands with a target"]],
  ["run", ["Commands with a target", "run and conformance", "run"]],
  ["conformance", ["Commands with a target", "run and conformance", "conformance"]],
  ["tasks conformance", ["Commands with a target", "run and conformance", "conformance", "tasks conformance"]],
  [
    "negotiation conformance",
    ["Commands with a target", "run and conformance", "conformance", "negotiation conformance"],
  ],
  ["apps conformance", ["Commands with a target", "run and conformance", "conformance", "apps conformance"]],
  ["skills conformance", ["Commands with a target", "run and conformance", "conformance", "skills conformance"]],
  [
    "resource-compat conformance",
    ["Commands with a target", "run and conformance", "conformance", "resource-compat conformance"],
  ],
  ["explain", ["explain"]],
  ["replay", ["replay"]],
  ["packs list", ["packs list, packs why and packs outdated"]],
  ["packs why", ["packs list, packs why and packs outdated"]],
  ["packs outdated", ["packs list, packs why and packs outdated"]],
  ["packs add", ["packs add"]],
  ["packs diff", ["packs diff"]],
  ["packs verify", ["packs verify"]],
  ["packs new", ["packs new"]],
];

/** Flags of mcptest itself, of npm and of other programs that pages name. */
const OTHERS: readonly string[] = ["--version", "--write", "--save-dev", "--yes", "--http", "--port"];

/** The flags in the help of a command: a line begins with them, and what is indented belongs to it. */
async function flagsOf(command: string): Promise<Flags> {
  const { stdout } = await mcptest([...command.split(" "), "--help"]);
  const entries = stdout.split("\n  -").slice(1);
  return new Map(
    entries.map((entry) => {
      const text = `-${entry.split(/\n(?! {4})/, 1)[0]}`.replace(/\s+/g, " ");
      const [flag = ""] = /^(?:-\w, )?--[\w-]+(?: <[^>]+>)?/.exec(text) ?? [];
      return [flag, /\(default: ([\w{}]+)/.exec(text)?.[1]];
    }),
  );
}

/** The flags in a section of docs/cli.md, with the cell of their default. */
function documented(sections: string[]): Map<string, string> {
  const all = sections.flatMap((name) => rows(section("docs/cli.md", `### ${name}`)));
  return new Map(all.flatMap(([flag = "", value = ""]) => codes(flag).map((code) => [code, value] as const)));
}

describe.each(COMMANDS)("mcptest %s", (command, sections) => {
  let shown: Flags;

  beforeAll(async () => {
    shown = await flagsOf(command);
  });

  test("has the flags that docs/cli.md tells, and no other", () => {
    expect([...documented(sections).keys()].sort()).toEqual([...shown.keys()].sort());
  });

  test("has the defaults that docs/cli.md tells", () => {
    const page = documented(sections);
    const stated = [...shown].flatMap(([flag, value]) => (value === undefined ? [] : [[flag, value] as const]));
    expect(stated.length).toBeGreaterThan(sections.includes("Commands with a target") ? 5 : 0);
    const wrong = stated.filter(([flag, value]) => !(page.get(flag) ?? "").split(/[^\w{}]+/).includes(value));
    expect(wrong).toEqual([]);
  });
});

test("no page names a flag that does not exist", async () => {
  const all = await Promise.all(COMMANDS.map(([command]) => flagsOf(command)));
  const known = new Set([
    ...all.flatMap((flags) => [...flags.keys()].flatMap((flag) => flag.match(/--[\w-]+/g) ?? [])),
    ...OTHERS,
  ]);
  const pages = PAGES.filter((path) => !/^(test|packages\/testkit)\//.test(path));
  const unknown = pages.flatMap((path) =>
    (page(path).match(/(?<![\w-])--[a-z][\w-]*/g) ?? [])
      .filter((flag) => !known.has(flag))
      .map((flag) => `${path}: ${flag}`),
  );
  expect(unknown).toEqual([]);
});
