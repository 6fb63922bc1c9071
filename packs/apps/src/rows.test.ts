import { expect, it } from "vitest";
import { appsPack } from "./pack.js";
import { WIRE_ROWS } from "./rows.js";

const own = appsPack.checks.filter(({ category, profiles }) => category !== "view" && profiles === undefined);
const named = WIRE_ROWS.flatMap((entry) => ("check" in entry ? [entry.check] : []));

it("the table of rows names each check that needs no browser once, by its own id", () => {
  expect([...named].sort()).toEqual(own.map(({ id }) => id).sort());
  for (const { id, rule } of appsPack.checks) expect(rule.contract).toBe(id);
});

it("says of each part without a verdict who owns it, or why nothing shows it", () => {
  const parts = WIRE_ROWS.filter((entry) => !("check" in entry));
  for (const { row } of parts) expect(named).toContain(row.split(",", 1)[0]);
});
