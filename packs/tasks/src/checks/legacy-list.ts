import { randomUUID } from "node:crypto";
import { ERROR, excerpt, say } from "@mcptest/pack";
import { required } from "../attempt.js";
import { deadlineIn, withBackOff } from "../back-off.js";
import { legacyCheck } from "../define.js";
import { listedTasks } from "../task-list.js";
import { readRefusal } from "../unknown-tasks.js";

/** H19. That the result holds a list of tasks is another check's matter (H33), and so is whose tasks they are (H26). */
export const cursor = legacyCheck({
  id: "tasks-legacy-cursor",
  category: "lifecycle",
  title: "tasks/list is whole, and its cursors are its own",
  description: "Every task that can be read stands on a page of tasks/list; an invalid cursor is refused with -32602.",
  level: "must",
  contract: "H19",
  section: "Task Listing",
  phase: "change",
  on: { wire: "legacy", "tasks.list": "declared" },
  needs: { listed: listedTasks },
  async run({ listed }, verdict, { host, connection, options }) {
    const sent = "tasks/list with a cursor that nobody gave out";
    const invalid = await withBackOff(host, deadlineIn(options.pollTimeoutMs), () =>
      host.exchange(connection, {
        method: "tasks/list",
        params: { cursor: `no-cursor-${randomUUID()}` },
        defect: "the cursor is invalid (H19)",
      }),
    );
    const about = { subject: "invalid cursor" };
    const reading = readRefusal(invalid, sent, [ERROR.invalidParams]);
    if (reading.kind === "open") verdict.couldNotRun(reading.problem.reason, { ...reading.problem, about });
    if (reading.kind === "right") verdict.pass(about, [invalid.number]);
    if (reading.kind === "wrong")
      verdict.fail(
        say({
          sent,
          came: reading.came,
          rule: "H19: an invalid cursor is refused with -32602",
          fix: "look the cursor up, and answer with the error -32602 (Invalid params) where it is none of yours",
        }),
        [invalid.number],
        about,
      );
    const list = required(listed);
    const pages = list.evidence.slice(0, 20);
    verdict.detail("tasksListed", list.tasks.length);
    verdict.detail("tasksLookedFor", list.lookedFor);
    if (list.missing.length === 0) verdict.pass({ subject: "pages" }, pages);
    else
      verdict.fail(
        say({
          sent: `tasks/list, ${list.evidence.length} ${list.evidence.length === 1 ? "page" : "pages"} up to the one without nextCursor`,
          came: `${list.missing.length} of ${list.lookedFor} tasks of this client stand on no page, and tasks/get still reads them: ${excerpt(
            list.missing.slice(0, 3).map(({ taskId }) => taskId),
            160,
          )}`,
          rule: "H19: a task that tasks/get reads is listed, and nextCursor stands there while there are more",
          fix: "list ended tasks too while they are kept, and give nextCursor on every page but the last",
        }),
        [...pages, ...list.missing.map(({ exchange }) => exchange)],
        { subject: "pages" },
      );
  },
});
