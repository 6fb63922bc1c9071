import { AssertionError } from "node:assert";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, defineCheck, type Pack, resultOf } from "@mcptest/pack";
import { tasksPack } from "@mcptest/pack-tasks";
import { listFaults } from "@mcptest/testkit";
import { expectRelease, type VerifyRelease, verifyRelease } from "@mcptest/testkit/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testkitServers } from "./release-servers.js";
import { loadPack, requestFor, runPack } from "./run-pack.js";
import { opened } from "./server.js";
import { idsUnique, listCheck, listNotEmpty, packOf, startWidgets } from "./testing/widgets.js";

/** A server that obeys, and one with a fault. */
const servers = [
  { name: "obeying", server: startWidgets },
  { name: "ids twice", server: startWidgets, fault: "ids-twice" },
];

const never = (id: string, more?: Partial<Check>) => listCheck(id, () => "it always fails", more);

/** The release of a pack of checks `before` as a pack of checks `after`. */
function release(from: string, before: Check[], to: string, after: Check[], more: Partial<VerifyRelease> = {}) {
  return verifyRelease({ before: packOf(from, before), after: packOf(to, after), servers, ...more });
}

const kindsOf = ({ problems }: Awaited<ReturnType<typeof verifyRelease>>) =>
  problems.map(({ kind, check, server }) => [kind, check, server].filter(Boolean).join(" "));

describe("a patch", () => {
  it("may make a wrong failure disappear", async () => {
    const wrong = listCheck("widgets-three", (list) => (list.length < 3 ? "there are fewer than three" : undefined));
    const right = listCheck("widgets-three", () => undefined);
    const proof = await release("1.2.0", [wrong], "1.2.1", [right]);
    expect(proof).toMatchObject({ ok: true, release: "patch", promised: true, problems: [], remarks: [] });
    expect(proof.compared).toEqual(["obeying", "ids twice"]);
    expect(proof.changes.map(({ server, kind }) => [server, kind])).toEqual([
      ["obeying", "red-to-green"],
      ["ids twice", "red-to-green"],
    ]);
  });

  it("may not turn a green server red", async () => {
    const stricter = listCheck("widgets-list-not-empty", (list) => (list.length < 3 ? "fewer than three" : undefined));
    const proof = await release("1.2.0", [idsUnique, listNotEmpty], "1.2.1", [idsUnique, stricter]);
    expect(proof.ok).toBe(false);
    expect(proof.problems).toEqual([
      {
        kind: "green-to-red",
        check: "widgets-list-not-empty",
        server: "obeying",
        message: "obeying: widgets-list-not-empty was passed and is failed: fewer than three",
      },
      {
        kind: "green-to-red",
        check: "widgets-list-not-empty",
        server: "ids twice",
        message: "ids twice: widgets-list-not-empty was passed and is failed: fewer than three",
      },
    ]);
  });

  it("adds no check, even one that passes", async () => {
    const added = listCheck("widgets-new", () => undefined, { since: "1.2.1" });
    expect(kindsOf(await release("1.2.0", [idsUnique], "1.2.1", [idsUnique, added]))).toEqual([
      "check-in-patch widgets-new",
    ]);
  });
});

