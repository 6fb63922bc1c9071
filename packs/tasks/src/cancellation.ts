import { type Exchange, errorOf, excerpt, member, resultOf } from "@mcptest/pack";
import { whatCame } from "./attempt.js";
import { readPoll } from "./poll.js";
import { isStatus, isTerminal } from "./task-shape.js";

/** What the cancellation of a working task on 2025-11-25 shows. `open`: nothing that could be held against the server. */
export type CancellationReading =
  | { kind: "right" }
  | { kind: "wrong"; came: string; evidence: number[] }
  | { kind: "open"; reason: string; evidence: number[] };

/**
 * Reads the answer to `tasks/cancel`, and what `tasks/get` showed afterwards (H21). A status that is none, and a task
 * object without one, are another check's matter (H33).
 */
export function readCancellation(taskId: string, cancel: Exchange, after: readonly Exchange[]): CancellationReading {
  const later = after.flatMap((exchange) => {
    const reading = readPoll(exchange, taskId);
    const status = reading.kind === "task" ? member(reading.task, "status") : undefined;
    return isStatus(status) ? [{ status, exchange: exchange.number }] : [];
  });
  const evidence = [cancel.number, ...later.map(({ exchange }) => exchange)];
  const endedOtherwise = later.find(({ status }) => isTerminal(status) && status !== "cancelled");
  const answer = resultOf(cancel);
  if (errorOf(cancel) !== undefined) return readRefused(cancel, later, evidence);
  const status = member(answer, "status");
  if (member(answer, "taskId") === undefined)
    return { kind: "wrong", came: `the answer is no task: ${whatCame(cancel, 160)}`, evidence: [cancel.number] };
  if (endedOtherwise !== undefined && status === endedOtherwise.status)
    return { kind: "open", reason: `the task had ended as ${excerpt(status, 30)} before it was cancelled`, evidence };
  if (isStatus(status) && status !== "cancelled") {
    const came = `the answer shows "status": ${excerpt(status, 30)}`;
    return { kind: "wrong", came, evidence: [cancel.number] };
  }
  const other = later.find((one) => one.status !== "cancelled");
  if (other === undefined) return { kind: "right" };
  const came = `tasks/get afterwards shows "status": ${excerpt(other.status, 30)}`;
  return { kind: "wrong", came, evidence: [cancel.number, other.exchange] };
}

function readRefused(
  cancel: Exchange,
  later: { status: unknown; exchange: number }[],
  evidence: number[],
): CancellationReading {
  const [first] = later;
  if (first === undefined)
    return {
      kind: "open",
      reason: `tasks/cancel was refused with ${whatCame(cancel, 120)}, and the task could not be read any more`,
      evidence,
    };
  if (isTerminal(first.status))
    return {
      kind: "open",
      reason: `the task had ended as ${excerpt(first.status, 30)} before it was cancelled`,
      evidence,
    };
  const came = `it was refused with ${whatCame(cancel, 120)}, and tasks/get afterwards shows ${excerpt(first.status, 30)}`;
  return { kind: "wrong", came, evidence: [cancel.number, first.exchange] };
}
