import { describe, expect, it } from "vitest";
import { negotiationPack } from "./pack.js";
import { ROWS } from "./rows.js";

const inPack = new Set(negotiationPack.checks.map(({ id }) => id));

function numbers(letter: string, ...ranges: [first: number, last: number][]): string[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `${letter}${String(first + index).padStart(2, "0")}`),
  );
}

describe("the table of rows", () => {
  it("has every row of the sections A to G once, in order", () => {
    expect(ROWS.map(({ row }) => row)).toEqual([
      ...numbers("A", [1, 40], [50, 81], [90, 108], [110, 114]),
      ...numbers("B", [1, 14]),
      ...numbers("C", [1, 12]),
      ...numbers("D", [1, 8]),
      ...numbers("E", [1, 28]),
      ...numbers("F", [1, 17]),
      ...numbers("G", [1, 5], [10, 21], [30, 36]),
    ]);
  });

  it("names checks that are in the pack", () => {
    const named = ROWS.flatMap((entry) => ("check" in entry ? [entry.check] : "owner" in entry ? [entry.owner] : []));
    expect(named.filter((id) => !inPack.has(id))).toEqual([]);
  });

  it("names every check of the pack, with the number that the check states", () => {
    for (const { id, rule } of negotiationPack.checks) {
      const rows = ROWS.filter((entry) => "check" in entry && entry.check === id).map(({ row }) => row);
      expect(rows, id).not.toEqual([]);
      expect((rule.contract ?? "").split(", ").sort(), id).toEqual([...rows].sort());
    }
  });
});
