import { describe, expect, it } from "vitest";
import { run } from "./run.js";
import {
  check,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  runChecks,
  select,
  stdioTarget,
  words,
} from "./testing/setup.js";

describe.each([false, true])("run (cloneHostValues: %s)", (cloneHostValues) => {
  it("runs a pack on an HTTP server and reports everything about it", async () => {
    const report = await runChecks(
      [
        check("asks", async (verdict, { host, connection }) => {
          const exchange = await host.exchange(connection, { method: "tools/list" });
          verdict.pass({ subject: "list" }, [exchange.number]);
        }),
        check("breaks", (verdict) => verdict.fail("it is broken", [1])),
      ],
      { cloneHostValues },
    );
    expect(words(onlyPack(report).checks)).toEqual({ asks: "passed", breaks: "failed" });
    expect(report).toMatchObject({ complete: true, outcome: "failed", exitCode: 1, passed: false });
  });

  it("runs a pack on a stdio server", async () => {
    const target = stdioTarget({ legacy: OFFERS_WIDGETS });
    const pack = packOf([check("asks", (verdict, { negotiated }) => verdict.note(negotiated.protocolVersion))]);
    const report = await run(requestFor([target], [select(pack)], { cloneHostValues }));
    expect(onlyPack(report).checks[0]).toMatchObject({ status: "passed", notes: ["2025-11-25"] });
  });
});
