import { expect, it } from "vitest";
import { loadPacks } from "../loader/index.js";
import { nativeImport } from "../loader/testing/native-import.js";
import { project } from "../loader/testing/project.js";
import type { LoadedPack, PackRequest } from "../loader/types.js";
import type { Report } from "../report/model.js";
import { run } from "./run.js";
import { httpTarget, OFFERS_WIDGETS, onlyPack, requestFor } from "./testing/setup.js";

// Vite's own import() does not take every path.
const LOADING = { bundledFrom: import.meta.url, isolate: true, importModule: nativeImport };

const SECRET = "secret-canary";

/** Uses all that a pack may have. */
const SOURCE = `
const speak = [];
const made = {
  kind: "fixture", name: "made",
  async prepare(_values, { host, connection }) {
    const first = await host.exchange(connection, { method: "tools/list" });
    const again = () => host.exchange(connection, { method: "tools/list", meta: { "io.modelcontextprotocol/clientInfo": undefined } });
    return { number: first.number, again, unclonable: Symbol("here") };
  },
  teardown(value) { if (typeof value.unclonable !== "symbol") throw new Error("another value"); throw new Error("torn"); },
};
const role = {
  kind: "fixture", name: "role", prepare: () => 1,
  role: { name: "player", configured: ({ player }) => player !== undefined, option: { path: ["player"], example: "NAME" } },
};
const lacking = { kind: "fixture", name: "lacking", prepare() {
  throw Object.assign(new Error("no tool"), { "~mcptestUnavailable": true, origin: "environment", notApplicable: false, options: [{ path: ["player"], example: "NAME" }] });
} };
const sum = { kind: "projection", name: "sum", initial: () => ({ count: 0 }), fold: (state, { method }) => ({ count: state.count + (method === "tools/list" ? 1 : 0) }) };
const check = (id, phase, run, more = {}) => ({ kind: "check", id, category: "c", title: id, description: id, level: "must",
  since: "1.0.0", phase, rule: { source: "r" }, run, ...more });
export default {
  name: "mcptest-pack-widgets", version: "1.0.0", extension: "com.example/widgets", "~mcptest": { kind: "pack", contract: 1 },
  options: { "~standard": { version: 1, vendor: "test", validate: (value) =>
    value.bad ? { issues: [{ message: "is bad", path: ["bad", { key: 0 }] }] } : { value: { ...value, made: new Map([["a", 1]]) } } } },
  facts: () => ({ wire: "new" }),
  discovery: (context, valueOf) => ({ number: typeof valueOf("made").number, wire: context.facts.wire }),
  checks: [
    check("uses-a-fixture", "probe", async ({ made }, verdict) => {
      const { number, request } = await made.again();
      if (request.raw.includes("clientInfo")) verdict.fail("the member is there", [number]);
      if (number <= made.number) verdict.fail("it was not asked again");
    }, { needs: { made } }),
    check("sees-options", "probe", (_values, verdict, { options, optionName, serverAdvertisement }) => {
      verdict.detail("seen", [options.made.get("a"), options.secondIdentity, optionName(["player"], "NAME"), serverAdvertisement]);
      verdict.warn("odd", [], { subject: "s", variant: "v" });
    }),
    check("needs-a-role", "probe", () => {}, { needs: { role } }),
    check("lacks-something", "probe", () => {}, { needs: { lacking } }),
    check("elsewhere", "probe", () => {}, { on: { wire: "old" } }),
    check("refuses", "probe", async (_values, verdict, { host, connection }) => {
      for (const say of speak.splice(0)) say();
      await host.exchange({ id: "none" }, { method: "x" }).catch(({ message }) => verdict.note(message));
      await host.callExtension(connection, "widgets/list", {}).then(({ number }) => verdict.fail("refused", [number, 999]));
    }),
    check("counts", "end", ({ sum }, verdict) => { verdict.note("lists: " + sum.count); throw new TypeError("after all"); }, { needs: { sum } }),
    check("forgets", "list", (_values, verdict, { host, connection }) => {
      host.exchange(connection, { method: "tools/list" }).then(({ number }) => verdict.fail("wrong", [number]));
    }),
    check("fails-late", "list", (_values, verdict) => { speak.push(() => verdict.fail("wrong")); }),
    check("late", "list", () => { setTimeout(() => void Promise.reject(new Error("late")), 5); }),
  ],
};`;

