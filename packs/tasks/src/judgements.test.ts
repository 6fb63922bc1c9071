import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { judgeAcknowledgement } from "./acknowledgements.js";
import { judgeGetResultType, judgeInlinedResultType, judgePayload } from "./get-answers.js";
import { changedEndings, movedTimestamps } from "./histories.js";
import { clashingKeys, judgeRequests, vanishedKeys, wentOn } from "./input-requests.js";
import type { TaskRecord, TaskSighting } from "./ledger.js";
import { differsFrom, judgeNotification } from "./notifications.js";
import { draftCodeOf, lackingOf, wantsAnotherCapability } from "./refusals.js";
import { judgeMembers, judgeStatus, judgeTimestamps } from "./task-members.js";

const TIME = "2026-07-28T12:00:00Z";
const TASK = { taskId: "a", status: "working", createdAt: TIME, lastUpdatedAt: TIME, ttlMs: 60_000 };
const ASK = { method: "elicitation/create", params: { message: "Name?", requestedSchema: {} } };

/** A record of polls, one a second. */
function record(...tasks: JsonObject[]): TaskRecord {
  const sightings = tasks.map((more, index): TaskSighting => {
    const task = { ...TASK, ...more };
    const moment = { exchange: index + 1, sentAt: index * 1_000, arrivedAt: index * 1_000 + 5 };
    return { ...moment, source: "tasks/get", form: "flat", task, within: task };
  });
  return { taskId: "a", subject: "task", sightings, refusals: [], requests: [] };
}

const asking = (...keys: string[]): JsonObject => ({
  status: "input_required",
  inputRequests: Object.fromEntries(keys.map((key) => [key, ASK])),
});

describe("the members of a task", () => {
  it("are strings, and judged by the row that owns them", () => {
    expect(judgeMembers(TASK, "tasks/get")).toEqual([]);
    expect(judgeMembers({ ...TASK, createdAt: 7, statusMessage: null }, "tasks/get")).toEqual([
      '"createdAt" must be a string, not 7',
      '"statusMessage" must be a string, not null',
    ]);
    expect(judgeMembers({ status: "working", createdAt: TIME, lastUpdatedAt: TIME }, "tools/call")).toEqual([]);
  });

  it("have one of five statuses; a status that is no string is a matter of its type", () => {
    expect(judgeStatus({ status: "done" })).toContain('"status" is "done"');
    expect(judgeStatus({ status: 1 })).toBeUndefined();
  });

  it("have times with a zone, in order", () => {
    expect(judgeTimestamps({ createdAt: "yesterday", lastUpdatedAt: "2026-07-28T12:00:00" })).toEqual({
      violations: ['"createdAt" is no ISO 8601 time'],
      warnings: ['"lastUpdatedAt" names no time zone'],
    });
    const earlier = { createdAt: TIME, lastUpdatedAt: "2026-07-28T11:00:00Z" };
    expect(judgeTimestamps(earlier).warnings).toEqual(['"lastUpdatedAt" is earlier than "createdAt"']);
  });
});

describe("the history of a task", () => {
  it("ends once; after its time to live nothing is said", () => {
    expect(changedEndings(record({}, { status: "completed" }, { status: "completed" }))).toEqual([]);
    expect(changedEndings(record({ status: "completed" }, { status: "cancelled" }))).toHaveLength(1);
    expect(changedEndings(record({ status: "completed", ttlMs: 500 }, { status: "failed", ttlMs: 500 }))).toEqual([]);
  });

  it("has times that stay or go on", () => {
    const later = "2026-07-28T12:00:01Z";
    expect(movedTimestamps(record({}, { lastUpdatedAt: later }))).toEqual([]);
    const keys = movedTimestamps(record({ lastUpdatedAt: later }, { createdAt: later })).map(({ key }) => key);
    expect(keys).toEqual(['"createdAt" changes', '"lastUpdatedAt" goes back']);
  });
});

