import { expect, test } from "vitest";
import { createDetector, openLink } from "./detector.js";
import { askModern } from "./modern.js";
import { type HttpReply, httpServer } from "./testing/http-server.js";
import { options, wireOptions } from "./testing/setup.js";
import { discovery, failed } from "./testing/stdio-server.js";

/** Asks a server as a tool that speaks two modern versions. */
async function ask(reply: (version: string) => HttpReply) {
  const server = await httpServer({
    "server/discover": ({ body }) => {
      return reply(JSON.parse(body).params._meta["io.modelcontextprotocol/protocolVersion"]);
    },
  });
  const detector = createDetector({
    target: server.target,
    wire: wireOptions(),
    options: options(),
    versions: { modern: ["2027-02-02", "2026-07-28"], legacy: [] },
    nextId: () => server.received.length + 1,
  });
  const { verdict } = await askModern(detector, await openLink(detector), "server/discover");
  await server.close();
  return { verdict, asked: detector.attempts.map(({ what }) => what) };
}

const refusal = (data?: { supported: string[] }): HttpReply => ({ status: 400, ...failed(-32022, "no", data) });

test("after -32022 the newest listed version of ours is asked for next", async () => {
  const { verdict, asked } = await ask((version) =>
    version === "2026-07-28" ? discovery(["2026-07-28"]) : refusal({ supported: ["2020-01-01", "2026-07-28"] }),
  );
  expect(verdict).toMatchObject({ kind: "modern", version: "2026-07-28" });
  expect(asked).toEqual(["server/discover (2027-02-02)", "server/discover (2026-07-28)"]);
});

test("a list without any version of ours ends the asking", async () => {
  const { verdict, asked } = await ask(() => refusal({ supported: ["2020-01-01"] }));
  expect(verdict).toEqual({ kind: "no-common", known: ["2020-01-01"] });
  expect(asked).toEqual(["server/discover (2027-02-02)"]);
});

test("without a readable list every version of ours is asked for once", async () => {
  const { verdict, asked } = await ask(() => refusal());
  expect(verdict).toEqual({ kind: "no-common", known: [] });
  expect(asked).toEqual(["server/discover (2027-02-02)", "server/discover (2026-07-28)"]);
});

test("a version that was refused is not asked for again, even when it is listed later", async () => {
  const { verdict, asked } = await ask((version) =>
    refusal({ supported: version === "2027-02-02" ? ["2026-07-28"] : ["2027-02-02"] }),
  );
  expect(verdict).toEqual({ kind: "no-common", known: ["2027-02-02"] });
  expect(asked).toHaveLength(2);
});

test("a DiscoverResult is taken at the newest version of ours that it lists", async () => {
  const older = await ask(() => discovery(["2026-07-28", "2025-11-25"]));
  expect(older.verdict).toMatchObject({ kind: "modern", version: "2026-07-28" });
  const both = await ask(() => discovery(["2026-07-28", "2027-02-02"]));
  expect(both.verdict).toMatchObject({ kind: "modern", version: "2027-02-02" });
});
