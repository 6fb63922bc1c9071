import {
  at,
  defineFixture,
  errorOf,
  excerpt,
  isObject,
  member,
  type OptionNeed,
  type PackContext,
  resultOf,
} from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf, whatCame } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Call, callTool } from "./call.js";
import { type Candidate, chooseTools, type OptionName, toolOf, toolOption } from "./choose-tool.js";
import { cancelIfRunning } from "./clean-up.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { type OwnConnection, openOwnConnection } from "./own-connection.js";
import { type CallReading, readExtensionCall, readLegacyCall } from "./task-shape.js";
import { toolList } from "./tools.js";
import { wireOf } from "./wire.js";

/** The declared call and what came back for it. */
export interface Provoked {
  call: Call;
  /** Absent when the call was answered with a JSON-RPC error, or with no JSON-RPC response at all. */
  reading?: CallReading;
  /** Exchange numbers of calls that were tried before and made no task. */
  triedBefore: { tool: string; evidence: number[] }[];
  /** 2025-11-25: the connection of its own on which the role's answers are given, where it has some. */
  own?: OwnConnection;
  /** Why the call gave no task that could be used; said of a call that gave one, it means nothing. */
  noTask: Problem;
}

/** Calls the `task` role's tool, declared, so that the server may answer with a task. */
export const provoked = defineFixture<Attempt<Provoked>, { tools: typeof toolList }, TasksOptions>({
  name: "call of the role task",
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (tools.problem !== undefined) return { problem: tools.problem };
    const wire = wireOf(context.negotiated);
    const { options, asked, optionName } = context;
    const chosen = chooseTools({ wire, tools: tools.value.tools, options, asked, optionName });
    if (chosen.problem !== undefined) return { problem: { evidence: tools.value.evidence, ...chosen.problem } };
    return await provokeBy(context, chosen.value, "task");
  },
  teardown: cancelProvoked,
});

/**
 * Calls the candidates of a role one by one until one answers with a task. On 2025-11-25 a role that has answers is called on
 * a connection of its own, as kinds of input are declared once for all there.
 */
export async function provokeBy(
  context: PackContext<TasksOptions>,
  candidates: readonly Candidate[],
  role: RoleName,
): Promise<Attempt<Provoked>> {
  const isAnswering = context.options.roles[role]?.inputResponses !== undefined;
  if (wireOf(context.negotiated).wire !== "legacy" || !isAnswering) return await tryEach(context, candidates, role);
  const opened = await openOwnConnection(context, { role });
  if (opened.problem !== undefined) return { problem: opened.problem };
  const own = opened.value;
  const made = await tryEach({ ...context, connection: own.connection }, candidates, role);
  if (made.value === undefined) return made;
  own.taskId = made.value.reading?.taskId;
  return { value: { ...made.value, own } };
}

async function tryEach(
  context: PackContext<TasksOptions>,
  candidates: readonly Candidate[],
  role: RoleName,
): Promise<Attempt<Provoked>> {
  const triedBefore: Provoked["triedBefore"] = [];
  let latest: Attempt<Provoked> = { problem: { reason: "no tool was called" } };
  for (const candidate of candidates) {
    const call = await callTool(context, candidate, { role });
    const trouble = troubleOf(call.last, `tools/call of ${JSON.stringify(candidate.tool)}`);
    if (trouble !== undefined) return { problem: trouble };
    const made = provokedBy(call, [...triedBefore], context);
    latest = { value: made };
    if (made.reading?.kind === "task" || made.reading?.kind === "broken-task") return latest;
    triedBefore.push({ tool: candidate.tool, evidence: call.evidence });
  }
  return latest;
}

/** What a call that was answered made. */
export function provokedBy(
  call: Call,
  triedBefore: Provoked["triedBefore"],
  { negotiated, optionName }: Pick<PackContext<TasksOptions>, "negotiated" | "optionName">,
): Provoked {
  const result = resultOf(call.last);
  const read = wireOf(negotiated).wire === "legacy" ? readLegacyCall : readExtensionCall;
  const made = { call, reading: result === undefined ? undefined : read(result), triedBefore };
  return { ...made, noTask: noTask(made, optionName) };
}

