import {
  type Connection,
  defineFixture,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  member,
  type PackContext,
  resultOf,
} from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import { type Attempt, troubleOf, whatCame } from "./attempt.js";
import { type Deadline, deadlineIn, longestWait, withBackOff } from "./back-off.js";
import { idsMade, ledger } from "./ledger.js";
import type { TasksOptions } from "./options.js";
import { life } from "./poll.js";
import { taskRequest } from "./requests.js";

/** Pages after which a list is taken as endless, and bytes of them all. */
const MOST_PAGES = 200;
const MOST_BYTES = 16 * 1024 * 1024;
/** Tasks that are missing in the list and are asked for. */
const MOST_MISSING = 10;

/** The pages of `tasks/list`. */
export interface TaskPages {
  tasks: JsonObject[];
  /** Exchange numbers of the pages. */
  evidence: number[];
}

/** Lists the tasks of whoever `connection` is, through every page; a problem where they cannot be listed to their end. */
export async function listTasks(
  { host }: Pick<PackContext, "host">,
  connection: Connection,
  deadline: Deadline,
): Promise<Attempt<TaskPages>> {
  const list: TaskPages = { tasks: [], evidence: [] };
  const { evidence } = list;
  const stuck = (reason: string): Attempt<TaskPages> => ({ problem: { reason, evidence } });
  const seen = new Set<string>();
  let cursor: Json | undefined;
  let bytes = 0;
  for (let page = 0; page < MOST_PAGES && bytes <= MOST_BYTES; page++) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const exchange = await withBackOff(host, deadline, () =>
      host.exchange(connection, { method: "tasks/list", params }),
    );
    evidence.push(exchange.number);
    const problem = troubleOf(exchange, "tasks/list");
    if (problem !== undefined) return { problem: { ...problem, evidence } };
    const tasks = member(resultOf(exchange), "tasks");
    if (!Array.isArray(tasks)) return stuck(`tasks/list gave no list of tasks: ${whatCame(exchange, 120)}`);
    list.tasks.push(...tasks.filter(isObject));
    bytes += exchange.messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
    cursor = member(resultOf(exchange), "nextCursor");
    if (cursor === undefined || cursor === null) return { value: list };
    const key = JSON.stringify(cursor);
    if (seen.has(key)) return stuck(`tasks/list gave the cursor ${excerpt(cursor, 60)} a second time`);
    seen.add(key);
  }
  return stuck(`tasks/list has more than ${MOST_PAGES} pages or ${MOST_BYTES} bytes, a limit of ours`);
}

/** What became of a look for our own tasks among those that are listed. */
export interface ListedTasks extends TaskPages {
  /** How many tasks that were made before were looked for. */
  lookedFor: number;
  /** Tasks of ours that can be read after the last page and stand on none, with the exchange that read them. */
  missing: { taskId: string; exchange: number }[];
}

/**
 * 2025-11-25: the list of the tasks, and `tasks/get` for those of ours that are missing in it, both on the connection of the
 * `task` role's task: others may have tasks of their own.
 */
export const listedTasks = defineFixture<
  Attempt<ListedTasks>,
  { life: typeof life; after: typeof afterEnd; ledger: typeof ledger },
  TasksOptions
>({
  name: "list of the tasks",
  timeoutMs: longestWait,
  needs: { life, after: afterEnd, ledger },
  async prepare({ life: lived, ledger: seen }, context) {
    const { host, negotiated, options } = context;
    if (lived.problem !== undefined) return { problem: lived.problem };
    const { connection } = lived.value;
    const deadline = deadlineIn(options.pollTimeoutMs);
    const listed = await listTasks(context, connection, deadline);
    if (listed.problem !== undefined) return { problem: listed.problem };
    const onPages = new Set(listed.value.tasks.map((task) => member(task, "taskId")));
    const ours = [...new Set(idsMade(seen).map(({ taskId }) => taskId))];
    const missing: ListedTasks["missing"] = [];
    for (const taskId of ours.filter((id) => !onPages.has(id)).slice(0, MOST_MISSING)) {
      const request = taskRequest(negotiated, "tasks/get", { taskId });
      const read = await withBackOff(host, deadline, () => host.exchange(connection, request));
      if (member(resultOf(read), "status") !== undefined) missing.push({ taskId, exchange: read.number });
    }
    return { value: { ...listed.value, lookedFor: ours.length, missing } };
  },
});
