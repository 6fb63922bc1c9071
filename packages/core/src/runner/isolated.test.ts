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
      await host.exchange({ id: "none" }, { method: "x" }).catch(({ message }) => verdict.note(message));
      await host.callExtension(connection, "widgets/list", {}).then(({ number }) => verdict.fail("refused", [number, 999]));
    }),
    check("counts", "end", ({ sum }, verdict) => { verdict.note("lists: " + sum.count); throw new TypeError("after all"); }, { needs: { sum } }),
    check("forgets", "list", (_values, verdict, { host, connection }) => {
      host.exchange(connection, { method: "tools/list" }).then(({ number }) => verdict.fail("wrong", [number]));
    }),
    check("fails-late", "list", (_values, verdict) => { setTimeout(() => verdict.fail("wrong"), 5); }),
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
