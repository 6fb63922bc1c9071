import { expect, test } from "vitest";
import { refusal, request } from "./testing/load.js";
import { installed, packMembers, packSource } from "./testing/packs.js";
import { project } from "./testing/project.js";

/** The data of a check with which nothing is wrong; what cannot stand in JSON is added by the code of the pack. */
const CHECK = {
  kind: "check",
  id: "a-check",
  category: "c",
  title: "t",
  description: "d",
  level: "must",
  since: "1.0.0",
  phase: "end",
  rule: { source: "s" },
};

test("every way to break the pack contract is told at once", async () => {
  const more = {
    extension: "widgets",
    profiles: { default: "x", names: ["y"] },
    routes: "native",
    command: { name: "W", summary: "s", flags: [] },
    requiredCheck: "gone",
    checks: [
      CHECK,
      CHECK,
      { id: "B", level: "may", phase: "start", since: "1", profiles: ["z"], title: "", rule: {} },
      null,
    ],
  };
  const code = `pack.options = {}; pack.facts = 1; for (const check of pack.checks.slice(0, 2)) check.run = () => {};`;
  const folder = project({
    ...installed("w", "1.0.0", { code: `${code} pack.version = "1.0.1"; pack.name = "v";`, more }),
  });
  expect(await refusal(folder, request(folder, "w"))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, breaks the pack contract (<project>/node_modules/w/index.js):
      - name: the pack says v, its package.json says w
      - version: the pack says 1.0.1, its package.json says 1.0.0
      - extension: "widgets" is neither an extension id (prefix/name) nor "*"
      - facts: it is no function
      - options: it is no Standard Schema (it has no ~standard.validate)
      - routes: it is no list of native, unofficial and resources
      - profiles: it needs names (a list of texts) and a default that is one of them
      - command: it needs a kebab-case name, a summary, flags with flag, description, option and a known type, and no other era than modern or legacy
      - checks[1] (a-check): its id is that of an earlier check
      - checks[2] (B).id: "B" is not kebab-case
      - checks[2] (B).category: (absent) is no text
      - checks[2] (B).title: "" is no text
      - checks[2] (B).description: (absent) is no text
      - checks[2] (B).level: "may" is none of must, should, interop, info
      - checks[2] (B).phase: "start" is none of list, provoke, probe, change, end
      - checks[2] (B).since: "1" is no semver version
      - checks[2] (B).rule: it names no source
      - checks[2] (B).run: it is no function
      - checks[2] (B).profiles: "z" is no profile of the pack
      - checks[3]: it is no check
      - requiredCheck: there is no check "gone"
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID"
  `);
});

test("what the runner would stumble over: conditions, limits, fixtures and projections of a check", async () => {
  const odd = {
    ...CHECK,
    mayChange: "yes",
    tags: "security",
    on: { wire: { extension: true } },
    timeoutMs: "5 s",
  };
  const code = `
    for (const check of pack.checks) check.run = () => {};
    const deep = { kind: "fixture", name: "deep", prepare() {}, needs: { gone: undefined } };
    const loop = { kind: "fixture", name: "loop", prepare() {} };
    loop.needs = { loop };
    pack.checks[0].needs = {
      deep,
      loop,
      unnamed: { kind: "fixture", prepare: 1, teardown: 1, role: { name: "ask" }, mayChange: 1 },
      sum: { kind: "projection", name: "sum", initial: 0, fold() {} },
      other: { name: "other" },
    };
    pack.checks[3].needs = [loop];
    pack.checks[2].needs = { loop };`;
  const docs = { asks: "", why: 1, fix: "x".repeat(4_001), url: "javascript:alert(1)" };
  const checks = [
    { ...odd, id: "one", docs },
    { ...CHECK, id: "three", docs: "read this", reads: "wire", prepares: { one: 1 } },
    {
      ...CHECK,
      id: "four",
      phase: "end",
      reads: "transcript",
      docs: { asks: "a", why: "w", fix: "f", url: "https://example.com/four" },
    },
    { ...odd, id: "two", profiles: "full", on: ["http"] },
  ];
  const folder = project({ ...installed("w", "1.0.0", { code, more: { checks } }) });
  expect(await refusal(folder, request(folder, "w"))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, breaks the pack contract (<project>/node_modules/w/index.js):
      - checks[0] (one).docs.asks: it is no text of at most 4000 characters
      - checks[0] (one).docs.why: it is no text of at most 4000 characters
      - checks[0] (one).docs.fix: it is no text of at most 4000 characters
      - checks[0] (one).docs.url: it is no http or https URL
      - checks[0] (one).tags: it is no list of texts
      - checks[0] (one).on: it is no object of facts and the texts, or lists of texts, that they may be
      - checks[0] (one).mayChange: "yes" is neither true nor false
      - checks[0] (one).timeoutMs: "5 s" is no number of milliseconds
      - checks[0] (one).needs.deep.needs.gone: (absent) is neither a fixture nor a projection
      - checks[0] (one).needs.unnamed.name: (absent) is no text
      - checks[0] (one).needs.unnamed.prepare: it is no function
      - checks[0] (one).needs.unnamed.teardown: it is no function
      - checks[0] (one).needs.unnamed.mayChange: 1 is neither true nor false
      - checks[0] (one).needs.unnamed.role: it needs a name and configured()
      - checks[0] (one).needs.sum.initial: it is no function
      - checks[0] (one).needs.other: it is neither a fixture nor a projection
      - checks[1] (three).docs: it is no object
      - checks[1] (three).reads: "wire" is not "transcript"
      - checks[1] (three).prepares: it is no object of fixtures, on a check that reads the transcript alone
      - checks[1] (three).prepares.one: 1 is neither a fixture nor a projection
      - checks[2] (four).reads: a check that reads the transcript alone has the phase end, needs projections only and changes nothing
      - checks[3] (two).profiles: it is no list of texts
      - checks[3] (two).tags: it is no list of texts
      - checks[3] (two).on: it is no object of facts and the texts, or lists of texts, that they may be
      - checks[3] (two).mayChange: "yes" is neither true nor false
      - checks[3] (two).timeoutMs: "5 s" is no number of milliseconds
      - checks[3] (two).needs: it is no object of fixtures and projections
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID"
  `);
});

