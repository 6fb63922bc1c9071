import type { JsonObject, Pack } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { run } from "./run.js";
import {
  check,
  httpTarget,
  OFFERS_WIDGETS,
  packOf,
  requestFor,
  select,
  stdioTarget,
  WIDGETS,
} from "./testing/setup.js";
import type { PackSelection } from "./types.js";

const pass = check("passes", (verdict) => verdict.pass());

async function runOn(capabilities: JsonObject, selections: PackSelection[], more = {}) {
  const target = await httpTarget({ modern: capabilities });
  const [server] = (await run(requestFor([target], selections, more))).servers;
  return { packs: server?.packs ?? [], extensions: server?.extensions ?? [] };
}

async function skipped(capabilities: JsonObject, more: Partial<Pack> = {}): Promise<string | undefined> {
  return (await runOn(capabilities, [select(packOf([pass], more))])).packs[0]?.skippedBecause;
}

describe("a pack runs where its extension is offered", () => {
  it("by its id or the dotted form of it, and sees the settings as received", async () => {
    const seen: unknown[] = [];
    const pack = packOf([check("looks", (_, { serverAdvertisement }) => void seen.push(serverAdvertisement))]);
    await runOn(OFFERS_WIDGETS, [select(pack)]);
    await runOn({ extensions: { "com.example.widgets": { dotted: true } } }, [select(pack)]);
    await runOn({ extensions: { "com.example.widgets": { dotted: true }, [WIDGETS]: {} } }, [select(pack)]);
    await runOn({ extensions: { [WIDGETS]: "text" } }, [select(pack, { always: true })]);
    await runOn({}, [select(pack, { always: true })]);
    expect(seen).toEqual([{ version: "2.3" }, { dotted: true }, {}, "text", undefined]);
  });

  it("and is skipped elsewhere, with one reason and no rows", async () => {
    expect([
      await skipped({ tools: {} }),
      await skipped({ extensions: { widgets: {}, "com.example/Widgets": {} } }),
      await skipped({ extensions: { widgets: {} } }),
      await skipped({ extensions: [WIDGETS] }),
      await skipped({ extensions: { [WIDGETS]: null } }),
      await skipped({ extensions: { [WIDGETS]: true } }),
      await skipped(JSON.parse('{"extensions": {"__proto__": {"com.example/widgets": {}}}}')),
    ]).toMatchInlineSnapshot(`
      [
        "the server does not advertise com.example/widgets on 2026-07-28",
        "the server does not advertise com.example/widgets on 2026-07-28: it advertises "com.example/Widgets", which differs in case and so is another id",
        "the server does not advertise com.example/widgets on 2026-07-28: it advertises "widgets", a flat key, which names no extension",
        "the server does not advertise com.example/widgets on 2026-07-28: capabilities.extensions is an array, not an object",
        "the server does not advertise com.example/widgets on 2026-07-28: the settings of com.example/widgets are null, not an object",
        "the server does not advertise com.example/widgets on 2026-07-28: the settings of com.example/widgets are true, not an object",
        "the server does not advertise com.example/widgets on 2026-07-28",
      ]
    `);
    const { packs } = await runOn({}, [select(packOf([pass]))]);
    expect(packs).toMatchObject([
      {
        ran: false,
        outcome: "skipped",
        checks: [],
        notSelected: [],
        summary: "skipped: the server does not advertise com.example/widgets on 2026-07-28",
        categorySummary: { creation: { total: 0, passed: 0, failed: 0, skipped: 0, couldNotRun: 0 } },
      },
    ]);
  });

  it("on a legacy revision only where it looks for it there", async () => {
    const target = stdioTarget({ legacy: OFFERS_WIDGETS });
    const both = packOf([pass], { name: "mcptest-pack-both" });
    const native = packOf([pass], { name: "mcptest-pack-native", routes: ["native"] });
    const old = packOf([pass], { name: "mcptest-pack-old", preExtensionWire: () => undefined });
    const [server] = (
      await run(
        requestFor(
          [target],
          [both, native, old].map((pack) => select(pack)),
        ),
      )
    ).servers;
    expect(server?.packs.map(({ ran, skippedBecause }) => skippedBecause ?? ran)).toMatchInlineSnapshot(`
      [
        true,
        "the server names com.example/widgets on 2025-11-25, where mcptest-pack-native does not look for it",
        "the server names com.example/widgets on 2025-11-25, where mcptest-pack-old does not look for it",
      ]
    `);
  });
});

