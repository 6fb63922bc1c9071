import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckResult, Report } from "@mcptest/core/report";
import { DEFAULT_TIMES, readTranscript, replay } from "@mcptest/core/runner";
import type { Era, Transport } from "@mcptest/pack";
import { checksOf } from "@mcptest/pack";
import { tasksPack } from "@mcptest/pack-tasks";
import type { ServerOptions } from "@mcptest/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { EVERY_ROLE, FIRST_ROLE, runFull } from "./testing/full-profile.js";
import { idsOf, loadTasks, packOf, withServer } from "./testing/run-tasks.js";

const folder = mkdtempSync(join(tmpdir(), "mcptest-replay-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids of the checks that judge a record. */
const READING = checksOf(tasksPack)
  .filter(({ reads }) => reads === "transcript")
  .map(({ id }) => id);

interface Recorded {
  era?: Era;
  served: ServerOptions;
  options?: Record<string, unknown>;
}

/** A run whose transcript is saved, and the same judged again when the server is gone. */
async function twice(transport: Transport, { era = "modern", served, options = EVERY_ROLE }: Recorded) {
  const saveTranscript = join(folder, `${transport}-${Math.random()}.jsonl`);
  const was = await withServer(transport, { era, ...served }, (target) =>
    runFull(target, { era, options, request: { saveTranscript } }),
  );
  const saved = await readTranscript(saveTranscript);
  const packs = [{ loaded: await loadTasks({}) }];
  const is = await replay({ ...DEFAULT_TIMES, tool: { version: "0.0.0" }, saved, packs });
  return { was, is };
}

/** What the checks that judge a record say. The time that they took differs. */
function said(report: Report): Omit<CheckResult, "durationMs">[] {
  return packOf(report)
    .checks.filter(({ id }) => READING.includes(id))
    .map(({ durationMs: _durationMs, ...rest }) => rest);
}

const FAULTS: [string, string[]][] = [
  ["an obeying server", []],
  ["shapes", ["status-message-null", "get-result-type-task", "created-at-words"]],
  ["durations and results", ["ttl-in-seconds", "ttl-legacy-name-besides", "result-missing"]],
  ["histories", ["ended-turns-failed"]],
  ["codes", ["draft-capability-code"]],
  ["notifications", ["notify-nested-task"]],
];

describe.each<Transport>(["http", "stdio"])("a run over %s that is judged again offline", (transport) => {
  it.each(FAULTS)("says the same with the same evidence: %s", async (_, faults) => {
    const { was, is } = await twice(transport, { served: { faults } });
    expect(said(is)).toEqual(said(was));
    expect(idsOf(packOf(is), "failed").length > 0).toBe(faults.length > 0);
    expect(is.exitCode).toBe(faults.length > 0 ? 1 : 0);
    expect(idsOf(packOf(is), "could-not-run")).toEqual([]);
    expect(packOf(is).notSelected.every(({ needs }) => needs === "a server")).toBe(true);
  });

  it("judges what there is of 2025-11-25", async () => {
    const { was, is } = await twice(transport, { era: "legacy", served: {} });
    expect(said(is)).toEqual(said(was));
    expect(idsOf(packOf(is), "passed")).toContain("tasks-declaration-hygiene");
  });
});

it("a transcript in which every ttlMs is a string fails, whatever the run said", async () => {
  const saveTranscript = join(folder, "changed.jsonl");
  const was = await withServer("http", { era: "modern" }, (target) =>
    runFull(target, { era: "modern", request: { saveTranscript } }),
  );
  expect(was.exitCode).toBe(0);
  const text = readFileSync(saveTranscript, "utf8");
  const changed = text.replace(
    /(\\?)"ttlMs\\?":(\d+)/g,
    (_, slash, ttl) => `${slash}"ttlMs${slash}":${slash}"${ttl}${slash}"`,
  );
  expect(changed).not.toBe(text);
  writeFileSync(saveTranscript, changed);
  const saved = await readTranscript(saveTranscript);
  const packs = [{ loaded: await loadTasks({}) }];
  const is = await replay({ ...DEFAULT_TIMES, tool: { version: "0.0.0" }, saved, packs });
  expect(idsOf(packOf(is), "failed")).toEqual(["tasks-ttl-shape"]);
  expect(is.exitCode).toBe(1);
});

/** The checks that look at what came and send nothing for it. */
const INSPECTING: [Era, string[]][] = [
  [
    "modern",
    [
      "tasks-wire-resolvable",
      "tasks-result-type-discipline",
      "tasks-ttl-shape",
      "tasks-inline-result",
      "tasks-settings-empty",
      "tasks-no-legacy-capability",
      "tasks-failed-error-shape",
    ],
  ],
  [
    "legacy",
    [
      "tasks-wire-resolvable",
      "tasks-result-type-discipline",
      "tasks-ttl-shape",
      "tasks-inline-result",
      "tasks-legacy-tasksupport-enum",
      "tasks-legacy-capability-shape",
    ],
  ],
];

it.each(INSPECTING)("checks that only look at what came judge a transcript too: %s", async (era, ids) => {
  const { is } = await twice("http", { era, served: {} });
  expect(idsOf(packOf(is), "passed")).toEqual(expect.arrayContaining(ids));
});

it("checks that judge a record name the one cause where there was nothing to judge", async () => {
  const { was, is } = await twice("http", { served: {}, options: {} });
  const reasons = (report: Report) =>
    new Set(said(report).flatMap(({ skipReason, error }) => (skipReason === "could-not-run" ? error?.message : [])));
  expect([...reasons(was)]).toEqual([expect.stringContaining("no tool was named")]);
  expect([...reasons(is)].sort()).toEqual([
    "fewer than two calls made a task",
    "no call of the role task was recorded",
    "no request about a task was recorded",
    "no task object came in the place where one belongs",
    "no task was listened to",
    "no task was made",
    "no task with an id was made",
    "no undeclared request about a task was recorded",
    "the task never became readable",
  ]);
});

it("each role that a record needs selects its checks", async () => {
  const { was, is } = await twice("http", { served: {}, options: FIRST_ROLE });
  const ids = (report: Report) => said(report).map(({ id }) => id);
  expect(ids(is)).toEqual(ids(was));
  expect(ids(is)).not.toContain("tasks-input-keys-unique");
});