describe("a minor release", () => {
  it("may add a check that fails: it is advisory", async () => {
    const added = never("widgets-new", { since: "1.3.0" });
    const proof = await release("1.2.0", [idsUnique], "1.3.0", [idsUnique, added]);
    expect(proof).toMatchObject({ ok: true, release: "minor", problems: [] });
    expect(proof.remarks).toEqual(["widgets-new is new, and advisory until the next major release"]);
    expect(proof.changes.map(({ kind, check }) => [kind, check])).toContainEqual(["added", "widgets-new"]);
  });

  it.each(["1.0.0", "1.2.0", "1.4.0"])("has to say since when there is a check, and not %s", async (since) => {
    const added = never("widgets-new", { since });
    const proof = await release("1.2.0", [idsUnique], "1.3.0", [idsUnique, added]);
    expect(kindsOf(proof)).toContain("since widgets-new");
    expect(kindsOf(proof).includes("green-to-red widgets-new obeying")).toBe(since === "1.0.0");
  });

  it("may take no check away, and raise no level", async () => {
    const raised = { ...idsUnique, level: "must" as const };
    const before = [{ ...idsUnique, level: "should" as const }, listNotEmpty];
    expect(kindsOf(await release("1.2.0", before, "1.3.0", [raised], { servers: servers.slice(0, 1) }))).toEqual([
      "check-removed widgets-list-not-empty",
      "level-raised widgets-ids-unique",
    ]);
    const proof = await release("1.2.0", [raised], "1.3.0", [{ ...idsUnique, level: "info" }]);
    expect(proof).toMatchObject({ ok: true, remarks: ["widgets-ids-unique was must and is info"] });
  });

  it("may not change since, nor the extension", async () => {
    const before = packOf("1.2.0", [idsUnique]);
    const after = packOf("1.3.0", [{ ...idsUnique, since: "1.3.0" }], { extension: "*" });
    const proof = await verifyRelease({ before, after, servers, testkit: false });
    expect(kindsOf(proof)).toEqual(expect.arrayContaining(["extension", "since widgets-ids-unique"]));
  });

  it("may not leave open what was decided, nor warn where nothing was said", async () => {
    const saying = (say: "warn" | "couldNotRun", level: Check["level"]) =>
      defineCheck({
        ...listNotEmpty,
        level,
        async run(_values, verdict, { host, connection }) {
          const { number } = await host.exchange(connection, { method: "widgets/list", params: {} });
          if (say === "warn") verdict.warn("hm", [number]);
          else verdict.couldNotRun("no time", { evidence: [number] });
        },
      });
    const [obeying] = servers as [(typeof servers)[0]];
    const against = async (level: Check["level"], after: Check) =>
      kindsOf(await release("1.2.0", [{ ...listNotEmpty, level }], "1.3.0", [after], { servers: [obeying] }));
    expect(await against("must", saying("couldNotRun", "must"))).toEqual([
      "green-to-incomplete widgets-list-not-empty obeying",
    ]);
    expect(await against("should", saying("warn", "should"))).toEqual([
      "green-to-warning widgets-list-not-empty obeying",
    ]);
    expect(await against("interop", saying("warn", "interop"))).toEqual([]);
  });

  it("may not hold a run back by what belongs to no check", async () => {
    const more: Partial<Pack> = {
      facts() {
        throw new Error("no facts");
      },
    };
    const proof = await verifyRelease({
      before: packOf("1.2.0", [idsUnique]),
      after: packOf("1.2.1", [idsUnique], more),
      servers: servers.slice(0, 1),
    });
    expect(proof.ok).toBe(false);
    expect(proof.problems[0]?.message).toContain("no facts");
  });
});

describe("releases that promise nothing", () => {
  it.each([
    ["1.2.0", "2.0.0"],
    ["0.2.0", "0.2.1"],
  ])("%s to %s: what differs is a remark", async (from, to) => {
    const proof = await release(from, [idsUnique, listNotEmpty], to, [idsUnique, never("widgets-new")]);
    expect(proof).toMatchObject({ ok: true, promised: false, problems: [] });
    expect(proof.remarks).toContain("obeying: widgets-new is new and is failed: it always fails");
  });
});

describe("verifyRelease", () => {
  it("judges a pack as the next release of a kind, before its version says so", async () => {
    const added = never("widgets-new", { since: "1.3.0" });
    const minor = await release("1.2.0", [idsUnique], "1.2.0", [idsUnique, added], { as: "minor" });
    expect(minor).toMatchObject({ ok: true, after: { version: "1.3.0" }, release: "minor" });
    const patch = await release("1.2.0", [idsUnique], "1.2.0", [idsUnique, added], { as: "patch" });
    expect(kindsOf(patch)).toContain("check-in-patch widgets-new");
    await expect(release("1.2.0", [idsUnique], "1.2.0", [idsUnique])).rejects.toThrow("1.2.0 is not newer than 1.2.0");
  });

  it("does not count what does not show again", async () => {
    let runs = 0;
    const unsteady = listCheck("widgets-list-not-empty", () => (runs++ === 0 ? "once" : undefined));
    const proof = await release("1.2.0", [listNotEmpty], "1.2.1", [unsteady], { servers: servers.slice(0, 1) });
    expect(proof).toMatchObject({ ok: true, problems: [] });
    expect(proof.remarks).toEqual([
      "seen, but not each time: obeying: widgets-list-not-empty was passed and is failed: once",
    ]);
  });

  it("proves nothing where nothing is judged", async () => {
    const proof = await release("1.2.0", [idsUnique], "1.2.1", [idsUnique], { servers: [] });
    expect(kindsOf(proof)).toEqual(["nothing-judged"]);
  });

  it("takes two versions of one pack", async () => {
    const after = { ...packOf("1.2.1", [idsUnique]), name: "mcptest-pack-gadgets" };
    await expect(verifyRelease({ before: packOf("1.2.0", [idsUnique]), after, servers })).rejects.toThrow(
      "mcptest-pack-widgets and mcptest-pack-gadgets are two packs, not two versions of one",
    );
  });

  it("keeps quiet about a pack that is the same, on the testkit's servers", async () => {
    const done: string[] = [];
    const only = [
      ...["obeying, dual", "obeying, modern", "obeying, legacy"],
      ...["fault ttl-missing", "fault legacy-ttl-missing", "variant null-ttl", "variant stderr-noise"],
    ];
    const proof = await verifyRelease({
      before: { ...tasksPack, version: "1.0.0" },
      after: { ...tasksPack, version: "1.0.1" },
      profile: "baseline",
      only: (name) => only.includes(name),
      onProgress: ({ name, total }) => done.push(`${name} of ${total}`),
    });
    expect(proof.problems).toEqual([]);
    expect(proof.compared).toEqual(only);
    expect(done.sort()).toEqual(only.map((name) => `${name} of ${only.length}`).sort());
  });

  it("finds a check that became too strict on a variant of the testkit", async () => {
    const strict = {
      ...tasksPack,
      version: "1.0.1",
      checks: tasksPack.checks.map((check) =>
        check.id === "tasks-ttl-shape"
          ? defineCheck({ ...check, run: (_values, verdict) => verdict.fail("too strict") })
          : check,
      ),
    };
    const proof = await verifyRelease({
      before: { ...tasksPack, version: "1.0.0" },
      after: strict,
      profile: "baseline",
      only: (name) => ["fault ttl-missing", "variant null-ttl"].includes(name),
    });
    expect(kindsOf(proof)).toEqual(["green-to-red tasks-ttl-shape variant null-ttl"]);
  });
});