/** What a run says, without what differs from run to run. */
function said(report: Report): unknown {
  const { isolation: _, contentHash: __, ...pack } = onlyPack(report);
  // Requests go out as they come: their numbers, and what is told of them, may differ.
  const same = (key: string, value: unknown) =>
    key === "durationMs" ? 0 : key === "evidence" ? (value as []).length : key === "reproduce" ? "" : value;
  return JSON.parse(JSON.stringify(pack, same));
}

async function loaded(request: PackRequest): Promise<LoadedPack> {
  const { packs, errors } = await loadPacks([request], LOADING);
  expect(errors.map(({ message }) => message)).toEqual([]);
  return packs[0] as LoadedPack;
}

it("a pack in a process of its own runs and reports like any other, on one server after another", async () => {
  const folder = project({ "pack.mjs": SOURCE }, "a b#1%20é");
  const request = {
    name: "./pack.mjs",
    specifier: `${folder}/pack.mjs`,
    options: { secondIdentity: { Authorization: `Bearer ${SECRET}` } },
    from: folder,
    namedIn: "test",
  };
  const [isolated, here] = [await loaded(request), await loaded({ ...request, isolation: "none" })];
  expect([isolated.isolation, here.isolation]).toEqual(["process", "none"]);
  const once = async (pack: LoadedPack) =>
    run(requestFor([await httpTarget({ modern: OFFERS_WIDGETS })], [{ loaded: pack }]));
  const expected = said(await once(here));
  expect(said(await once(isolated))).toEqual(expected);
  expect(said(await once(isolated))).toEqual(expected);
  expect(expected).toMatchObject({
    outcome: "failed",
    discovery: { number: "number", wire: "new" },
    warnings: ["the teardown of the fixture made threw Error: torn"],
    moreWithOptions: [{ checks: ["lacks-something", "needs-a-role"] }],
  });
  const { checks } = expected as { checks: { id: string; error?: { message: string } }[] };
  expect(checks.flatMap(({ id, error }) => (/forgets|fails-late/.test(id) ? [error?.message] : []))).toEqual([
    "the check ended while a request of its own was not answered: a promise was not awaited",
    "the check gave a finding after it had ended: a promise was not awaited",
  ]);
  isolated.close?.();
  const gone = onlyPack(await once(isolated)).checks.map(({ error, origin }) => [error?.message, origin]);
  expect(new Set(gone.map(String))).toEqual(
    new Set(["the process of the pack ./pack.mjs is gone: mcptest closed it,pack"]),
  );
});

it("counts the findings that an isolated pack does not send", async () => {
  const source = `export default {
    name: "mcptest-pack-widgets", version: "1.0.0", extension: "com.example/widgets", "~mcptest": { kind: "pack", contract: 1 },
    checks: [{ kind: "check", id: "says", category: "c", title: "t", description: "d", level: "must", since: "1.0.0", phase: "list",
      rule: { source: "r" }, run(_values, verdict) {
        for (let index = 0; index < 60000; index++) verdict.note("n");
        for (let index = 0; index < 60000; index++) verdict.detail("d", index);
      } }] };`;
  const folder = project({ "pack.mjs": source });
  const request = { name: "p", specifier: `${folder}/pack.mjs`, from: folder, namedIn: "test" };
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  for (const isolation of [undefined, "none"] as const) {
    const pack = await loaded({ ...request, isolation });
    const [says] = onlyPack(await run(requestFor([target], [{ loaded: pack }]))).checks;
    pack.close?.();
    expect(says?.notes?.at(-1)).toBe("59000 more findings were left out");
  }
});

