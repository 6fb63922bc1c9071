import { type Check, definePack } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import type { Report } from "../report/model.js";
import { run } from "./run.js";
import { check, closeServers, httpTarget, requestFor, select } from "./testing/setup.js";

afterEach(closeServers);

const TASKS = "io.modelcontextprotocol/tasks";
const OFFERS_TASKS = { tools: {}, extensions: { [TASKS]: {} } };

/** A check with this number of the contract, that fails for one request of its own. */
function failing(id: string, contract: string, method: string): Check {
  const rule = { source: "test", contract };
  const judge: Parameters<typeof check>[1] = async (verdict, { host, connection }) => {
    const { number } = await host.exchange(connection, { method });
    verdict.fail(`${method} is wrong`, [number], { subject: method });
  };
  return check(id, judge, { rule });
}

function general(...checks: Check[]) {
  return select(definePack({ name: "general", version: "0.1.0", extension: "*", checks }));
}

function tasks(...checks: Check[]) {
  return select(definePack({ name: "tasks", version: "0.1.0", extension: TASKS, checks }));
}

async function resultOf(id: string, packs: ReturnType<typeof select>[]) {
  const target = await httpTarget({ modern: OFFERS_TASKS });
  const report: Report = await run(requestFor([target], packs));
  const found = report.servers.flatMap((server) => server.packs.flatMap(({ checks }) => checks));
  return { result: found.find((one) => one.id === id), exitCode: report.exitCode };
}

const g01 = failing("g01", "G01", "tasks/get");
const judging = check("i18", () => {}, { rule: { source: "test", contract: "I18" } });

describe("a row of the contract that another one owns", () => {
  it("is silent where the pack of the extension judges its row in the same lane, and says who", async () => {
    const { result, exitCode } = await resultOf("g01", [general(g01), tasks(judging)]);
    expect(result).toMatchObject({ status: "passed", notes: ["1 finding is left to i18 of tasks"] });
    expect(exitCode).toBe(0);
  });

  it("reports where that pack does not run", async () => {
    const { result, exitCode } = await resultOf("g01", [general(g01)]);
    expect([result?.status, exitCode]).toEqual(["failed", 1]);
  });

  it("reports where that pack does not judge the row", async () => {
    const open = check("i18", (verdict) => verdict.notApplicable("no task"), {
      rule: { source: "t", contract: "I18" },
    });
    expect((await resultOf("g01", [general(g01), tasks(open)])).result?.status).toBe("failed");
  });

  it("reports what is of another method", async () => {
    const other = failing("g01", "G01", "tools/list");
    expect((await resultOf("g01", [general(other), tasks(judging)])).result?.status).toBe("failed");
  });

  it("reports a row that nobody owns", async () => {
    const other = failing("g02", "A05", "tasks/get");
    expect((await resultOf("g02", [general(other), tasks(judging)])).result?.status).toBe("failed");
  });

  it("does not make another pack for one extension silent", async () => {
    const own = select(definePack({ name: "own", version: "0.1.0", extension: "com.example/x", checks: [g01] }), {
      always: true,
    });
    expect((await resultOf("g01", [own, tasks(judging)])).result?.status).toBe("failed");
  });

  const APPS = "io.modelcontextprotocol/ui";
  const DOTTED = "io.modelcontextprotocol.ui";

  /** A check that fails on the exchange of server/discover. */
  function onDiscover(id: string, contract: string, subject: string): Check {
    const judge: Parameters<typeof check>[1] = async (verdict, { host }) => {
      const [exchange] = await host.transcript({ method: "server/discover" });
      verdict.fail("it is wrong", [exchange?.number ?? 0], { subject });
    };
    return check(id, judge, { rule: { source: "test", contract } });
  }

  const misspelt = (subject: string) =>
    select(
      definePack({
        name: "apps",
        version: "0.1.0",
        extension: APPS,
        checks: [onDiscover("misspelt", "apps-ext-id-misspelt", subject)],
      }),
      { always: true },
    );
  const grammar = check("d04", () => {}, { rule: { source: "test", contract: "D04" } });

  it.each([
    [DOTTED, "passed"],
    ["io.modelcontextprotocol/mcp-apps", "passed"],
    ["ui", "passed"],
    [APPS, "failed"],
    ["com.example/ui", "failed"],
  ])("of a pack for one extension is silent about %s where the grammar of ids is judged: %s", async (id, status) => {
    expect((await resultOf("misspelt", [misspelt(id), general(grammar)])).result?.status).toBe(status);
    expect((await resultOf("misspelt", [misspelt(id)])).result?.status).toBe("failed");
  });

  it("is silent about the settings of one extension where its pack judges them, and not about those of others", async () => {
    const settings = check("settings", () => {}, { rule: { source: "test", contract: "apps-ext-settings-object" } });
    const apps = select(definePack({ name: "apps", version: "0.1.0", extension: APPS, checks: [settings] }), {
      always: true,
    });
    const ofApps = await resultOf("e02", [general(onDiscover("e02", "E02", APPS)), apps]);
    const ofOthers = await resultOf("e02", [general(onDiscover("e02", "E02", "com.example/x")), apps]);
    expect([ofApps.result?.status, ofOthers.result?.status]).toEqual(["passed", "failed"]);
  });
});
