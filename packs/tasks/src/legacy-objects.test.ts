import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { Ledger, TaskSighting } from "./ledger.js";
import { judgeInitialStatus, judgeList, lateCreations, legacyObjects } from "./legacy-objects.js";
import { judgeMembers, TIMESTAMPS } from "./task-members.js";

const TIME = "2025-11-25T12:00:00.000Z";
const LATER = "2025-11-25T12:00:00.120Z";
const TASK = { taskId: "a", status: "working", createdAt: TIME, lastUpdatedAt: TIME, ttl: 60_000 };

function sighting(parts: Partial<TaskSighting>, more: JsonObject = {}): TaskSighting {
  const task = { ...TASK, ...more };
  return { exchange: 1, sentAt: 0, arrivedAt: 5, source: "tasks/get", form: "flat", task, within: task, ...parts };
}

function ledgerOf(...sightings: TaskSighting[]): Ledger {
  return { sightings, refusals: [], requests: [] };
}

describe("the task objects of the wire", () => {
  it("are those in their places", () => {
    const right = [
      sighting({ source: "tools/call", form: "nested" }),
      sighting({}),
      sighting({ source: "tasks/cancel" }),
      sighting({ source: "tasks/list", form: "listed" }),
    ];
    const wrong = [
      sighting({ source: "tools/call" }),
      sighting({ form: "nested" }),
      sighting({ source: "notification" }),
    ];
    expect(legacyObjects(ledgerOf(...right, ...wrong))).toEqual(right);
  });

  it("are judged by the members that each check owns", () => {
    const bare = { statusMessage: 7 };
    expect(judgeMembers(bare, "tasks/get", TIMESTAMPS)).toEqual([
      '"createdAt" is missing',
      '"lastUpdatedAt" is missing',
    ]);
    expect(judgeMembers(bare, "tasks/get", ["taskId", "status", "statusMessage"])).toEqual([
      '"taskId" is missing',
      '"status" is missing',
      '"statusMessage" must be a string, not 7',
    ]);
  });
});

describe("the status of a new task", () => {
  it("is working", () => {
    expect(judgeInitialStatus(TASK)).toBeUndefined();
  });

  it.each([["pending"], [7], [undefined], ["Working"]])("%j is none", (status) => {
    const { status: _status, ...others } = TASK;
    expect(judgeInitialStatus(status === undefined ? others : { ...others, status })?.kind).toBe("fail");
  });

  it("is another one only after a change", () => {
    expect(judgeInitialStatus({ ...TASK, status: "completed" })?.kind).toBe("fail");
    expect(judgeInitialStatus({ ...TASK, status: "completed", lastUpdatedAt: LATER })?.kind).toBe("warn");
    expect(judgeInitialStatus({ ...TASK, status: "failed", createdAt: 1, lastUpdatedAt: 1 })?.kind).toBe("warn");
  });
});

describe("tasks that come late", () => {
  /** Two tasks: the answers to their calls took `tookMs`, and the first read of each, after `pollMs`, shows `first`. */
  function late(tookMs: number, first: JsonObject, { pollMs = 5, otherMs = tookMs } = {}): Ledger {
    const made = [tookMs, otherMs].flatMap((ms, index) => {
      const taskId = `task-${index}`;
      const at = index * 10_000;
      const created = {
        source: "tools/call",
        form: "nested",
        exchange: index,
        sentAt: at,
        arrivedAt: at + ms,
      } as const;
      const read = { exchange: index + 2, sentAt: at + ms + 1, arrivedAt: at + ms + 1 + pollMs };
      return [sighting(created, { taskId }), sighting(read, { taskId, ...first })];
    });
    return ledgerOf(...made);
  }
  const ended = { status: "completed", lastUpdatedAt: LATER };

  it("come after their work was done, and after more than a poll takes", () => {
    const came = "the task came 360 ms after the call; its work took 120 ms, and the first tasks/get shows its end";
    expect(lateCreations(late(360, ended))).toEqual([
      { came, exchange: 0 },
      { came, exchange: 1 },
    ]);
  });

  it.each([
    ["they still worked", late(360, {})],
    ["everything takes long", late(360, ended, { pollMs: 300 })],
    ["one came soon", late(360, ended, { otherMs: 90 })],
    ["they came before their work was done", late(250, { ...ended, lastUpdatedAt: "2025-11-25T12:00:00.400Z" })],
    ["their times cannot be read", late(360, { ...ended, lastUpdatedAt: "noon" })],
    ["they came soon", late(90, { ...ended, lastUpdatedAt: TIME })],
    ["there is only one", ledgerOf(...late(360, ended).sightings.slice(0, 2))],
    ["there is none", ledgerOf()],
  ])("are none where %s", (_why, ledger) => {
    expect(lateCreations(ledger)).toEqual([]);
  });
});

describe("the list of tasks", () => {
  it("is an array of objects", () => {
    expect(judgeList({ tasks: [] })).toBeUndefined();
    expect(judgeList({ tasks: [TASK], nextCursor: "x" })).toBeUndefined();
    expect(judgeList({ tasks: { a: TASK } })).toBe('"tasks" must be an array of task objects');
    expect(judgeList({})).toBe('"tasks" must be an array of task objects');
    expect(judgeList({ tasks: ["a"] })).toBe('every entry of "tasks" must be a task object');
  });
});
