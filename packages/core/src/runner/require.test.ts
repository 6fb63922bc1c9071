import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { Report } from "../report/model.js";
import { run } from "./run.js";
import {
  check,
  httpTarget,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  select,
  stdioTarget,
  WIDGETS,
  words,
} from "./testing/setup.js";

const offered = check("widgets-offered", (verdict) => verdict.couldNotRun("the server advertises no widgets"), {
  level: "should",
});
const listed = check("widgets-listed", (verdict) => verdict.pass());
const widgets = packOf([offered, listed], { requiredCheck: "widgets-offered" });
const unnamed = packOf([listed]);

describe("a required extension", () => {
  it.each<[name: string, capabilities: JsonObject, message: string]>([
    [
      "that nothing advertises",
      { tools: {} },
      'the server does not advertise com.example/widgets on 2026-07-28, and the run requires it\nfix: let it answer with capabilities.extensions["com.example/widgets"]: {}',
    ],
    [
      "whose settings are no object",
      { extensions: { [WIDGETS]: true } },
      'the server does not advertise com.example/widgets on 2026-07-28: the settings of com.example/widgets are true, not an object, and the run requires it\nfix: let it answer with capabilities.extensions["com.example/widgets"]: {}',
    ],
    [
      "in a map that is none",
      { extensions: [WIDGETS] },
      'the server does not advertise com.example/widgets on 2026-07-28: capabilities.extensions is an array, not an object, and the run requires it\nfix: let it answer with capabilities.extensions["com.example/widgets"]: {}',
    ],
  ])("%s is a failure of the check that its pack names, and nothing else runs", async (_, capabilities, message) => {
    const target = await httpTarget({ modern: capabilities });
    const report = await run(requestFor([target], [select(widgets)], { require: [WIDGETS] }));
    const pack = onlyPack(report);
    expect(words(pack.checks)).toEqual({ "widgets-offered": "failed" });
    expect(pack).toMatchObject({ ran: true, outcome: "failed" });
    expect(pack.checks[0]).toMatchObject({
      level: "should",
      error: { message },
      subjects: [{ subject: WIDGETS, status: "failed" }],
    });
    expect(report.servers[0]?.exchanges.map(({ method }) => method)).toEqual(["server/discover"]);
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
  });

  it("is asked of a legacy server in the words of its own revision", async () => {
    const fixOf = async (pack: typeof widgets) => {
      const request = requestFor([stdioTarget({ legacy: {} })], [select(pack)], { require: [WIDGETS] });
      return onlyPack(await run(request)).checks[0]?.error?.message.split("\n")[1];
    };
    expect([
      await fixOf(widgets),
      await fixOf(packOf([offered], { preExtensionDeclaration: "capabilities.widgets on 2025-11-25" })),
    ]).toMatchInlineSnapshot(`
      [
        "fix: let it speak a revision that has extensions, 2026-07-28, and answer with capabilities.extensions["com.example/widgets"]: {}; 2025-11-25 has none",
        "fix: let it declare capabilities.widgets on 2025-11-25, or speak a revision that has extensions, 2026-07-28, and answer with capabilities.extensions["com.example/widgets"]: {}",
      ]
    `);
  });

  it("replaces what the check says itself where the pack runs all the same", async () => {
    const target = await httpTarget({ modern: {} });
    const report = await run(requestFor([target], [select(widgets, { always: true })], { require: [WIDGETS] }));
    expect(words(onlyPack(report).checks)).toEqual({ "widgets-offered": "failed", "widgets-listed": "passed" });
    const free = await run(requestFor([target], [select(widgets, { always: true })]));
    expect(words(onlyPack(free).checks)).toEqual({ "widgets-offered": "could-not-run", "widgets-listed": "passed" });
    expect(free.exitCode).toBe(3);
  });

  it("is a failure of the host's own check where the pack names none", async () => {
    const target = await httpTarget({ modern: {} });
    const report = await run(requestFor([target], [select(unnamed)], { require: [WIDGETS] }));
    expect(words(onlyPack(report).checks)).toEqual({ "extension-required": "failed" });
    expect(onlyPack(report).name).toBe("mcptest-pack-widgets");
  });

  it("stands in an entry of the host where no pack tests it", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const require = ["com.example/gadgets", "com.example/gears", WIDGETS];
    const report = await run(requestFor([target], [], { require }));
    const pack = onlyPack(report);
    expect(pack).toMatchObject({ name: "mcptest", version: "0.1.0", extension: "*", ran: true, outcome: "failed" });
    expect(words(pack.checks)).toEqual({ "extension-required": "failed" });
    expect(pack.checks[0]?.subjects?.map(({ subject }) => subject)).toEqual([
      "com.example/gadgets",
      "com.example/gears",
    ]);
    expect(pack.checks[0]?.subjects?.[0]?.message).toMatch(
      /; no pack of this run tests it: look for a package with the keyword mcptest-pack, such as mcptest-pack-gadgets\nfix: /,
    );
    const tasks = await run(requestFor([target], [], { require: ["io.modelcontextprotocol/tasks"] }));
    expect(onlyPack(tasks).checks[0]?.error?.message).toMatch(/; no pack of this run tests it: @mcptest\/pack-tasks\n/);
  });

  it("is there when it is advertised, in the dotted form too, or on the pack's pre-extension wire", async () => {
    const dotted = await httpTarget({ modern: { extensions: { "com.example.widgets": {} } } });
    const old = stdioTarget({ legacy: { widgets: {} } });
    const pack = packOf([listed], {
      preExtensionWire: ({ capabilities }) => (capabilities.widgets ? { label: "Widgets (2025-11-25)" } : undefined),
    });
    const reports: Report[] = [];
    for (const target of [dotted, old]) {
      reports.push(await run(requestFor([target], [select(pack)], { require: ["com.example.widgets"] })));
    }
    expect(reports.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(reports[1]?.servers[0]?.extensions).toEqual([
      { id: WIDGETS, label: "Widgets (2025-11-25)", advertised: true, inUse: false, grammar: "ok" },
    ]);
  });

  it("is no failure of a server that could not be tested", async () => {
    const target = { kind: "http" as const, name: "gone", url: "http://127.0.0.1:1/mcp", headers: [] };
    const report = await run(requestFor([target], [select(widgets)], { require: [WIDGETS] }));
    expect(report).toMatchObject({ outcome: "incomplete", summary: { failed: 0 } });
  });
});
