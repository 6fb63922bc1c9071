import { randomUUID } from "node:crypto";
import {
  answersTo,
  at,
  defineFixture,
  type Exchange,
  errorOf,
  type Fixture,
  type JsonObject,
  member,
  type PackContext,
  type RequestSpec,
  resultOf,
} from "@mcptest/pack";
import { openRequests } from "./acknowledgements.js";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import { callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { type Asking, type Following, follow, intervalOf, type Life } from "./poll.js";
import { cancelProvoked, type Provoked, provokeBy, provokedBy, taskIdOf } from "./provoke.js";
import { taskRequest } from "./requests.js";
import { candidateOf, type OptionalRole, roleOf } from "./roles.js";
import { type ToolList, toolList } from "./tools.js";

/** Shortest time before a task is read again. */
const PAUSE_MS = 50;

/** What was sent to a task that asks, beside its answers, and what was read. */
export interface AskedTask {
  call: Provoked;
  life: Life;
  /** Client capabilities of the call and the polls, where they are not those of the role. */
  declared?: JsonObject;
  /** The task object in which it first asked. */
  asking?: JsonObject;
  /** `ask`: an update with a key that was never issued, and the `tasks/get` after it. */
  unknownKey?: { update: Exchange; read: Exchange };
  /** `ask`: the same answers once more. */
  again?: Exchange;
  /** `askMany`: `tasks/get` while nothing was answered. */
  repeated?: Exchange;
  /** `askMany`: an update with one of the keys, and the `tasks/get` after it. */
  partial?: { key: string; update: Exchange; read: Exchange };
}

/** A mark that a check needs a role to be configured; what its tool does is prepared elsewhere, for others too. */
export function needsRole(name: OptionalRole): Fixture<undefined, TasksOptions> {
  const known = marks.get(name);
  if (known !== undefined) return known;
  const mark = defineFixture<undefined, Record<never, never>, TasksOptions>({
    name: `the role ${name}`,
    role: roleOf(name),
    prepare: () => undefined,
  });
  marks.set(name, mark);
  return mark;
}
const marks = new Map<OptionalRole, Fixture<undefined, TasksOptions>>();

/** How one fixture of this file calls a tool and meets its questions. */
interface Conversation {
  name: string;
  role: "ask" | "askMany";
  /** The call declares no kind of input, and neither do the polls. */
  bare?: boolean;
  /** Another conversation whose task, where it suffices, spares this call. */
  unless?: { made: AskedFixture; suffices(asked: AskedTask): boolean };
  meet(context: PackContext<TasksOptions>, asking: Asking, asked: AskedTask): Promise<string | undefined>;
}

type AskedFixture = Fixture<Attempt<AskedTask | undefined>, TasksOptions>;

/** What stands in the place of another conversation where there is none to look at. */
const noConversation: AskedFixture = defineFixture({ name: "no conversation", prepare: () => ({ value: undefined }) });

/** Calls the tool of a role and follows its task. Without that role there is nothing, so that optional parts can need it. */
function conversation({ name, role, bare = false, unless, meet }: Conversation) {
  return defineFixture<Attempt<AskedTask | undefined>, { tools: typeof toolList; made: AskedFixture }, TasksOptions>({
    name,
    timeoutMs: longestWait,
    needs: { tools: toolList, made: unless?.made ?? noConversation },
    async prepare({ tools, made }, context) {
      if (context.options.roles[role] === undefined) return { value: undefined };
      if (made.value !== undefined && unless?.suffices(made.value)) return made;
      let declared = bare ? {} : undefined;
      let call = await provokeRole(context, role, tools, declared);
      const demanded = bare && call.value !== undefined ? demandedBy(call.value) : undefined;
      if (demanded !== undefined) {
        declared = demanded;
        call = await provokeRole(context, role, tools, declared);
      }
      const taskId = taskIdOf(call);
      if (taskId.problem !== undefined || call.value === undefined)
        return bare && call.value !== undefined
          ? { value: { call: call.value, life: noLife(call.value) } }
          : { problem: taskId.problem ?? { reason: `the role ${role} made no task` } };
      const asked: Omit<AskedTask, "life"> & { life?: Life } = { call: call.value, declared };
      const onInput: Following["onInput"] = (asking) => {
        asked.asking ??= asking.task;
        return meet(context, asking, asked as AskedTask);
      };
      const life = await follow(context, { taskId: taskId.value, call: call.value, onInput, capabilities: declared });
      return { value: { ...asked, life } };
    },
    async teardown(attempt, context) {
      if (attempt.value !== undefined) await cancelProvoked({ value: attempt.value.call }, context);
    },
  });
}

/** What became of the task of a call that made none. */
function noLife({ call: { connection } }: Provoked): Life {
  return { taskId: "", connection, reads: [], answers: [], ending: "trouble" };
}

/** The call of the tool of a role, declaring other client capabilities than those of the role where they are given. */
export async function provokeRole(
  context: PackContext<TasksOptions>,
  role: "ask" | "askMany",
  tools: Attempt<ToolList>,
  capabilities: JsonObject | undefined,
): Promise<Attempt<Provoked>> {
  if (tools.problem !== undefined) return { problem: tools.problem };
  const candidate = candidateOf(context, role, tools.value);
  if (candidate.problem !== undefined) return { problem: candidate.problem };
  if (capabilities === undefined) return await provokeBy(context, [candidate.value], role);
  const change = (request: RequestSpec) => ({ ...request, capabilities });
  const call = await callTool(context, candidate.value, { role, change });
  return { value: provokedBy(call, [], context) };
}

/** Client capabilities for kinds of input, by the method that needs them. */
const KIND_OF: ReadonlyMap<unknown, string> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

/** The kinds of input that the refusal of a call asks to be declared, and no others. */
function demandedBy({ call }: Provoked): JsonObject | undefined {
  const wanted = at(errorOf(call.last), "data", "requiredCapabilities");
  const kinds = [...KIND_OF.values()].filter((kind) => member(wanted, kind) !== undefined);
  return kinds.length === 0 ? undefined : Object.fromEntries(kinds.map((kind) => [kind, {}]));
}

/** The kinds of input that a task asks for although they are not among the declared ones. */
export function undeclaredKinds(task: JsonObject, declared: readonly string[]): string[] {
  const kinds = Object.values(openRequests(task)).flatMap((request) => KIND_OF.get(member(request, "method")) ?? []);
  return [...new Set(kinds)].filter((kind) => !declared.includes(kind));
}

/** Sends an update about the task, and gives what came for it and for a read at the server's interval after it. */
async function updateAndRead(
  context: PackContext<TasksOptions>,
  { role, asking, responses }: { role: OptionalRole; asking: Asking; responses: JsonObject },
): Promise<{ update: Exchange; read: Exchange }> {
  const update = await send(context, role, "tasks/update", asking.taskId, { inputResponses: responses });
  return { update, read: await readLater(context, role, asking) };
}

async function send(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  role: OptionalRole,
  method: "tasks/get" | "tasks/update",
  taskId: string,
  more: JsonObject = {},
): Promise<Exchange> {
  const params = { taskId, ...more };
  const request = taskRequest(negotiated, method, params, options.roles[role]);
  return await withBackOff(host, deadlineIn(options.pollTimeoutMs), () => host.exchange(connection, request));
}

async function readLater(
  context: PackContext<TasksOptions>,
  role: OptionalRole,
  { taskId, task }: Pick<Asking, "taskId" | "task">,
): Promise<Exchange> {
  const { host, negotiated, options } = context;
  const interval = intervalOf(task, negotiated) ?? 0;
  const pauseMs = interval > options.pollTimeoutMs ? PAUSE_MS : Math.max(PAUSE_MS, interval);
  await waitFor(host, pauseMs, deadlineIn(options.pollTimeoutMs));
  return await send(context, role, "tasks/get", taskId);
}

/** The task of the `ask` role: an unknown key, the answers, the same answers again (I24, I25, I29, I31). */
export const askTask = conversation({
  name: "call of the role ask",
  role: "ask",
  async meet(context, asking, asked) {
    const { taskId, answers, answer } = asking;
    const isFirst = asked.unknownKey === undefined;
    if (isFirst) {
      const responses = { [`never-issued-${randomUUID()}`]: { action: "decline" } };
      asked.unknownKey = await updateAndRead(context, { role: "ask", asking, responses });
    }
    const stuck = await answer();
    const given = answers.at(-1);
    if (stuck === undefined && isFirst && given !== undefined)
      asked.again = await send(context, "ask", "tasks/update", taskId, { inputResponses: given });
    return stuck;
  },
});

/** Declines each open form; other requests are answered. */
const decline: Conversation["meet"] = async (context, { taskId, task, answered, answers, answer }) => {
  const forms = Object.entries(openRequests(task)).filter(
    ([key, request]) => !answered.has(key) && member(request, "method") === "elicitation/create",
  );
  if (forms.length === 0) return await answer();
  const responses = Object.fromEntries(forms.map(([key]) => [key, { action: "decline" }]));
  await send(context, "ask", "tasks/update", taskId, { inputResponses: responses });
  for (const [key] of forms) answered.add(key);
  answers.push(responses);
  return undefined;
};

/**
 * The tool of the `ask` role once more, with no kind of input declared, or, when it refuses that, only with those that it
 * demands (I26). Its forms are then declined (I60).
 */
export const bareTask = conversation({
  name: "call of the role ask without input declared",
  role: "ask",
  bare: true,
  async meet(context, asking, asked) {
    const kinds = Object.keys(asked.declared ?? {});
    const undeclared = undeclaredKinds(asking.task, kinds);
    if (undeclared.length > 0) return `the task asks for ${undeclared.join(", ")}, which was not declared`;
    return kinds.length > 0 ? await decline(context, asking, asked) : await asking.answer();
  },
});

/** A task of the `ask` role whose forms are declined (I60): that of {@link bareTask}, or else one more. */
export const declinedTask = conversation({
  name: "declining call of the role ask",
  role: "ask",
  unless: { made: bareTask, suffices: ({ life }) => life.answers.some(isDeclining) },
  meet: decline,
});

function isDeclining(answers: JsonObject): boolean {
  return Object.values(answers).some((answer) => member(answer, "action") === "decline");
}

/** The task of the `askMany` role: read again unanswered, answered in part, then in full (I23, I30). */
export const askManyTask = conversation({
  name: "call of the role askMany",
  role: "askMany",
  async meet(context, asking, asked) {
    const { task, answered, answers, answer } = asking;
    if (asked.repeated !== undefined) return await answer();
    asked.repeated = await readLater(context, "askMany", asking);
    const configured = context.options.roles.askMany?.inputResponses;
    const { responses, keys } = answersTo(member(task, "inputRequests"), configured);
    const [key] = keys;
    if (key === undefined || keys.length < 2) return await answer();
    const one: JsonObject = Object.fromEntries(Object.entries(responses).filter(([name]) => name === key));
    asked.partial = { key, ...(await updateAndRead(context, { role: "askMany", asking, responses: one })) };
    if (resultOf(asked.partial.update) !== undefined) {
      answered.add(key);
      answers.push(one);
    }
    return await answer();
  },
});
