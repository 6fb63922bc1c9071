import { defineFixture, type Exchange, member, type PackContext, resultOf } from "@mcptest/pack";
import { type AskedTask, askTask, provokeRole } from "./asking-tasks.js";
import type { Attempt } from "./attempt.js";
import { longestWait } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { follow, intervalOf, type Read } from "./poll.js";
import { cancelProvoked, type Provoked } from "./provoke.js";
import { toolList } from "./tools.js";

/** Times of the first look for which the second one goes on. */
const TIMES = 2;

/** A task of the `ask` role that was sent nothing. */
export interface SecondLook {
  call: Provoked;
  /** Why it may have gone on all the same: it did, or what became of it is not known. Absent where it went on asking. */
  open?: "went-on" | "not-known";
}

/** What `tasks/get` showed after an update with a key that was never issued, where the task asked no more. */
export function goneOn(asked: AskedTask | undefined): unknown {
  const status = asked?.unknownKey && member(resultOf(asked.unknownKey.read), "status");
  return status === "input_required" ? undefined : status;
}

/**
 * Where the task of the `ask` role went on after an answer that nobody had asked for: the same call once more, whose task is
 * sent nothing. A server may give its question up and go on by itself (I29). `undefined` where there is nothing to ask.
 */
export const secondLook = defineFixture<
  Attempt<SecondLook | undefined>,
  { ask: typeof askTask; tools: typeof toolList },
  TasksOptions
>({
  name: "second look at the role ask",
  timeoutMs: longestWait,
  needs: { ask: askTask, tools: toolList },
  async prepare({ ask, tools }, context) {
    const first = ask.value?.unknownKey;
    if (first === undefined || goneOn(ask.value) === undefined) return { value: undefined };
    const made = await provokeRole(context, "ask", tools, undefined);
    if (made.problem !== undefined) return { problem: made.problem };
    const call = made.value;
    const taskId = call.reading?.taskId;
    if (taskId === undefined) return { value: { call, open: "not-known" } };
    let began: number | undefined;
    const life = await follow(context, {
      taskId,
      call,
      async onInput({ task }) {
        began ??= performance.now();
        const isOver = performance.now() - began >= windowOf(first, intervalOf(task, context.negotiated), context);
        return isOver ? "it was looked at for long enough" : undefined;
      },
    });
    if (wentOnUnasked(life.reads)) return { value: { call, open: "went-on" } };
    return { value: life.ending === "input" ? { call } : { call, open: "not-known" } };
  },
  async teardown({ value }, context) {
    if (value !== undefined) await cancelProvoked({ value: value.call }, context);
  },
});

/** Milliseconds of the second look: more than the first one took, as the task may have asked for a while when it was read. */
function windowOf(
  { update, read }: { update: Exchange; read: Exchange },
  interval: number | undefined,
  { options }: PackContext<TasksOptions>,
): number {
  const tookMs = Date.parse(read.sentAt) + read.durationMs - Date.parse(update.sentAt);
  return Math.min(TIMES * Math.max(0, tookMs) + (interval ?? 0), options.pollTimeoutMs);
}

function wentOnUnasked(reads: readonly Read[]): boolean {
  const isAsking = ({ task }: Read) => member(task, "status") === "input_required";
  const first = reads.findIndex(isAsking);
  return first !== -1 && reads.slice(first).some((read) => !isAsking(read));
}
