import { defineFixture, type Fixture, type PackContext } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Candidate, toolOf, toolOption } from "./choose-tool.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { follow, type Life } from "./poll.js";
import { cancelProvoked, type Provoked, provokeBy, taskIdOf } from "./provoke.js";
import { type ToolList, toolList } from "./tools.js";

/** A role that nobody has to configure: the checks that need it are not selected without it. */
export type OptionalRole = Exclude<RoleName, "task">;

/** What was seen of the tool that plays a role: its call, and the life of the task that the call made. */
export interface RoleTask {
  call: Provoked;
  life: Life;
}

/** The `role` member of a fixture that calls the tool of `name`. */
export function roleOf(name: OptionalRole): NonNullable<Fixture<unknown, TasksOptions>["role"]> {
  return { name, configured: ({ roles }) => roles[name] !== undefined, option: toolOf(name) };
}

/** The tool that the options name for a role, where the server lists it. */
export function candidateOf(
  { options, optionName }: Pick<PackContext<TasksOptions>, "options" | "optionName">,
  name: OptionalRole,
  { tools }: ToolList,
): Attempt<Candidate> {
  const role = options.roles[name];
  const tool = role?.tool;
  const option = toolOption(optionName, name);
  if (tool === undefined)
    return { problem: { reason: `the role ${name} is not configured: name its tool with ${option}` } };
  if (!tools.some((listed) => listed.name === tool))
    return {
      problem: { reason: `the server lists no tool ${JSON.stringify(tool)}: correct ${option}` },
    };
  return { value: { tool, arguments: role?.arguments ?? {}, because: `named for the role ${name}` } };
}

const calls = new Map<OptionalRole, Fixture<Attempt<Provoked>, TasksOptions>>();
const tasks = new Map<OptionalRole, Fixture<Attempt<RoleTask>, TasksOptions>>();
const neededTasks = new Map<OptionalRole, Fixture<Attempt<RoleTask>, TasksOptions>>();

/** The one call of a role's tool, declared (on 2025-11-25: as a task). A task that still runs at the end is cancelled. */
function roleCall(name: OptionalRole): Fixture<Attempt<Provoked>, TasksOptions> {
  return once(calls, name, () =>
    defineFixture<Attempt<Provoked>, { tools: typeof toolList }, TasksOptions>({
      name: `call of the role ${name}`,
      timeoutMs: longestWait,
      needs: { tools: toolList },
      async prepare({ tools }, context) {
        if (tools.problem !== undefined) return { problem: tools.problem };
        const candidate = candidateOf(context, name, tools.value);
        if (candidate.problem !== undefined) return { problem: candidate.problem };
        return await provokeBy(context, [candidate.value], name);
      },
      teardown: cancelProvoked,
    }),
  );
}

/**
 * The same call, and its task followed to its end; questions are answered from the configuration of the role. It is for
 * checks that do without a role which is not configured: the attempt then says so.
 */
export function taskOfRole(name: OptionalRole): Fixture<Attempt<RoleTask>, TasksOptions> {
  return once(tasks, name, () => {
    const call = roleCall(name);
    return defineFixture<Attempt<RoleTask>, { call: typeof call }, TasksOptions>({
      name: `task of the role ${name}`,
      timeoutMs: longestWait,
      needs: { call },
      async prepare({ call: attempt }, context) {
        const taskId = taskIdOf(attempt);
        if (taskId.problem !== undefined || attempt.value === undefined)
          return { problem: taskId.problem ?? { reason: `the role ${name} made no task` } };
        const life = await follow(context, { taskId: taskId.value, call: attempt.value });
        return { value: { call: attempt.value, life } };
      },
    });
  });
}

/** The same task, for checks that are not selected without the role. */
export function roleTask(name: OptionalRole): Fixture<Attempt<RoleTask>, TasksOptions> {
  return once(neededTasks, name, () => {
    const task = taskOfRole(name);
    return defineFixture<Attempt<RoleTask>, { task: typeof task }, TasksOptions>({
      name: task.name,
      role: roleOf(name),
      timeoutMs: longestWait,
      needs: { task },
      prepare: (values) => values.task,
    });
  });
}

function once<T>(made: Map<OptionalRole, T>, name: OptionalRole, make: () => T): T {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
