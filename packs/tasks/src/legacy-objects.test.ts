import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { Ledger, TaskRecord, TaskSighting } from "./ledger.js";
import { judgeInitialStatus, judgeList, lateCreation, legacyObjects, slowestPoll } from "./legacy-objects.js";
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

describe("a task that comes late", () => {
  /** The answer to the call took `tookMs`; the first read shows `first`. */
  function record(tookMs: number, first: JsonObject): TaskRecord {
    const created = sighting({ source: "tools/call", form: "nested", arrivedAt: tookMs });
    const read = sighting({ exchange: 2, sentAt: tookMs + 1, arrivedAt: tookMs + 6 }, first);
    return { taskId: "a", subject: "task", created, sightings: [created, read], refusals: [], requests: [] };
  }
  const ended = { status: "completed", lastUpdatedAt: LATER };

  it("came after its work was done, and after more than a poll takes", () => {
    expect(lateCreation(record(360, ended), 5)).toBe(
      "the task came 360 ms after the call; its work took 120 ms, and the first tasks/get shows its end",
    );
  });

  it.each([
    ["it still worked", record(360, {}), 5],
    ["everything takes long", record(360, ended), 300],
    ["it came before its work was done", record(250, { ...ended, lastUpdatedAt: "2025-11-25T12:00:00.400Z" }), 5],
    ["its times cannot be read", record(360, { ...ended, lastUpdatedAt: "noon" }), 5],
    ["it came soon", record(90, { ...ended, lastUpdatedAt: TIME }), 5],
  ])("is none where %s", (_why, one, pollMs) => {
    expect(lateCreation(one, pollMs)).toBeUndefined();
  });

  it("is held against the slowest poll of the run", () => {
    const polls = [sighting({ arrivedAt: 30 }), sighting({ sentAt: 50, arrivedAt: 130 })];
    expect(slowestPoll(ledgerOf(...polls, sighting({ source: "tools/call", arrivedAt: 900 })))).toBe(80);
    expect(slowestPoll(ledgerOf())).toBe(0);
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