it("a pack is told what came near its id, and the report what is wrong with settings", async () => {
  const seen: unknown[] = [];
  const pack = select(packOf([check("looks", (_, { nearMiss }) => void seen.push(nearMiss))]), { always: true });
  const { extensions } = await runOn({ extensions: { [WIDGETS]: true } }, [pack]);
  await runOn({ extensions: { [WIDGETS]: {} } }, [pack]);
  expect(seen).toEqual(["the settings of com.example/widgets are true, not an object", undefined]);
  expect(extensions).toMatchObject([{ id: WIDGETS, advertised: true, settingsProblem: "true, not an object" }]);
});

describe("a pack without an id of its own", () => {
  it("runs on every server, or where it finds something", async () => {
    const star = (name: string, more: Partial<Pack> = {}) => select(packOf([pass], { name, extension: "*", ...more }));
    const finds = async () => ({ trace: "a resource of it", evidence: [1] });
    const { packs, extensions } = await runOn({}, [
      star("always"),
      star("finds", { detect: finds }),
      star("finds-nothing", { detect: async () => undefined }),
      star("of-the-other-era", { detect: async () => undefined, checks: [{ ...pass, on: { era: "legacy" } }] }),
    ]);
    expect(packs.map(({ name, skippedBecause }) => [name, skippedBecause])).toEqual([
      ["always", undefined],
      ["finds", undefined],
      ["finds-nothing", "it found nothing of what it tests"],
      ["of-the-other-era", "it looks at revisions before 2026-07-28 alone, which --era all judges as well"],
    ]);
    expect(extensions).toEqual([]);
  });
});

describe("use without advertisement", () => {
  const detecting = packOf([pass], {
    async detect(host, { connection }) {
      const { number } = await host.exchange(connection, { method: "tools/list" });
      return { trace: "it answers widgets/list", evidence: [number] };
    },
  });

  it("runs the pack, and the report shows it and its traces", async () => {
    const target = await httpTarget({ modern: {} });
    const report = await run(requestFor([target], [select(detecting)]));
    const [server] = report.servers;
    expect(server?.packs[0]).toMatchObject({ ran: true, outcome: "passed" });
    expect(server?.extensions).toEqual([
      { id: WIDGETS, label: "extension", advertised: false, inUse: true, grammar: "ok" },
    ]);
    expect(server?.exchanges).toMatchObject([{ method: "tools/list", tags: { check: "detect" } }]);
  });

  it("is not looked for with onlyAdvertised, nor where the extension is advertised", async () => {
    const only = await runOn({}, [select(detecting)], { onlyAdvertised: true });
    expect(only.packs[0]?.skippedBecause).toMatch(/does not advertise/);
    const advertised = await runOn(OFFERS_WIDGETS, [select(detecting)]);
    expect(advertised.extensions).toEqual([
      { id: WIDGETS, label: "extension", version: "2.3", advertised: true, inUse: false, grammar: "ok" },
    ]);
  });
});

it("a pack that nobody named gives way to one before it", async () => {
  const named = select(packOf([pass], { name: "mcptest-pack-mine" }));
  const bundled = select(packOf([pass], { name: "mcptest-pack-theirs" }));
  bundled.loaded.named = false;
  const { packs } = await runOn(OFFERS_WIDGETS, [named, bundled]);
  expect(packs.map(({ ran, skippedBecause }) => [ran, skippedBecause])).toEqual([
    [true, undefined],
    [false, "mcptest-pack-mine already stands for com.example/widgets; name both packs to run both"],
  ]);
  const both = await runOn(OFFERS_WIDGETS, [named, select(packOf([pass], { name: "mcptest-pack-theirs" }))]);
  expect(both.packs.map(({ ran }) => ran)).toEqual([true, true]);
});
