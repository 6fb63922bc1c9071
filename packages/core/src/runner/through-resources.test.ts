import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineProjection, extensionResultOf, type JsonObject, member, type Pack } from "@mcptest/pack";
import { afterAll, describe, expect, it } from "vitest";
import { loadPacks } from "../loader/index.js";
import { nativeImport } from "../loader/testing/native-import.js";
import { project } from "../loader/testing/project.js";
import type { Report } from "../report/model.js";
import { list } from "./list.js";
import { readTranscript } from "./read-transcript.js";
import { replay } from "./replay.js";
import { run } from "./run.js";
import type { SmallServer } from "./testing/answer.mjs";
import { mappedServer } from "./testing/mapped.js";
import {
  check,
  httpTarget,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  select,
  WIDGETS,
  words,
} from "./testing/setup.js";
import type { PackSelection, RunRequest } from "./types.js";

const folder = mkdtempSync(join(tmpdir(), "mcptest-through-resources-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values of widgets/list that the record holds, however it was called. */
const lists = defineProjection<unknown[]>({
  name: "lists",
  initial: () => [],
  fold: (state, exchange) => {
    const value = member(extensionResultOf(exchange), "by");
    return value === undefined ? state : [...state, value];
  },
});

const sees: Parameters<typeof check>[1] = (verdict, { serverAdvertisement, facts }) =>
  verdict.detail("seen", { serverAdvertisement: serverAdvertisement ?? null, route: facts.route ?? null });
const looks = check("looks", sees);
const calls = check("calls", async (verdict, { host, connection }) => {
  const exchange = await host.callExtension(connection, "widgets/list", {});
  verdict.detail("called", member(extensionResultOf(exchange), "by"));
});
const native = check("native", (verdict) => verdict.pass(), { on: { route: ["native", "unofficial"] } });
const judges = check("judges", (verdict, _context, { lists: found }) => verdict.detail("found", found as never), {
  ...{ reads: "transcript", phase: "end", needs: { lists } },
});

const ROUTES: Pack["routes"] = ["native", "resources"];
const widgets = (more: Partial<Pack> = {}) => packOf([looks, calls, native, judges], { routes: ROUTES, ...more });

async function runOn(settings: SmallServer, packs: PackSelection[], more: Partial<RunRequest> = {}): Promise<Report> {
  return await run(requestFor([await httpTarget(settings)], packs, more));
}

/** What the checks found out. */
function details(report: Report): Record<string, unknown> {
  return Object.assign({}, ...onlyPack(report).checks.map((one) => one.details ?? {}));
}

/** Methods that were sent, without the handshake. */
async function sentBy(packs: PackSelection[], settings: SmallServer): Promise<string[]> {
  const file = join(folder, `${Math.random()}.jsonl`);
  await runOn(settings, packs, { saveTranscript: file });
  const { transcript } = await readTranscript(file);
  const sent = transcript.all().map(({ method = "" }) => method);
  transcript.dispose();
  return sent.filter((method) => !/^(server|initialize|notifications)/.test(method));
}

describe("a pack that works through resources", () => {
  it.each([false, true])("runs on a legacy server that maps its id (cloned: %s)", async (cloneHostValues) => {
    const report = await runOn(mappedServer(), [select(widgets())], { cloneHostValues, require: [WIDGETS] });
    expect(words(onlyPack(report).checks)).toEqual({
      ...{ looks: "passed", calls: "passed", native: "not-applicable", judges: "passed" },
    });
    expect(details(report)).toMatchObject({
      seen: { serverAdvertisement: { version: "2.3" }, route: "resources" },
      called: "fixed",
      found: ["fixed"],
    });
    expect(report.servers[0]?.extensions).toEqual([
      { id: WIDGETS, label: "extension", advertised: false, inUse: false, throughResources: true, grammar: "ok" },
    ]);
    expect(report.exitCode).toBe(0);
  });

  it.each([
    [["native", "resources"], "resources"],
    [["native", "unofficial", "resources"], "unofficial"],
  ] as const)("prefers its own routes on a server that names it, too: %o", async (routes, route) => {
    const report = await runOn(mappedServer({ legacy: OFFERS_WIDGETS }), [select(widgets({ routes: [...routes] }))]);
    expect(details(report)).toMatchObject({ seen: { serverAdvertisement: { version: "2.3" }, route } });
    expect(report.servers[0]?.extensions).toMatchObject([{ id: WIDGETS, advertised: true, throughResources: true }]);
  });

  it("has the fact of each lane", async () => {
    const settings = mappedServer({ modern: OFFERS_WIDGETS });
    const report = await runOn(settings, [select(widgets())], { era: "all" });
    const [modern, legacy] = report.servers[0]?.packs ?? [];
    const routeOf = (pack: typeof modern) => member(pack?.checks[0]?.details?.seen, "route");
    expect([modern, legacy].map(routeOf)).toEqual(["native", "resources"]);
    const own = packOf([looks], { preExtensionWire: () => ({ label: "Widgets (old)" }), routes: ROUTES });
    expect(details(await runOn(mappedServer(), [select(own)]))).toMatchObject({ seen: { route: "own" } });
    const everywhere = packOf([looks], { extension: "*", routes: ROUTES });
    expect(details(await runOn(mappedServer(), [select(everywhere)]))).toMatchObject({ seen: { route: null } });
    const asked = select(packOf([looks], { routes: ROUTES }), { always: true });
    expect(details(await runOn({ legacy: {} }, [asked]))).toMatchObject({ seen: { route: null } });
  });

  it("runs where the interface cannot be read, without an advertisement", async () => {
    const settings = mappedServer({ reads: { [`mcp-extensions://${WIDGETS}/manifest.json`]: [] } });
    const report = await runOn(settings, [select(packOf([looks], { routes: ROUTES }))]);
    expect(details(report)).toMatchObject({ seen: { serverAdvertisement: null, route: "resources" } });
  });

  it.each([
    [
      "lists no interface",
      { resources: [{ uri: "mcp-extensions://com.example/widgets/widgets/list" }, "text", {}] } as JsonObject,
    ],
    ["lists one at another depth", { resources: [{ uri: `mcp-extensions://${WIDGETS}/more/manifest.json` }] }],
    ["gives no list", { resources: 5 }],
  ])("is skipped on a server that %s", async (_, listed) => {
    const settings = mappedServer({ replies: { "resources/list": listed } });
    const report = await runOn(settings, [select(widgets())]);
    expect(onlyPack(report).skippedBecause).toBe("the server does not advertise com.example/widgets on 2025-11-25");
  });
});

describe("a pack that does not work through resources", () => {
  const other = () => packOf([looks], { name: "mcptest-pack-other", routes: ["native"] });
  const reason = "it is offered through resources on 2025-11-25, a route on which mcptest-pack-other does not work";

  it("is skipped with that reason where another one looks for them, whichever comes first", async () => {
    const elsewhere = packOf([looks], { name: "mcptest-pack-elsewhere", extension: "*", routes: ["resources"] });
    for (const packs of [
      [select(other()), select(elsewhere)],
      [select(elsewhere), select(other())],
    ]) {
      const [server] = (await runOn(mappedServer(), packs)).servers;
      const own = server?.packs.find(({ name }) => name === "mcptest-pack-other");
      expect(own?.skippedBecause).toBe(reason);
    }
  });

  it("fails a run that requires its id, for that reason", async () => {
    const elsewhere = packOf([looks], { name: "mcptest-pack-elsewhere", extension: "*", routes: ["resources"] });
    const report = await runOn(mappedServer(), [select(other()), select(elsewhere)], { require: [WIDGETS] });
    const [failed] = report.servers[0]?.packs[0]?.checks ?? [];
    expect(failed).toMatchObject({ status: "failed", error: { message: expect.stringContaining(reason) } });
  });
});

describe("the look for resources", () => {
  const idle = check("idle", (verdict) => verdict.pass());

  it("happens once, and only where a pack of the run works through them", async () => {
    const two = [packOf([idle], { routes: ROUTES }), packOf([idle], { name: "mcptest-pack-two", routes: ROUTES })];
    expect(
      await sentBy(
        two.map((pack) => select(pack)),
        mappedServer(),
      ),
    ).toEqual(["resources/list", "resources/read"]);
    expect(await sentBy([select(packOf([idle]))], mappedServer())).toEqual([]);
    expect(await sentBy([select(two[0]!)], mappedServer({ legacy: { resources: false } }))).toEqual([]);
    expect(await sentBy([select(two[0]!)], mappedServer({ modern: OFFERS_WIDGETS }))).toEqual([]);
  });

  it("belongs to what is listed: nothing of the extension is called then", async () => {
    const target = await httpTarget(mappedServer());
    const listing = await list(requestFor([target], [select(widgets())]));
    const [pack] = listing.servers[0]?.lanes[0]?.packs ?? [];
    expect(pack?.skippedBecause).toBeUndefined();
    expect(pack?.checks.map(({ id, notApplicable }) => [id, notApplicable])).toEqual([
      ["looks", undefined],
      ["calls", undefined],
      ["native", "applies where route is native or unofficial; here it is resources"],
      ["judges", undefined],
    ]);
  });
});

it("a saved transcript is judged as the run was, by the same route and advertisement", async () => {
  const file = join(folder, "saved.jsonl");
  const judged = packOf([calls, judges, check("offline", sees, { reads: "transcript", phase: "end" })], {
    routes: ROUTES,
  });
  await runOn(mappedServer(), [select(judged)], { saveTranscript: file });
  const report = await replay({
    ...requestFor([], [select(judged)]),
    saved: await readTranscript(file),
  });
  expect(words(onlyPack(report).checks)).toEqual({ judges: "passed", offline: "passed" });
  expect(details(report)).toEqual({
    found: ["fixed"],
    seen: { serverAdvertisement: { version: "2.3" }, route: "resources" },
  });
  expect(report.servers[0]?.extensions).toMatchObject([{ id: WIDGETS, throughResources: true }]);
});

it("a pack in a process of its own works through resources as any other", async () => {
  const source = `
    const check = { kind: "check", id: "calls", category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
      phase: "probe", rule: { source: "r" },
      async run(_values, verdict, { host, connection, serverAdvertisement, facts }) {
        const { route, response } = await host.callExtension(connection, "widgets/list", { page: 1 });
        const text = response.result.contents[0].text;
        const refused = await host.callExtension(connection, "widgets/get", { id: "\\ud800" }).catch(({ message, origin }) => ({ message, origin }));
        verdict.detail("seen", { route, text, fact: facts.route, serverAdvertisement, refused });
      } };
    export default { name: "mcptest-pack-widgets", version: "1.0.0", extension: "com.example/widgets", routes: ["resources"],
      "~mcptest": { kind: "pack", contract: 1 }, checks: [check] };`;
  const from = project({ "pack.mjs": source }, "isolated");
  const request = { name: "./pack.mjs", specifier: `${from}/pack.mjs`, options: {}, from, namedIn: "test" };
  const loading = { bundledFrom: import.meta.url, isolate: true, importModule: nativeImport };
  const { packs, errors } = await loadPacks([request], loading);
  expect(errors).toEqual([]);
  const [loaded] = packs;
  if (!loaded) throw new Error("no pack");
  const report = await runOn(mappedServer(), [{ loaded }]);
  loaded.close?.();
  expect(details(report)).toEqual({
    seen: {
      route: "resources",
      text: '{"widgets":[],"by":"template"}',
      fact: "resources",
      serverAdvertisement: { version: "2.3" },
      refused: {
        message: "nothing was sent: a text of the arguments has a lone surrogate, which no URI can carry",
        origin: "host",
      },
    },
  });
});
