import { Parser } from "tap-parser";
import { describe, expect, it } from "vitest";
import { renderTap } from "./tap.js";
import { hostileReport } from "./testing/hostile-report.js";
import { sampleCheck, samplePack, sampleReport } from "./testing/sample.js";

/** What a strict TAP parser makes of a text. */
function parse(text: string) {
  const events = Parser.parse(text, { strict: true }) as [string, Record<string, unknown>][];
  const asserts = events.filter(([kind]) => kind === "assert").map(([, result]) => result);
  const complete = events.find(([kind]) => kind === "complete")?.[1] ?? {};
  const odd = events.filter(([kind]) => kind === "extra").map(([, line]) => line);
  return { asserts, complete, odd, bailout: events.some(([kind]) => kind === "bailout") };
}

const passed = () =>
  sampleReport([samplePack([sampleCheck()], { outcome: "passed" })], { outcome: "passed", passed: true, exitCode: 0 });

describe("TAP", () => {
  it("has a test point for each check, and is green where the run is", () => {
    const { asserts, complete } = parse(renderTap(passed()));
    expect(asserts.map(({ ok, name }) => [ok, name])).toEqual([
      [true, "local / @mcptest/pack-tasks / http-modern-2026-07-28 / tasks-ttl-shape"],
    ]);
    expect(complete).toMatchObject({ ok: true, count: 1, pass: 1 });
  });

  it("holds whatever a server says without a line of its own", () => {
    const { asserts, complete, odd, bailout } = parse(renderTap(hostileReport()));
    expect(odd).toEqual([]);
    expect(bailout).toBe(false);
    const kinds = asserts.map(
      ({ ok, todo, skip }) => `${ok ? "ok" : "not ok"}${todo ? " todo" : ""}${skip ? " skip" : ""}`,
    );
    const pack = ["not ok", "ok", "ok", "not ok", "ok skip", "not ok todo", "not ok todo"];
    expect(kinds).toEqual([...pack, ...pack, "not ok", "ok skip", "not ok"]);
    expect(complete).toMatchObject({ ok: false, count: 17 });
  });

  it.each([
    ["nothing was decided", { outcome: "skipped" as const, servers: [] }],
    ["nothing failed and something is open", { outcome: "incomplete" as const }],
  ])("is not green where %s", (_what, change) => {
    expect(parse(renderTap({ ...passed(), exitCode: 3, ...change })).complete.ok).toBe(false);
  });

  it("bails out where the run was stopped", () => {
    expect(parse(renderTap({ ...passed(), complete: false })).bailout).toBe(true);
  });
});
