import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@mcptest/core/report";
import { expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { viewHtml } from "../../packs/apps/src/view/testing/views.js";
import { viewServer } from "../hostile/testing/view-server.js";
import { browserFlags, describeWithBrowser } from "../testing/browser.js";
import { emptyFolder, startMcptest } from "./testing/mcptest.js";
import { type Traces, traces } from "./testing/traces.js";

const NOTHING = { processes: [], files: [], ports: [] };
/** A view that is loaded and never speaks: a visit waits for it. */
const SILENT = "<!doctype html><html lang=en><title>Silent</title><p>Nothing</p>";
const BUNDLED = "@mcptest/pack-apps";
const ISOLATED = join(root, "packs/apps");
const PLACES = [
  ["in the process of mcptest", BUNDLED],
  ["in a process of its own", ISOLATED],
] as const;
const AGAIN = "run it again, and if it ends so each time, see what the view asks of memory and graphics";
const LIMIT = 120_000;

describeWithBrowser("however a run with views ends, nothing is left of it", (browser) => {
  interface Asked {
    html: string;
    pack?: string;
    flags?: string[];
    /** Done while it runs. */
    meanwhile?(run: { kill(signal: NodeJS.Signals): void; traces: Traces }): Promise<void>;
  }

  async function run({ html, pack = BUNDLED, flags = [], meanwhile }: Asked) {
    const folder = emptyFolder();
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    const options = ["--options", '{"faultyHosts":false}', ...browserFlags(browser)];
    const words = ["run", "--pack", pack, "--format", "json", ...options, ...flags];
    const { child, ended } = startMcptest([...words, "--", ...viewServer(folder, { html })], {
      env: { TMPDIR: temporary, HOME: temporary },
    });
    const watched = traces(child.pid ?? 0, temporary);
    await meanwhile?.({ kill: (signal) => void child.kill(signal), traces: watched });
    const { code, stdout, left } = await ended;
    const seen = watched.seen();
    expect(await watched.left()).toEqual(NOTHING);
    expect(left).toEqual([]);
    // The server, the browser with its zygote and a renderer, and the two origins: without these nothing was watched.
    expect(seen.processes).toBeGreaterThan(3);
    expect(seen.ports).toBeGreaterThanOrEqual(2);
    const report = JSON.parse(stdout) as Report;
    return { code, seen, report, checks: report.servers[0]?.packs[0]?.checks ?? [] };
  }

  type Run = Awaited<ReturnType<typeof run>>;

  function reasonsOf({ checks }: Run): string[] {
    const could = checks.filter(({ skipReason }) => skipReason === "could-not-run");
    return [...new Set(could.map(({ error }) => String(error?.message)))];
  }

  function failedOf({ checks }: Run): string[] {
    return checks.filter(({ status }) => status === "failed").map(({ id }) => id);
  }

  test.each(PLACES)(
    "passed, %s",
    async (_, pack) => {
      const ended = await run({ html: viewHtml(), pack });
      expect(ended.report.servers[0]?.packs[0]?.isolation).toBe(pack === BUNDLED ? "none" : "process");
      // The browser, and an ear for each of its two origins: no port by which the browser could be driven.
      expect(ended.seen).toMatchObject({ browsers: 1, ports: 2 });
      expect({ code: ended.code, reasons: reasonsOf(ended), failed: failedOf(ended) }).toEqual({
        code: 0,
        reasons: [],
        failed: [],
      });
    },
    LIMIT,
  );

  test(
    "failed",
    async () => {
      const html = viewHtml({ script: [['method === "ping" ||', ""]] });
      const ended = await run({ html });
      expect({ code: ended.code, failed: failedOf(ended) }).toEqual({ code: 1, failed: ["apps-view-ping"] });
    },
    LIMIT,
  );

  test.each([
    ["the page crashes", "renderer", BUNDLED, "the page of the view has crashed"],
    ["the browser is killed", "browser", BUNDLED, "the browser has ended"],
    ["the browser of a pack in a process of its own is killed", "browser", ISOLATED, "the browser has ended"],
  ] as const)(
    "%s",
    async (_, type, pack, problem) => {
      const ended = await run({
        html: SILENT,
        pack,
        async meanwhile(running) {
          await running.traces.browserProcesses("renderer");
          for (const id of await running.traces.browserProcesses(type)) process.kill(id, "SIGKILL");
        },
      });
      expect(reasonsOf(ended)).toEqual([`"ui://views/one.html": ${problem}; ${AGAIN}`]);
      expect(failedOf(ended)).toEqual([]);
      expect(ended.code).toBe(3);
    },
    LIMIT,
  );

  test(
    "a view loops for ever",
    async () => {
      const ended = await run({ html: viewHtml({ onResult: "for (;;);" }) });
      expect({ code: ended.code, failed: failedOf(ended) }).toEqual({ code: 1, failed: ["apps-view-teardown"] });
    },
    LIMIT,
  );

  test(
    "the time of the run is over",
    async () => {
      const ended = await run({ html: SILENT, flags: ["--run-timeout", "4000"] });
      expect(ended.code).toBe(3);
      expect(reasonsOf(ended)).toEqual(["the time for the whole run, 4000 ms, is over (a limit of mcptest)"]);
    },
    LIMIT,
  );

  test.each(PLACES)("Ctrl-C, %s", async (_, pack) => {
    const ended = await run({
      html: SILENT,
      pack,
      async meanwhile(running) {
        await running.traces.browserProcesses("renderer");
        running.kill("SIGINT");
      },
    });
    expect(ended.report.complete).toBe(false);
    expect(ended.code).toBe(130);
  });
});
