import { describe, expect, it } from "vitest";
import { observe, record } from "./testing/observe.js";
import { findingsCell, readPage } from "./testing/page.js";
import { EVERY_TARGET, everyServer, TARGETS } from "./testing/servers.js";
import { STANDS, standFor } from "./testing/stands.js";

/** Milliseconds of one server: a run starts a process for each probe that may end one, and some take seconds to start. */
const SERVER_MS = 240_000;

describe.each(TARGETS)("$name over $transport", (target) => {
  it(
    "gives no finding of any pack that is not defended, and those of the committed table",
    async () => {
      const { observed, left } = await observe(target);
      record(observed);
      expect(left).toEqual([]);
      expect(observed.length).toBeGreaterThan(0);
      const findings = observed.flatMap((one) => one.findings);
      const open = findings.filter((finding) => !standFor(finding, target.name, target.transport));
      expect(open).toEqual([]);
      if (everyServer) return;
      const rows = readPage();
      for (const one of observed) expect(rows).toContainEqual(expect.stringContaining(findingsCell(one)));
    },
    SERVER_MS,
  );
});

describe("the table of published servers", () => {
  it.skipIf(everyServer)("has every server over every transport", () => {
    const rows = readPage();
    for (const { name, transport } of EVERY_TARGET) {
      expect(rows).toContainEqual(expect.stringMatching(rowStart(name, transport)));
    }
  });

  it("defends each finding with a number of a rule, what came, and an attempt to refute it", () => {
    for (const { rule, why, servers, excerpt } of STANDS) {
      expect(rule).toMatch(/^([A-J]\d+|apps-[a-z0-9-]+)$/);
      expect(servers.length).toBeGreaterThan(0);
      expect(excerpt).not.toBe("");
      expect(why).toMatch(/\. .*\.$/);
    }
  });

  it.skipIf(everyServer)("shows each defence as it is kept", () => {
    const rows = readPage();
    for (const { why } of STANDS) expect(rows).toContain(why);
  });

  it("says of each failure what would refute it", () => {
    for (const { why } of STANDS.filter(({ verdict }) => verdict === "failed")) expect(why).toContain("To refute it");
  });
});

function rowStart(name: string, transport: string): RegExp {
  const escaped = `| ${name} `.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped}\\| \\S+ \\| ${transport.replace("+", "\\+")} \\|`);
}
