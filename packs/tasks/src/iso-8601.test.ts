import { describe, expect, it } from "vitest";
import { parseIsoTime } from "./iso-8601.js";

const NOON = Date.UTC(2026, 6, 28, 12);

describe("a time of ISO 8601", () => {
  it.each([
    ["2026-07-28T12:00:00Z"],
    ["2026-07-28T12:00:00.000Z"],
    ["2026-07-28T12:00:00,000000000Z"],
    ["20260728T120000Z"],
    ["20260728T12Z"],
    ["2026-07-28T12:00Z"],
    ["2026-07-28T14:00:00+02:00"],
    ["2026-07-28T14:00:00+0200"],
    ["20260728T140000+02"],
    ["2026-07-28T06:30:00-05:30"],
    ["2026-209T12:00:00Z"],
    ["2026209T120000Z"],
    ["2026-W31-2T12:00:00Z"],
    ["2026W312T120000Z"],
  ])("is %s", (text) => {
    expect(parseIsoTime(text)).toEqual({ ms: NOON, zone: true });
  });

  it("may have no zone, and a fraction of any unit", () => {
    expect(parseIsoTime("2026-07-28T12:00:00")).toEqual({ ms: NOON, zone: false });
    expect(parseIsoTime("2026-07-28T11.5")).toEqual({ ms: NOON - 1_800_000, zone: false });
    expect(parseIsoTime("2026-07-28T11:59,5Z")?.ms).toBe(NOON - 30_000);
    expect(parseIsoTime("2026-07-28")).toEqual({ ms: NOON - 43_200_000, zone: false });
    expect(parseIsoTime("2026-07-27T24:00:00Z")?.ms).toBe(NOON - 43_200_000);
  });

  it.each([
    ["2026-07-28 12:00:00Z"],
    ["2026-02-30T12:00:00Z"],
    ["2026-13-01T12:00:00Z"],
    ["2026-366T12:00:00Z"],
    ["2026-07-28T25:00:00Z"],
    ["2026-07-28T12:60:00Z"],
    ["Tue, 28 Jul 2026 12:00:00 GMT"],
    ["07/28/2026"],
    ["1785240000000"],
    ["1785240000"],
    ["yesterday"],
    [""],
  ])("is not %j", (text) => {
    expect(parseIsoTime(text)).toBeUndefined();
  });
});
