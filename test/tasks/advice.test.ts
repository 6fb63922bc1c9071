import type { Report } from "@mcptest/core/report";
import type { Transport } from "@mcptest/pack";
import { renderTerminal } from "@mcptest/reporters";
import { expect, it } from "vitest";
import { type FullRun, runFull } from "./testing/full-profile.js";
import { packOf, withServer } from "./testing/run-tasks.js";

/** A run of the pack as `mcptest run TARGET` makes it. */
async function reportOf(
  { era, options = {}, request }: FullRun,
  faults: string[] = [],
  over: Transport = "http",
): Promise<Report> {
  return await withServer(over, { era, faults }, (target) => runFull(target, { era, options, request }));
}

/** What is said about the rest, below the checks. */
function restIn(report: Report): string {
  const text = renderTerminal(report);
  return text.slice(text.indexOf("    not selected:"), text.lastIndexOf("\n\n"));
}

/** How many checks each option adds. */
function gainsIn(report: Report) {
  return packOf(report).moreWithOptions?.map(({ option, checks }) => [option, checks.length]);
}

const TASK = `--options 'tasks={"roles":{"task":{"tool":"NAME"}}}'`;
const ASK = `--options 'tasks={"roles":{"ask":{"tool":"NAME"}}}'`;
const SLOW = `--options 'tasks={"roles":{"slow":{"tool":"NAME"}}}'`;

it("on a server with the extension, three options would establish most of the rest", async () => {
  const report = await reportOf({ era: "modern" });
  const pack = packOf(report);
  const open = pack.checks.filter(({ skipReason }) => skipReason === "could-not-run").map(({ id }) => id);
  const missing = pack.notSelected.filter(({ applies }) => applies !== false);
  const gained = gainsIn(report)?.reduce((sum, [, count]) => sum + Number(count), 0) ?? 0;
  expect(gainsIn(report)).toEqual([
    [TASK, open.length],
    [ASK, 4],
    [SLOW, 3],
  ]);
  expect([...(pack.moreWithOptions?.[0]?.checks ?? [])].sort()).toEqual(open.sort());
  expect(gained).toBeGreaterThan((open.length + missing.length) / 2);
  expect(restIn(report)).toBe(
    [
      "    not selected: 12 checks need a role: protocolError (1), toolError (1), ask (4), askTwice (1), askMany (1), slow (3), secondIdentity (1)",
      `    ${gained} of ${open.length + missing.length} checks that were not decided would run with these options:`,
      `      ${TASK}  (${open.length})`,
      `      ${ASK}  (4)`,
      `      ${SLOW}  (3)`,
    ].join("\n"),
  );
});

it("what an option is said to decide is decided with it", async () => {
  const before = packOf(await reportOf({ era: "modern" }));
  const promised = (before.moreWithOptions ?? []).flatMap(({ checks }) => checks);
  const roles = {
    task: { tool: "job" },
    ask: { tool: "ask", inputResponses: "auto" },
    slow: { tool: "slow" },
  };
  const after = packOf(await reportOf({ era: "modern", options: { roles } }));
  const undecided = after.checks.filter(({ skipReason }) => skipReason === "could-not-run").map(({ id }) => id);
  const decided = after.checks.map(({ id }) => id).filter((id) => !undecided.includes(id));
  expect(promised.length).toBeGreaterThan(0);
  expect(decided).toEqual(expect.arrayContaining(promised));
  expect(after.moreWithOptions?.map(({ option }) => option)).not.toContain(TASK);
});

it("on 2025-11-25, options for what belongs there alone", async () => {
  const report = await reportOf({ era: "legacy" });
  const { notSelected, moreWithOptions = [] } = packOf(report);
  const applying = notSelected.filter(({ applies }) => applies !== false).map(({ id }) => id);
  expect(moreWithOptions.length).toBeGreaterThan(0);
  expect(applying).toEqual(expect.arrayContaining(moreWithOptions.flatMap(({ checks }) => checks)));
  expect(applying).not.toContain("tasks-input-declined");
  expect(restIn(report)).toContain("would run with these options:");
});

it("on a server that has tasks and does not say so, that alone: no option would help", async () => {
  const report = await reportOf({ era: "modern" }, ["unadvertised-tasks"]);
  const pack = packOf(report);
  expect(pack.checks.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual([
    "tasks-extension-advertised",
  ]);
  expect(pack.moreWithOptions).toBeUndefined();
  expect(renderTerminal(report)).toContain("it does not list");
  expect(renderTerminal(report)).not.toContain("not selected");
});

it("names options in the words of whoever started the run", async () => {
  const report = await reportOf({ era: "modern", request: { optionNaming: { style: "flags" } } });
  expect(gainsIn(report)?.[0]?.[0]).toBe("--tool-name");
  const properties = { style: "properties", names: { "roles.task.tool": "toolName" } } as const;
  const sdk = await reportOf({ era: "modern", request: { optionNaming: properties } });
  expect(gainsIn(sdk)?.map(([option]) => option)).toEqual(["toolName", "roles.ask.tool", "roles.slow.tool"]);
});

it("a saved run that is judged again says that the rest needs a server", async () => {
  const report = await reportOf({ era: "modern" });
  const [server] = report.servers;
  const [pack] = server?.packs ?? [];
  const offline = { ...pack!, moreWithOptions: undefined, notSelected: [{ id: "a", needs: "a server" }] };
  expect(renderTerminal({ ...report, servers: [{ ...server!, packs: [offline] }] })).toContain(
    "not selected: 1 check needs a server\n",
  );
});
