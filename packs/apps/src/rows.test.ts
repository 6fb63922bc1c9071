import { describe, expect, it } from "vitest";
import { appsPack } from "./pack.js";
import { type RowEntry, VIEW_ROWS, WIRE_ROWS } from "./rows.js";

const own = appsPack.checks.filter(({ profiles }) => profiles === undefined);
const namedIn = (rows: readonly RowEntry[]) => rows.flatMap((entry) => ("check" in entry ? [entry.check] : []));

describe.each([
  ["of what a server sends", WIRE_ROWS, own.filter(({ category }) => category !== "view")],
  ["of views", VIEW_ROWS, own.filter(({ category }) => category === "view")],
])("the table of rows %s", (_what, rows, checks) => {
  it("names each check once, by its own id", () => {
    expect(namedIn(rows).sort()).toEqual(checks.map(({ id }) => id).sort());
  });

  it("says of each part without a verdict who owns it, or why nothing shows it", () => {
    const parts = rows.filter((entry) => !("check" in entry));
    for (const { row } of parts) expect(namedIn(rows)).toContain(row.split(",", 1)[0]);
  });
});

it("the source of every check is its own row", () => {
  for (const { id, rule } of appsPack.checks) expect(rule.contract).toBe(id);
});
