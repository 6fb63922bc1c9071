import {
  answersTo,
  type Connection,
  type Exchange,
  isObject,
  type JsonObject,
  member,
  type PackContext,
  type RequestSpec,
  resultOf,
} from "@mcptest/pack";
import { deadlineIn, withBackOff } from "./back-off.js";
import type { Candidate } from "./choose-tool.js";
import type { RoleName } from "./names.js";
import type { Role, TasksOptions } from "./options.js";
import { declared, inputCapabilities } from "./requests.js";
import { wireOf } from "./wire.js";

/** Rounds of input before a call that are gone through; a server that asks on is given up. */
const MOST_ROUNDS = 10;

/** One call of a tool, with the rounds of input that came before its answer. */
export interface Call {
  candidate: Candidate;
  /** The role for which the tool was called. */
  role: RoleName;
  /** The connection that carried it; the task that it makes is asked for there too. */
  connection: Connection;
  /** Every exchange of the call, in order; the last one is {@link last}. */
  evidence: number[];
  last: Exchange;
  /** When the call that was answered last was sent, on the clock of `performance.now()`. */
  sentAt: number;
  /** Answers that were given before the last answer, by round. */
  answers: JsonObject[];
  /** Keys that were asked for and have no configured answer. */
  unanswered: string[];
}

/** How a call differs from the declared one. */
export interface CallOptions {
  /** Leaves the declaration out, and says which rule asks for that. */
  undeclared?: { defect: string };
  /** The role that the tool plays: its answers are given, and its kinds of input declared. Default `task`. */
  role?: RoleName;
  /** Further changes of each request, such as another param. */
  change?(request: RequestSpec): RequestSpec;
}

/**
 * Calls a tool so that it may become a task. Input that the server asks for before it decides (`input_required`) is
 * given where answers are configured; everything but the declaration is the same with and without it (I09).
 */
export async function callTool(
  context: PackContext<TasksOptions>,
  candidate: Candidate,
  { undeclared, role: roleName = "task", change = (request) => request }: CallOptions = {},
): Promise<Call> {
  const { host, connection, negotiated, options } = context;
  const role = options.roles[roleName];
  const deadline = deadlineIn(options.pollTimeoutMs);
  const call: Omit<Call, "last"> = {
    candidate,
    role: roleName,
    connection,
    evidence: [],
    sentAt: 0,
    answers: [],
    unanswered: [],
  };
  let retry: JsonObject = {};
  for (let round = 0; ; round++) {
    const base = callRequest(context, candidate, retry, role);
    const request = change(undeclared ? { ...base, defect: undeclared.defect } : declared(negotiated, base));
    const last = await withBackOff(host, deadline, () => {
      call.sentAt = performance.now();
      return host.exchange(connection, request);
    });
    call.evidence.push(last.number);
    const result = resultOf(last);
    if (member(result, "resultType") !== "input_required" || round === MOST_ROUNDS) return { ...call, last };
    const answers = answersTo(member(result, "inputRequests"), role?.inputResponses);
    const requestState = member(result, "requestState");
    const nothingToSay = answers.keys.length === 0 && (requestState === undefined || answers.unanswered.length > 0);
    if (nothingToSay) return { ...call, last, unanswered: answers.unanswered };
    call.answers.push(answers.responses);
    retry = { inputResponses: answers.responses, ...(requestState === undefined ? {} : { requestState }) };
  }
}

function callRequest(
  { negotiated }: PackContext<TasksOptions>,
  candidate: Candidate,
  retry: JsonObject,
  role: Role | undefined,
): RequestSpec {
  const params: JsonObject = { name: candidate.tool, arguments: candidate.arguments, ...retry };
  if (wireOf(negotiated).wire === "legacy") return { method: "tools/call", params: { ...params, task: {} } };
  const capabilities = inputCapabilities(role);
  return { method: "tools/call", params, ...(isObject(capabilities) ? { capabilities } : {}) };
}
