import { type Exchange, excerpt, type Json, member } from "@mcptest/pack";
import { type Ledger, recordsOf, statusesOf } from "./ledger.js";
import { type ServerMessage, serverMessages, type TaskCall, taskCalls } from "./server-messages.js";
import { isTerminal } from "./task-shape.js";

/** Milliseconds in which what was on its way on another stream may still come (L5). */
const GRACE_MS = 2_000;
/** Milliseconds by which two times of the record can differ from the true ones. */
const CLOCK_MS = 5;

/** Progress that should not have come. */
export interface WrongProgress {
  key: string;
  came: string;
  exchange: number;
}

/** The calls that asked for progress and became tasks, and what is wrong with the progress on their connections (H25). */
export function taskProgress(
  ledger: Ledger,
  exchanges: readonly Exchange[],
): { calls: TaskCall[]; seen: number[]; wrong: WrongProgress[] } {
  const calls = taskCalls(exchanges).filter(({ progressToken }) => progressToken !== undefined);
  const records = new Map(recordsOf(ledger).map((record) => [record.taskId, record]));
  const all = serverMessages(exchanges).filter(({ method }) => method === "notifications/progress");
  const seen: number[] = [];
  const wrong: WrongProgress[] = [];
  for (const call of calls) {
    const { connection } = call.exchange;
    const isAlone = calls.filter(({ exchange }) => exchange.connection === connection).length === 1;
    const record = records.get(call.taskId);
    const end = record && statusesOf(record).find(({ status, sighting }) => isEnd(status, sighting.source));
    for (const message of all) {
      const { exchange, params } = message;
      if (exchange.connection !== connection) continue;
      seen.push(exchange.number);
      const token: Json | undefined = member(params, "progressToken");
      if (token !== call.progressToken) {
        if (isAlone) wrong.push({ ...otherToken(call, token), exchange: exchange.number });
      } else if (end !== undefined && isAfter(message, end.sighting.arrivedAt))
        wrong.push({ ...AFTER_END, exchange: exchange.number });
    }
  }
  return { calls, seen, wrong };
}

function isEnd(status: unknown, source: string): boolean {
  return source === "tasks/get" && isTerminal(status);
}

const AFTER_END: Omit<WrongProgress, "exchange"> = {
  key: "progress after the end of the task",
  came: "progress came although tasks/get had shown a terminal status before",
};

function otherToken({ progressToken }: TaskCall, token: Json | undefined): Omit<WrongProgress, "exchange"> {
  return {
    key: "progress under another token",
    came: `"progressToken" is ${excerpt(token, 80)}; the call had ${excerpt(progressToken, 80)}`,
  };
}

/**
 * The message was sent after `endedAt`: over stdio, where all goes one way, when it came later; over HTTP when it came on a
 * stream that was opened later, or after the time of grace.
 */
function isAfter({ exchange, arrivedAt }: ServerMessage, endedAt: number): boolean {
  if (exchange.transport === "stdio") return arrivedAt > endedAt + CLOCK_MS;
  return Date.parse(exchange.sentAt) > endedAt + CLOCK_MS || arrivedAt > endedAt + GRACE_MS;
}
