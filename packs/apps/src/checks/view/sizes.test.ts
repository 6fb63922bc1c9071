import { describe, expect, it } from "vitest";
import type { VisitRecord } from "../../view/record.js";
import { saidBy } from "../../view/testing/judging.js";
import { connected, fromView, lookOf, type Posted } from "../../view/testing/records.js";
import { sizeChecks } from "./sizes.js";

const checkOf = (id: string) => sizeChecks.find((check) => check.id === id);
const kinds = async (id: string, ...records: VisitRecord[]) =>
  (await saidBy(checkOf(id), records)).map(({ kind }) => kind);

const METHOD = "ui/notifications/size-changed";
const size = (params: unknown, more: Partial<Posted> = {}): Posted =>
  fromView({ jsonrpc: "2.0", method: METHOD, params: params as never }, more);
/** Reports of these heights, so many milliseconds apart. */
const heights = (all: readonly number[], everyMs: number, stage: Posted["stage"] = "result") =>
  all.map((height, index) => size({ width: 640, height }, { atMs: 100 + index * everyMs, stage }));

describe("apps-view-size", () => {
  it.each([
    ["a height", [size({ height: 120 })]],
    ["both sides, and later the width alone", [size({ width: 640, height: 120 }), size({ width: 600 })]],
    ["a fraction of a pixel", [size({ width: 640.5, height: 0.5 })]],
    ["a height that is 0 at first", [size({ width: 640, height: 0 }), size({ width: 640, height: 80 })]],
  ])("passes with %s", async (_what, posted) => {
    expect(await kinds("apps-view-size", connected(posted))).toEqual(["pass"]);
  });

  it.each([
    ["nothing", []],
    ["widths alone", [size({ width: 640 })]],
    ["no side", [size({})]],
    ["no params", [fromView({ jsonrpc: "2.0", method: METHOD })]],
    ["a text", [size({ height: "120px" })]],
    ["what JSON has for a number that is none", [size({ height: null })]],
    ["a negative height", [size({ height: -1 })]],
    ["a good one, and a bad one later", [size({ height: 120 }), size({ width: -5 })]],
    ["a request", [fromView({ jsonrpc: "2.0", id: 4, method: METHOD, params: { height: 120 } })]],
  ])("is broken with %s", async (_what, posted) => {
    expect(await kinds("apps-view-size", connected(posted))).toEqual(["fail"]);
  });
});

describe("apps-view-size-stable", () => {
  it.each([
    ["no report", []],
    ["ten reports in a moment that go up and down", heights([1, 2, 1, 2, 1, 2, 1, 2, 1, 2], 10)],
    ["many reports over a long time that go up and down", heights([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], 600)],
    ["four that grow", heights([1, 2, 3, 4], 1_000)],
    ["the same size again and again", heights([5, 5, 5, 5, 5, 5], 1_000)],
    ["growth by what the host does", [...heights([1, 2, 3], 1_000, "input"), ...heights([4, 5, 6], 1_000, "result")]],
  ])("passes with %s", async (_what, posted) => {
    expect(await kinds("apps-view-size-stable", connected(posted))).toEqual(["pass"]);
  });

  it.each([
    ["eleven in a moment", heights([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1], 10)],
    ["five that grow", heights([1, 2, 3, 4, 5], 1_000)],
    ["five that shrink", heights([50, 40, 30, 20, 10], 1_000)],
    ["five that grow after others", heights([9, 9, 1, 2, 3, 4, 5], 1_000)],
    ["a width that grows", [1, 2, 3, 4, 5].map((width, at) => size({ width, height: 9 }, { atMs: at * 2_000 }))],
  ])("is broken with %s", async (_what, posted) => {
    expect(await kinds("apps-view-size-stable", connected(posted))).toEqual(["fail"]);
  });

  it("tells the sizes that grew", async () => {
    const [said] = await saidBy(checkOf("apps-view-size-stable"), [connected(heights([1, 2, 3, 4, 5], 1_000))]);
    expect(said?.text).toContain("height 1, 2, 3, 4, 5");
  });
});

describe("apps-view-fixed-height", () => {
  const fixed = (contentHeight: number, posted: Posted[] = []) =>
    connected(posted, {
      scenario: "fixed-height",
      looks: { result: lookOf({ contentHeight, clientHeight: 400 }) },
    });
  const loop = heights([1, 2, 3, 4, 5], 1_000);

  it("asks for nine tenths of the height, and for no report of a size", async () => {
    expect(await kinds("apps-view-fixed-height", connected(), fixed(360))).toEqual(["pass"]);
    expect(await kinds("apps-view-fixed-height", connected(), fixed(359))).toEqual(["fail"]);
  });

  it("content that is taller than the frame scrolls", async () => {
    expect(await kinds("apps-view-fixed-height", connected(), fixed(2_000))).toEqual(["pass"]);
  });

  it("blames a loop there, unless a flexible frame has it too", async () => {
    expect(await kinds("apps-view-fixed-height", connected(), fixed(400, loop))).toEqual(["fail"]);
    expect(await kinds("apps-view-fixed-height", connected(loop), fixed(400, loop))).toEqual(["pass"]);
  });

  it("is not judged where no such host saw the view", async () => {
    expect(await kinds("apps-view-fixed-height", connected())).toEqual(["notApplicable"]);
  });
});
