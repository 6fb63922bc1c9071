import { describe, expect, it } from "vitest";
import { readCancellation } from "./cancellation.js";
import { withError, withResult } from "./testing/exchange.js";

const task = (status?: string) => withResult({ taskId: "a", ...(status === undefined ? {} : { status }), ttl: null });
const kindOf = (...[cancel, ...after]: [ReturnType<typeof task>, ...ReturnType<typeof task>[]]) =>
  readCancellation("a", cancel, after).kind;

describe("the cancellation of a working task on 2025-11-25", () => {
  it("is answered with the task, cancelled, and so it stays until it is deleted", () => {
    expect(kindOf(task("cancelled"), task("cancelled"), task("cancelled"))).toBe("right");
    expect(kindOf(task("cancelled"), withError(-32602))).toBe("right");
    expect(kindOf(task("working"), task("cancelled"))).toBe("wrong");
    expect(kindOf(withResult({}), task("cancelled"))).toBe("wrong");
    expect(kindOf(withResult({ task: { taskId: "a", status: "cancelled" } }))).toBe("wrong");
  });

  it("has happened when it is answered: a task that goes on, or ends otherwise, was not cancelled", () => {
    expect(readCancellation("a", task("cancelled"), [task("working"), task("cancelled")])).toMatchObject({
      kind: "wrong",
      came: 'tasks/get afterwards shows "status": "working"',
    });
    expect(kindOf(task("cancelled"), task("completed"))).toBe("wrong");
  });

  it("says nothing where the task had ended before", () => {
    expect(kindOf(task("completed"), task("completed"))).toBe("open");
    expect(kindOf(withError(-32602), task("completed"))).toBe("open");
    expect(kindOf(withError(-32602), task("cancelled"))).toBe("open");
    expect(kindOf(withError(-32602), withError(-32602))).toBe("open");
    expect(kindOf(withError(-32602))).toBe("open");
  });

  it("may not be refused while the task works, also where it ends soon after", () => {
    expect(kindOf(withError(-32602), task("working"), task("completed"))).toBe("wrong");
    expect(kindOf(withError(-32603), task("input_required"))).toBe("wrong");
  });

  it("leaves a status that is none to the check of task objects", () => {
    expect(kindOf(task("canceled"), task("canceled"))).toBe("right");
    expect(kindOf(task(), task("cancelled"))).toBe("right");
  });
});
