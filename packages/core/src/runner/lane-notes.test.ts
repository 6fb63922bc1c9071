import { expect, it } from "vitest";
import { run } from "./run.js";
import { check, OFFERS_WIDGETS, packOf, requestFor, select, stdioTarget } from "./testing/request.js";

/** Writes a line before each message, as a server does that logs to stdout. */
const LOGS = `const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...given) => { write("log of CANARY-TOKEN " + "x".repeat(500) + "\\n"); return write(...given); };`;

it("what a server writes to stdout beside its messages is a note on the lane, with all that came while it was tested", async () => {
  const target = stdioTarget({ modern: OFFERS_WIDGETS });
  target.env = { TOKEN: "CANARY-TOKEN" };
  target.args = ["--import", `data:text/javascript,${encodeURIComponent(LOGS)}`, ...target.args];
  const asks = check("asks", async (verdict, { host, connection }) => {
    await host.exchange(connection, { method: "tools/list" });
    await host.exchange(connection, { method: "tools/list" });
    verdict.pass();
  });
  const report = await run(requestFor([target], [select(packOf([asks]))]));
  const notes = report.servers[0]?.lanes[0]?.notes;
  expect(notes).toEqual([
    expect.stringMatching(/^stdout carries something that is no MCP message: "log of \[redacted\] x+…" and 2 more$/),
  ]);
});
