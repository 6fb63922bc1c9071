import { describe, expect, it } from "vitest";
import { tasksPack } from "./pack.js";
import { EXTENSION_ROWS, LEGACY_ROWS, SENDER_ROWS } from "./rows.js";

const ALL = [...EXTENSION_ROWS, ...LEGACY_ROWS, ...SENDER_ROWS];
const inPack = new Set(tasksPack.checks.map(({ id }) => id));
const named = new Set(ALL.flatMap((entry) => ("check" in entry ? [entry.check] : [])));

describe("the table of rows", () => {
  it("has every row of both wires once, in order", () => {
    const numbers = (letter: string, last: number) =>
      Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`);
    expect(EXTENSION_ROWS.map(({ row }) => row)).toEqual(numbers("I", 62));
    expect(LEGACY_ROWS.map(({ row }) => row)).toEqual(numbers("H", 36));
  });

  it("says for each row: check, silent scope of an owner, or not observable", () => {
    expect(ALL.filter((entry) => "check" in entry)).toHaveLength(98);
    expect(ALL.filter((entry) => "owner" in entry).map(({ row }) => row)).toEqual(["I53"]);
    expect(ALL.filter((entry) => !("check" in entry || "owner" in entry)).map(({ row }) => row)).toEqual([
      "I52",
      "I56",
    ]);
  });

  it("names checks that are in the pack", () => {
    expect([...named].filter((id) => !inPack.has(id))).toEqual([]);
    const owners = ALL.flatMap((entry) => ("owner" in entry ? [entry.owner] : []));
    expect(owners.filter((id) => !inPack.has(id))).toEqual([]);
  });

  it("names every check of the pack, with the number that the check states", () => {
    for (const { id, rule } of tasksPack.checks) {
      const rows = ALL.filter((entry) => "check" in entry && entry.check === id).map(({ row }) => row);
      expect(rows, id).not.toEqual([]);
      expect((rule.contract ?? "").split(", ").sort(), id).toEqual([...rows].sort());
    }
  });
});