describe("what a task asks", () => {
  it("is one of three kinds, with the params of its kind", () => {
    expect(judgeRequests({ name: ASK, roots: { method: "roots/list" } })).toEqual({ violations: [], warnings: [] });
    expect(judgeRequests({ a: { method: "ping" }, b: { method: "elicitation/create" } }).violations).toHaveLength(2);
    expect(judgeRequests({ a: { ...ASK, id: 1 } }).warnings).toHaveLength(1);
  });

  it("has a key of its own in the whole life of the task", () => {
    const other = { ...ASK, params: { ...ASK.params, requestedSchema: { type: "object" } } };
    const reworded = { ...ASK, params: { ...ASK.params, message: "Your name?" } };
    const one = (body: JsonObject) => ({ status: "input_required", inputRequests: { name: body } });
    expect(clashingKeys(record(one(ASK), one(ASK), {}))).toEqual([]);
    expect(clashingKeys(record(one(ASK), one(other))).map(({ kind }) => kind)).toEqual(["fail"]);
    expect(clashingKeys(record(one(ASK), one(reworded))).map(({ kind }) => kind)).toEqual(["warn"]);
    expect(clashingKeys(record(one(ASK), {}, one(ASK))).map(({ kind }) => kind)).toEqual(["fail"]);
  });

  it("that vanishes unanswered is told once, by the row that owns it", () => {
    const lost = record(asking("name", "city"), asking("name"), asking("name", "city"));
    expect(vanishedKeys(lost).map(({ name }) => name)).toEqual(["city"]);
    expect(clashingKeys(lost)).toEqual([]);
  });

  it("lets the task go on with another status or a new key", () => {
    const reads = (...tasks: JsonObject[]) => record(...tasks).sightings.map((one) => ({ ...one, afterCallMs: 0 }));
    expect(wentOn(reads(asking("name"), asking("name")))).toBe(false);
    expect(wentOn(reads(asking("name"), asking("city")))).toBe(true);
    expect(wentOn(reads(asking("name"), {}))).toBe(true);
  });
});

describe("answers about a task", () => {
  it("are complete, with the payload of the status", () => {
    expect(judgeGetResultType({ resultType: "complete" })).toBeUndefined();
    expect(judgeGetResultType({ resultType: "task" })).toContain("two examples of the specification");
    expect(judgePayload({ status: "failed" })).toContain('an object "error"');
    expect(judgePayload({ status: "completed" })).toBeUndefined();
    expect(judgeInlinedResultType({ status: "completed", result: { resultType: "task" } })).toContain(
      "result.resultType",
    );
  });

  it("acknowledge with nothing else", () => {
    expect(judgeAcknowledgement({ resultType: "complete", _meta: {} })).toEqual({ violations: [], warnings: [] });
    expect(judgeAcknowledgement({ resultType: "task" })).toEqual({ violations: [], warnings: [] });
    expect(judgeAcknowledgement({ taskId: "a", note: "x" })).toEqual({
      violations: [
        '"resultType" is missing; it is "complete"',
        'it carries members of a task: "taskId"; an acknowledgement is empty',
      ],
      warnings: ['it carries more than an acknowledgement has: "note"'],
    });
  });

  it("notify with the whole task and the subscription", () => {
    const meta = { _meta: { "io.modelcontextprotocol/subscriptionId": 7 } };
    expect(judgeNotification({ ...TASK, ...meta }, 7)).toEqual([]);
    expect(judgeNotification({ ...TASK, ...meta }, "7")).toHaveLength(1);
    expect(judgeNotification({ task: TASK, ...meta }, 7)).toHaveLength(1);
    expect(
      differsFrom({ ...TASK, result: { resultType: "complete", content: [] } }, { ...TASK, result: { content: [] } }),
    ).toEqual([]);
    expect(differsFrom({ ...TASK, status: "failed" }, TASK)).toEqual(["status"]);
  });

  it("refuse with the final number, the extension by name and HTTP 400", () => {
    const refusal = (error: JsonObject, status = 400) => ({ what: "x", exchange: 1, error, status });
    const data = { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } };
    expect(lackingOf(refusal({ code: -32021, data }))).toEqual([]);
    expect(lackingOf(refusal({ code: -32021 }, 200))).toHaveLength(2);
    expect(draftCodeOf(refusal({ code: -32003 }))).toContain("renumbered to -32021");
    expect(draftCodeOf(refusal({ code: -32021 }))).toBeUndefined();
    expect(wantsAnotherCapability(refusal({ data: { requiredCapabilities: { elicitation: {} } } }))).toBe(true);
    expect(wantsAnotherCapability(refusal({ data: { requiredCapabilities: { tasks: {} } } }))).toBe(false);
  });
});