test("neither checks nor run, and a manifest that cannot be told to another process", async () => {
  const folder = project({
    "empty.mjs": `export default ${JSON.stringify(packMembers("w", "1.0.0"))};`,
    "code.mjs": packSource("w", "1.0.0", "pack.checks[0].run = () => {}; pack.checks[0].extra = () => {};", {
      checks: [CHECK],
    }),
    "trap.mjs": packSource(
      "w",
      "1.0.0",
      'Object.defineProperty(pack, "extension", { get() { throw new Error("trap"); } });',
    ),
  });
  expect(await refusal(folder, request(folder, "./empty.mjs"))).toMatchInlineSnapshot(`
    "the pack ./empty.mjs, named in mcptest.config.yaml:3:5, breaks the pack contract (<project>/empty.mjs):
      - checks: there is neither a check nor run()
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID"
  `);
  expect(await refusal(folder, request(folder, "./code.mjs"))).toMatchInlineSnapshot(`
    "the pack ./code.mjs, named in mcptest.config.yaml:3:5, breaks the pack contract (<project>/code.mjs):
      - the manifest is no plain data: () => {} could not be cloned.
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID"
  `);
  expect(await refusal(folder, request(folder, "./trap.mjs"))).toMatchInlineSnapshot(`
    "the pack ./trap.mjs, named in mcptest.config.yaml:3:5, breaks the pack contract (<project>/trap.mjs):
      - a member cannot be read: trap
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID"
  `);
});