/** Teardown of a provoked call: a task that still runs is cancelled. */
export async function cancelProvoked({ value }: Attempt<Provoked>, context: PackContext<TasksOptions>): Promise<void> {
  const taskId = value?.reading?.taskId;
  if (value === undefined || taskId === undefined) return;
  await cancelIfRunning({ ...context, connection: value.call.connection }, taskId);
}

/** The id of the task that the call made, in whatever form it came, or why there is none. */
export function taskIdOf(attempt: Attempt<Provoked>): Attempt<string> {
  if (attempt.problem !== undefined) return { problem: attempt.problem };
  const taskId = attempt.value.reading?.taskId;
  return taskId === undefined ? { problem: attempt.value.noTask } : { value: taskId };
}

/** Why a call that was answered gave no task that could be used. */
function noTask({ call, reading, triedBefore }: Omit<Provoked, "noTask">, optionName: OptionName): Problem {
  const tool = JSON.stringify(call.candidate.tool);
  const evidence = [...triedBefore.flatMap((tried) => tried.evidence), ...call.evidence];
  if (triedBefore.length > 1)
    return {
      reason: `none of the ${triedBefore.length} tools that were tried answered with a task: ${triedBefore.map((tried) => JSON.stringify(tried.tool)).join(", ")}; name one with ${toolOption(optionName, call.role)}`,
      evidence,
      options: [toolOf(call.role)],
    };
  switch (reading?.kind) {
    case "broken-task":
      return {
        reason: `the call of ${tool} made a task without a usable taskId (tasks-result-type-discipline)`,
        evidence,
      };
    case "input-required":
      return { reason: waitsForInput(call, optionName), evidence, options: [answersOf(call.role)] };
    case undefined:
      return {
        reason: `the call of ${tool} was answered with ${whatCame(call.last)}; ${remedyFor(call, optionName)}`,
        evidence,
      };
    default:
      return {
        reason: `the call of ${tool} made no task: it was answered with a plain result, ${excerpt(resultOf(call.last), 120)}; name a tool that runs as a task with ${toolOption(optionName, call.role)}`,
        evidence,
        options: [toolOf(call.role)],
      };
  }
}

/** A server may need a kind of input declared before it serves a call. On 2025-11-25 only its words can say so. */
function remedyFor({ last, role }: Call, optionName: OptionName): string {
  const error = errorOf(last);
  const kinds = at(error, "data", "requiredCapabilities");
  const words = isObject(kinds) ? "" : String(member(error, "message")).slice(0, 1_000);
  const wanted = ["elicitation", "sampling", "roots"].filter(
    (kind) => member(kinds, kind) !== undefined || words.includes(kind),
  );
  return wanted.length > 0
    ? `it wants a client that declares ${wanted.join(" and ")}: ${howToAnswer(optionName, role)}`
    : `give arguments that work with ${optionName(["roles", role, "arguments"], {})}`;
}

/** The option with the answers to what a server asks of the tool of a role. */
function answersOf(role: RoleName): OptionNeed {
  return { path: ["roles", role, "inputResponses"], example: "auto" };
}

/** How answers to what a server asks of the tool of a role are given. */
export function howToAnswer(optionName: OptionName, role: RoleName): string {
  const { path, example } = answersOf(role);
  return `give answers, or "auto", with ${optionName(path, example)}`;
}

function waitsForInput({ candidate, role, unanswered, answers }: Call, optionName: OptionName): string {
  const tool = JSON.stringify(candidate.tool);
  if (unanswered.length === 0 && answers.length > 0)
    return `the call of ${tool} still asks for input after ${answers.length} rounds of answers`;
  const keys = unanswered
    .slice(0, 8)
    .map((key) => excerpt(key, 60))
    .join(", ");
  return `the call of ${tool} asks for input before it makes a task (${keys || "no key"}); ${howToAnswer(optionName, role)}`;
}
