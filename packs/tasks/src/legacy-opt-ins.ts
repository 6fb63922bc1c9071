import {
  defineFixture,
  type Exchange,
  errorOf,
  excerpt,
  type JsonObject,
  member,
  type PackContext,
  type RequestSpec,
  resultOf,
} from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Call, callTool } from "./call.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { isPassingError } from "./poll.js";
import { provoked } from "./provoke.js";
import { readExtensionCall, taskInAnyForm } from "./task-shape.js";
import { undeclaredCall } from "./undeclared-call.js";

/** Calls of the `task` role's tool that ask for a task the way 2025-11-25 did. */
export interface LegacyOptIns {
  /** With `params.task`, the extension declared. */
  declaredParam: Call;
  /** With `params.task`, undeclared. */
  undeclaredParam: Call;
  /** With the client capability `tasks` of 2025-11-25 in place of the declaration. */
  legacyCapability: Call;
}

/** The client capability `tasks` of 2025-11-25. */
export const LEGACY_CLIENT_CAPABILITY: JsonObject = {
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
};

/** The calls that are made anyway: one declared, one undeclared that asks in both ways. */
interface OptInCalls {
  declaredParam: Call;
  both: Call;
}

const PARAM = "tools/call carries params.task, which does not exist on this wire (I41)";
const CAPABILITY = "the client capability of 2025-11-25 stands in place of the declaration (I42)";

/** Both calls at once, after the plain declared one. Tasks that they make are cancelled in clean-up. */
export const optInCalls = defineFixture<Attempt<OptInCalls>, { call: typeof provoked }, TasksOptions>({
  name: "legacy opt-ins",
  timeoutMs: longestWait,
  needs: { call: provoked },
  async prepare({ call }, context) {
    if (call.problem !== undefined) return { problem: call.problem };
    if (call.value.reading?.taskId === undefined) return { problem: call.value.noTask };
    const { candidate } = call.value.call;
    const [declaredParam, both] = await Promise.all([
      callTool(context, candidate, { change: (request) => ({ ...withParam(request), defect: PARAM }) }),
      callTool(context, candidate, {
        undeclared: { defect: `${PARAM}; ${CAPABILITY}` },
        change: (request) => withLegacyCapability(withParam(request)),
      }),
    ]);
    return { value: { declaredParam, both } };
  },
  teardown: (attempt, context) => cancelMade(attempt.value, context),
});

/**
 * What each way of asking gives (I41, I42). Where the undeclared call that asks in both ways is answered like the plain one,
 * neither way does anything; where it is not, a call for each way tells which of them does.
 */
export const legacyOptIns = defineFixture<
  Attempt<LegacyOptIns>,
  { undeclared: typeof undeclaredCall; calls: typeof optInCalls },
  TasksOptions
>({
  name: "legacy opt-ins one by one",
  timeoutMs: longestWait,
  needs: { undeclared: undeclaredCall, calls: optInCalls },
  async prepare({ undeclared, calls }, context) {
    if (calls.problem !== undefined) return { problem: calls.problem };
    const { declaredParam, both } = calls.value;
    const isPlain = undeclared.value !== undefined && kindOfAnswer(undeclared.value) === kindOfAnswer(both);
    if (isPlain) return { value: { declaredParam, undeclaredParam: both, legacyCapability: both } };
    const [undeclaredParam, legacyCapability] = await Promise.all([
      callTool(context, both.candidate, { undeclared: { defect: PARAM }, change: withParam }),
      callTool(context, both.candidate, { undeclared: { defect: CAPABILITY }, change: withLegacyCapability }),
    ]);
    return { value: { declaredParam, undeclaredParam, legacyCapability } };
  },
  teardown: (attempt, context) => cancelMade(attempt.value, context),
});

async function cancelMade(calls: object | undefined, context: PackContext<TasksOptions>): Promise<void> {
  const made = Object.values<Call>({ ...calls }).flatMap(({ last }) => taskInAnyForm(resultOf(last))?.taskId ?? []);
  for (const taskId of new Set(made)) await cancelIfRunning(context, taskId);
}

function withParam(request: RequestSpec): RequestSpec {
  return { ...request, params: { ...request.params, task: { ttl: 1_000 } } };
}

/** The request with the client capability of 2025-11-25 beside what it declares already. */
export function withLegacyCapability(request: RequestSpec): RequestSpec {
  return { ...request, capabilities: { ...request.capabilities, ...LEGACY_CLIENT_CAPABILITY } };
}

/** What came for a call, as far as twins have to agree: `task`, `broken-task`, `input-required`, `plain` or an error code. */
export function kindOfAnswer({ last }: Call): string {
  const error = errorOf(last);
  return error === undefined
    ? readExtensionCall(resultOf(last)).kind
    : `the error ${excerpt(member(error, "code"), 40)}`;
}

/** Why an answer cannot be compared: trouble on the way, or an error that may have passed with the next request. */
export function incomparable({ last }: Call): Problem | undefined {
  return troubleOf(last, "tools/call") ?? (isPassingError(last) ? { reason: whyPassing(last) } : undefined);
}

function whyPassing(exchange: Exchange): string {
  return `tools/call was refused with ${excerpt(member(errorOf(exchange), "code"), 40)}, which may have another cause`;
}