it("says of a reason that is no text what it is, and whose fault", async () => {
  const source = `
const check = (id, run) => ({ kind: "check", id, category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
  phase: "list", rule: { source: "r" }, run });
export default {
  name: "mcptest-pack-widgets", version: "1.0.0", extension: "com.example/widgets", "~mcptest": { kind: "pack", contract: 1 },
  checks: [
    check("cyclic", (_values, verdict) => { const odd = { code: 7 }; odd.self = odd; verdict.couldNotRun(odd); }),
    check("nothing", (_values, verdict) => verdict.couldNotRun()),
    check("text", (_values, verdict) => verdict.couldNotRun("no tool", { origin: "environment" })),
  ] };`;
  const folder = project({ "pack.mjs": source });
  const request = { name: "p", specifier: `${folder}/pack.mjs`, from: folder, namedIn: "test" };
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  for (const isolation of [undefined, "none"] as const) {
    const pack = await loaded({ ...request, isolation });
    const { checks } = onlyPack(await run(requestFor([target], [{ loaded: pack }])));
    pack.close?.();
    expect(checks.map(({ error, origin }) => [error?.message, origin])).toEqual([
      ['the reason is no text: {"code":7,"self":"(circular)"}', "pack"],
      ["the reason is no text: null", "pack"],
      ["no tool", "environment"],
    ]);
  }
});

/** Tries to prove a guess at what is masked, with every hash that it is given. */
const GUESSES = `
import { createHash } from "node:crypto";
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const provesIn = ({ request, messages }) => [request?.body, ...messages.map(({ raw }) => raw)].some((text, index) => {
  const { sha256: hash } = index === 0 ? request ?? {} : messages[index - 1];
  return text?.includes("[redacted]") && hash !== sha256(text) && hash === sha256(text.replaceAll("[redacted]", "${SECRET}"));
});
const masked = ({ messages }) => messages.filter(({ raw, sha256: hash, byteLength }) =>
  raw.includes("[redacted]") && hash === sha256(raw) && byteLength === Buffer.byteLength(raw)).length;
const seen = { kind: "projection", name: "seen", initial: () => [], fold: (state, exchange) => [...state, exchange] };
export default {
  name: "mcptest-pack-widgets", version: "1.0.0", extension: "com.example/widgets", "~mcptest": { kind: "pack", contract: 1 },
  checks: [{ kind: "check", id: "guesses", category: "c", title: "t", description: "d", level: "must", since: "1.0.0", phase: "end",
    rule: { source: "r" }, needs: { seen }, async run({ seen }, verdict, { host, connection }) {
      const ways = [seen, await host.transcript(), [await host.exchange(connection, { method: "tools/list" })]];
      verdict.detail("masked", ways.map((exchanges) => exchanges.reduce((sum, exchange) => sum + masked(exchange), 0)));
      verdict.detail("proved", ways.map((exchanges) => exchanges.some(provesIn)));
    } },
    { kind: "check", id: "lists", category: "c", title: "t", description: "d", level: "must", since: "1.0.0", phase: "list",
      rule: { source: "r" }, async run(_values, _verdict, { host, connection }) { await host.exchange(connection, { method: "tools/list" }); } },
  ],
};`;

it("gives an isolated pack no hash that would prove a guess at a secret", async () => {
  const folder = project({ "pack.mjs": GUESSES });
  const pack = await loaded({ name: "p", specifier: `${folder}/pack.mjs`, from: folder, namedIn: "test" });
  const tools = [{ name: SECRET, inputSchema: { type: "object" } }];
  const target = await httpTarget({ modern: OFFERS_WIDGETS, replies: { "tools/list": { tools } } }, [
    ["Authorization", `Bearer ${SECRET}`],
  ]);
  const report = await run(requestFor([target], [{ loaded: pack }]));
  pack.close?.();
  const [guesses] = onlyPack(report).checks;
  expect(guesses?.error).toBeUndefined();
  expect(guesses?.details).toEqual({ masked: [1, 1, 1], proved: [false, false, false] });
});

it("says what the schema of an isolated pack says, and ends the process of one that is refused", async () => {
  const folder = project({ "pack.mjs": SOURCE });
  const request = { name: "p", specifier: `${folder}/pack.mjs`, options: { bad: true }, from: folder, namedIn: "test" };
  const { packs, errors } = await loadPacks([request], LOADING);
  expect(packs).toEqual([]);
  expect(errors.map(({ message }) => message)).toMatchInlineSnapshot(`
    [
      "test: the options of mcptest-pack-widgets are refused:
      - bad[0]: is bad",
    ]
  `);
});