it("has every fault and variant of the testkit for Tasks, and none for what it does not have", () => {
  const names = testkitServers("io.modelcontextprotocol/tasks").map(({ name }) => name);
  const all = listFaults().filter(({ kind }) => kind !== "hostile");
  const known = all.filter(({ on }) => on === undefined || on === "jobs");
  expect(names).toHaveLength(3 + known.length);
  expect(names).toEqual(expect.arrayContaining(known.map(({ kind, name }) => `${kind} ${name}`)));
  expect(testkitServers("*")).toHaveLength(15 + all.length);
  expect(testkitServers("com.example/widgets")).toEqual([]);
});

describe("expectRelease", () => {
  it("lists what is wrong", async () => {
    const after = packOf("1.2.1", [never("widgets-list-not-empty"), listCheck("widgets-new", () => undefined)]);
    const asked = { before: packOf("1.2.0", [idsUnique, listNotEmpty]), after, servers: servers.slice(0, 1) };
    const error: unknown = await expectRelease(asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AssertionError);
    expect((error as AssertionError).message).toMatchInlineSnapshot(`
      "mcptest-pack-widgets 1.2.0 -> 1.2.1: a patch release
      both judged 1 server or transcript; 3 verdicts differ
      PROBLEM  check-removed: widgets-ids-unique is gone: a run that names it with --check-id or in tolerate ends with an error
      PROBLEM  check-in-patch: widgets-new is new: a patch adds no check, a minor release may
      PROBLEM  since: widgets-new says since 1.0.0, and is new in 1.2.1: it is not told apart from the checks that count
      PROBLEM  green-to-red: obeying: widgets-list-not-empty was passed and is failed: it always fails
      4 broken promises"
    `);
  });

  it("holds for a release that keeps its promise", async () => {
    const asked = { before: packOf("1.2.0", [idsUnique]), after: packOf("1.2.1", [idsUnique]), servers };
    expect((await expectRelease(asked)).ok).toBe(true);
  });
});

describe("saved transcripts", () => {
  let folder: string;
  let transcript: string;

  const reading = (judge: (count: number) => string | undefined): Check =>
    defineCheck({
      ...listNotEmpty,
      id: "widgets-record",
      phase: "end",
      reads: "transcript",
      async run(_values, verdict, { host }) {
        const all = await host.transcript({});
        const lists = all.filter(({ method, response }) => method === "widgets/list" && response !== undefined);
        const list = lists[0] && (resultOf(lists[0]) as { widgets?: unknown[] } | undefined)?.widgets;
        const message = judge(list?.length ?? 0);
        if (message === undefined) verdict.pass();
        else verdict.fail(message, [lists[0]?.number ?? 0]);
      },
    });
  const before = packOf("1.2.0", [listNotEmpty, reading(() => undefined)]);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "transcripts-"));
    transcript = join(folder, "widgets.jsonl");
    const { target, close } = opened(await startWidgets(undefined), "recorded");
    const loaded = await loadPack(requestFor(before, "test"), undefined);
    await runPack(loaded, target, { saveTranscript: transcript });
    await close();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("are judged by both", async () => {
    const after = packOf("1.2.1", [listNotEmpty, reading((count) => (count === 2 ? "two widgets" : undefined))]);
    const proof = await verifyRelease({ before, after, transcripts: [transcript] });
    expect(proof.compared).toEqual([transcript]);
    expect(proof.problems).toEqual([
      {
        kind: "green-to-red",
        check: "widgets-record",
        server: "recorded",
        message: "recorded: widgets-record was passed and is failed: two widgets",
      },
    ]);
  });
});
