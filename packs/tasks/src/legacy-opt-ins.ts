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
import { deadlineIn, longestWait } from "./back-off.js";
import { type Call, type CallOptions, callTool } from "./call.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { isPassingError } from "./poll.js";
import { provoked } from "./provoke.js";
import { isCapabilityRefusal } from "./refusals.js";
import { readExtensionCall, taskInAnyForm } from "./task-shape.js";
import { undeclaredCall } from "./undeclared-call.js";
import { type Repeated, repeatTwins } from "./wavering.js";

/** Calls of the `task` role's tool that ask for a task the way 2025-11-25 did. */
export interface LegacyOptIns {
  /** With `params.task`, the extension declared. */
  declaredParam: Call;
  /** With `params.task`, undeclared. */
  undeclaredParam: Call;
  /** With the client capability `tasks` of 2025-11-25 in place of the declaration. */
  legacyCapability: Call;
  /** The calls with `params.task` and those without it made again, where they were answered in different ways. */
  repeated: Partial<Record<"declared" | "undeclared", Repeated>>;
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
const DECLARED_PARAM: CallOptions = { change: (request) => ({ ...withParam(request), defect: PARAM }) };
const UNDECLARED_PARAM: CallOptions = { undeclared: { defect: PARAM }, change: withParam };
const UNDECLARED: CallOptions = { undeclared: { defect: "the extension is not declared on this tools/call (I41)" } };

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
      callTool(context, candidate, DECLARED_PARAM),
      callTool(context, candidate, {
        undeclared: { defect: `${PARAM}; ${CAPABILITY}` },
        change: (request) => withLegacyCapability(withParam(request)),
      }),
    ]);
    return { value: { declaredParam, both } };
  },
  teardown: ({ value }, context) => cancelMade(value === undefined ? [] : [value.declaredParam, value.both], context),
});

/**
 * What each way of asking gives (I41, I42). Where the undeclared call that asks in both ways is answered like the plain one,
 * neither way does anything; where it is not, a call for each way tells which of them does.
 */
export const legacyOptIns = defineFixture<
  Attempt<LegacyOptIns>,
  { call: typeof provoked; undeclared: typeof undeclaredCall; calls: typeof optInCalls },
  TasksOptions
>({
  name: "legacy opt-ins one by one",
  timeoutMs: longestWait,
  needs: { call: provoked, undeclared: undeclaredCall, calls: optInCalls },
  async prepare({ call, undeclared, calls }, context) {
    if (calls.problem !== undefined) return { problem: calls.problem };
    const { declaredParam, both } = calls.value;
    const isPlain = undeclared.value !== undefined && kindOfAnswer(undeclared.value) === kindOfAnswer(both);
    const [undeclaredParam, legacyCapability] = isPlain
      ? [both, both]
      : await Promise.all([
          callTool(context, both.candidate, UNDECLARED_PARAM),
          callTool(context, both.candidate, { undeclared: { defect: CAPABILITY }, change: withLegacyCapability }),
        ]);
    const repeated = {
      declared: await repeat(context, call.value?.call, declaredParam, [{}, DECLARED_PARAM]),
      undeclared: await repeat(context, undeclared.value, undeclaredParam, [UNDECLARED, UNDECLARED_PARAM]),
    };
    return { value: { declaredParam, undeclaredParam, legacyCapability, repeated } };
  },
  teardown({ value }, context) {
    const { repeated, ...calls } = value ?? {};
    const further = Object.values(repeated ?? {}).flatMap((one) => one?.calls ?? []);
    return cancelMade([...Object.values(calls), ...further], context);
  },
});

/** Makes both calls again where their answers differ and that alone proves nothing. */
async function repeat(
  context: PackContext<TasksOptions>,
  plain: Call | undefined,
  changed: Call,
  [plainly, withTask]: [CallOptions, CallOptions],
): Promise<Repeated | undefined> {
  if (plain === undefined || !isDecision(plain) || !isDecision(changed)) return undefined;
  if (kindOfAnswer(plain) === kindOfAnswer(changed)) return undefined;
  // Whatever a server decides from call to call, an undeclared one makes no task (I09).
  const isTask = [plain, changed].some(({ last }) => taskInAnyForm(resultOf(last)) !== undefined);
  if (withTask.undeclared !== undefined && isTask) return undefined;
  const call = (how: CallOptions) => callTool(context, changed.candidate, how);
  const again = { plain: () => call(plainly), changed: () => call(withTask) };
  const deadline = deadlineIn(context.options.pollTimeoutMs);
  return await repeatTwins({ plain, changed, again, kindOf: kindOfAnswer }, deadline);
}

/** An answer that a server may choose from call to call: a result, or that it would need the declaration. */
function isDecision({ last }: Call): boolean {
  return resultOf(last) !== undefined || isCapabilityRefusal(member(errorOf(last), "code"));
}

async function cancelMade(calls: readonly Call[], context: PackContext<TasksOptions>): Promise<void> {
  const made = calls.flatMap(({ last }) => taskInAnyForm(resultOf(last))?.taskId ?? []);
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
