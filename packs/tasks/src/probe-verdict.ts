import { at, ERROR, excerpt, isObject, member, type Origin } from "@mcptest/pack";
import { isGate, isOwnRefusal } from "./attempt.js";
import { TASKS_EXTENSION } from "./ids.js";
import type { ProbeAnswer, ProbedMethod } from "./probe-answer.js";
import type { Probes } from "./undeclared-probes.js";

/** What became of one undeclared method, as `details.probes` reports it. */
export interface ProbeVerdict {
  method: ProbedMethod;
  outcome: "passed" | "warning" | "failed" | "could-not-run";
  code?: number;
  httpStatus?: number;
  message?: string;
  /** Whose trouble a could-not-run is, where it is known. */
  origin?: Origin;
  /** Exchange number. */
  exchange: number;
}

/** Worst first. */
const RANK = ["failed", "could-not-run", "warning", "passed"] as const;

/** One verdict a method: the worst of the answers that it got on the connections where it was sent. */
export function judgeProbes(probes: Probes): ProbeVerdict[] {
  const worst = new Map<ProbedMethod, ProbeVerdict>();
  for (const answer of probes.answers) {
    const verdict = judgeAnswer(answer, probes);
    const known = worst.get(answer.method);
    if (known === undefined || RANK.indexOf(verdict.outcome) < RANK.indexOf(known.outcome))
      worst.set(answer.method, verdict);
  }
  return [...worst.values()];
}

/** Judges the answer to one undeclared request (I37, I.5). */
export function judgeAnswer(answer: ProbeAnswer, { stillThere, emptyListen }: Probes): ProbeVerdict {
  const { method, exchange, status, message } = answer;
  const code = member(member(message, "error"), "code");
  const say: Say = (outcome, text, origin) => ({
    method,
    outcome,
    ...(typeof code === "number" ? { code } : {}),
    ...(status === undefined ? {} : { httpStatus: status }),
    ...(text === undefined ? {} : { message: text }),
    ...(origin === undefined ? {} : { origin }),
    exchange,
  });
  if (message === undefined) return silent(answer, emptyListen, say);
  if (isGate(status) && code !== ERROR.missingClientCapability)
    return say("could-not-run", `turned away with HTTP ${status}, which comes before the server`, "environment");
  if (!isObject(member(message, "error"))) return say("failed", served(answer));
  if (code === ERROR.missingClientCapability) return say("passed");
  if (code === ERROR.draftMissingClientCapability) return say("warning", draftCode(answer));
  if (method === "subscriptions/listen" && code === ERROR.methodNotFound && isSameRefusal(answer, emptyListen))
    return say("warning", "the server has no subscriptions/listen at all: one with an empty filter gets -32601 too");
  if (code === ERROR.invalidParams && !stillThere)
    return say("could-not-run", "the task was gone: a declared tasks/get right afterwards could not read it either");
  return say(
    "failed",
    `refused with ${excerpt(code, 40)} (${excerpt(at(message, "error", "message"), 120)}), not with -32021`,
  );
}

type Say = (outcome: ProbeVerdict["outcome"], text?: string, origin?: Origin) => ProbeVerdict;

/** No JSON-RPC message came. */
function silent(answer: ProbeAnswer, emptyListen: ProbeAnswer | undefined, say: Say): ProbeVerdict {
  const { outcome, status, problem } = answer;
  const came = status === undefined ? (problem ?? outcome) : `HTTP ${status} and no JSON-RPC message`;
  const isServerError = status === 500 || status === 501;
  if (outcome === "no-response" && (isOwnRefusal(status) || isServerError)) {
    if (answer.method === "subscriptions/listen" && isSameRefusal(answer, emptyListen))
      return say("warning", `the server has no subscriptions/listen at all: one with an empty filter gets ${came} too`);
    return say("failed", `refused with ${came}; the refusal is a JSON-RPC error with the code -32021`);
  }
  if (outcome === "timeout") return say("could-not-run", "no answer within our own limit", "host");
  return say("could-not-run", `nothing to judge: ${came}`, outcome === "limit" ? "host" : "environment");
}

function isSameRefusal(answer: ProbeAnswer, twin: ProbeAnswer | undefined): boolean {
  if (twin === undefined) return false;
  const code = (each: ProbeAnswer) => at(each.message, "error", "code");
  return (
    twin.status === answer.status && code(twin) === code(answer) && isObject(twin.message) === isObject(answer.message)
  );
}

function served({ message }: ProbeAnswer): string {
  const name = member(message, "method");
  const what = typeof name === "string" ? `a ${name} notification` : "a result";
  return `it was served: ${what} came, ${excerpt(member(message, "result") ?? member(message, "params") ?? message, 160)}`;
}

/** The warning about the draft number also says what else the refusal lacks. */
function draftCode({ status, message }: ProbeAnswer): string {
  const data = at(message, "error", "data", "requiredCapabilities", "extensions", TASKS_EXTENSION);
  const lacks = [
    ...(isObject(data) ? [] : [`error.data.requiredCapabilities.extensions[${JSON.stringify(TASKS_EXTENSION)}]`]),
    ...(status === undefined || status === 400 ? [] : [`HTTP status 400 (it is ${status})`]),
  ];
  const also = lacks.length === 0 ? "" : `; it also lacks ${lacks.join(" and ")}`;
  return `refused with -32003, the number of a draft: renumbered to -32021 on 2026-06-18${also}`;
}
