import { describe, expect, it } from "vitest";
import { faultsOf } from "./testing/fault-list.js";
import { EVERY_ROLE, runFull } from "./testing/full-profile.js";
import { packOf, withServer } from "./testing/run-tasks.js";

type Row = [fault: string, hints: string[]];

/** What messages say of a mistake that many servers make, by what causes it. */
const MISTAKES: [cause: string, rows: Row[]][] = [
  [
    "names of 2025-11-25",
    [
      ["ttl-legacy-name", ['"ttl": 300000 stands in its place', "ttl and pollInterval are the names of 2025-11-25"]],
      ["ttl-legacy-name-besides", ['"pollInterval" besides "pollIntervalMs": that name belongs to 2025-11-25']],
      ["legacy-capability-besides", ["capabilities.tasks belongs to 2025-11-25"]],
      ["status-notification-left-over", ["notifications/tasks/status, which is notifications/tasks here"]],
      ["removed-result-served", ["tasks/result belongs to 2025-11-25"]],
      ["removed-list-served", ["tasks/list belongs to 2025-11-25"]],
    ],
  ],
  [
    "answers of 2025-11-25",
    [
      ["cancel-ack-task", ["the task as an answer was the form of 2025-11-25"]],
      ["cancel-ended-refused", ["-32602 is the answer of 2025-11-25"]],
      ["required-refused-method-not-found", ["-32601 is the refusal of 2025-11-25"]],
    ],
  ],
  [
    "the number of a draft",
    [
      ["draft-capability-code", ["-32003, the number of a draft", "renumbered to -32021", "2026-06-18"]],
      ["draft-code-of-required-tool", ["-32003, the number of a draft", "renumbered to -32021"]],
    ],
  ],
  [
    "the wrong example of the specification itself",
    [
      ["get-result-type-task", ["two examples of the specification itself, which its text and its schema contradict"]],
      ["get-result-type-task-until-ended", ["two examples of the specification itself"]],
    ],
  ],
  ["isError as failed", [["tool-error-failed", ["failed is for JSON-RPC errors", '"failed" was right on 2025-11-25']]]],
  [
    "seconds for milliseconds",
    [
      ["ttl-in-seconds", ["seconds for milliseconds?"]],
      ["poll-interval-in-seconds", ["seconds for milliseconds"]],
    ],
  ],
  [
    "a nested task",
    [
      ["create-nested-task", ['inside a nested "task" object', "the form of 2025-11-25"]],
      ["create-nested-task-complete", ['inside a nested "task" object', "the form of 2025-11-25"]],
      ["get-nested-task", ['inside a nested "task" object', "2025-11-25"]],
      ["notify-nested-task", ['inside a nested "task" object', "2025-11-25"]],
      ["undeclared-creates-nested-task", ["in the form of 2025-11-25 (result.task)"]],
      ["task-param-opts-in-nested", ["a task that is not in the form of this wire"]],
    ],
  ],
];

const FAULTS = new Map(faultsOf("modern").map((fault) => [fault.name, fault]));

describe.each(MISTAKES)("the message says that it is %s", (_, rows) => {
  it.concurrent.each(rows)("%s", async (name, hints) => {
    const check = FAULTS.get(name)?.owner.check ?? "";
    const jobMs = name.startsWith("notify-") ? 1_000 : 120;
    const report = await withServer("http", { era: "modern", faults: [name], jobMs }, (target) =>
      runFull(target, { era: "modern", options: EVERY_ROLE }),
    );
    const result = packOf(report).checks.find(({ id }) => id === check);
    const said = result?.error?.message ?? result?.warnings?.join("\n");
    for (const hint of hints) expect(said).toContain(hint);
  });
});
