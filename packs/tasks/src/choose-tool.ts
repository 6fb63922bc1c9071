import { excerpt, isObject, type JsonObject, type OptionNeed, type PackContext, sampleOf } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { isTaskCapable, type Tool } from "./tools.js";
import type { ResolvedWire } from "./wire.js";

/** See {@link PackContext.optionName}. */
export type OptionName = PackContext["optionName"];

/** A tool that may be called in order to get a task. */
export interface Candidate {
  tool: string;
  arguments: JsonObject;
  /** Why this tool, for the report. */
  because: string;
}

/** What decides which tool is called. */
export interface Choice {
  wire: ResolvedWire;
  tools: Tool[];
  options: TasksOptions;
  /** See {@link PackContext.asked}: a suite calls nothing but what configuration names or what is safe. */
  asked: boolean;
  /** See {@link PackContext.optionName}. */
  optionName: OptionName;
}

/** Tools that discovery calls at most. */
const MOST_TRIED = 20;

/** The option that names the tool of a role. */
export function toolOf(role: RoleName): OptionNeed {
  return { path: ["roles", role, "tool"], example: "NAME" };
}

/** Where the tool of a role is named. */
export function toolOption(optionName: OptionName, role: RoleName = "task"): string {
  const { path, example } = toolOf(role);
  return optionName(path, example);
}

function howToName({ optionName }: Choice): string {
  return `name one with ${toolOption(optionName)}`;
}

const DISCOVERY: OptionNeed = { path: ["discoverTools"], example: true };

function discovery({ optionName }: Choice): string {
  return optionName(DISCOVERY.path, DISCOVERY.example);
}

/**
 * The tools to call, in order, until one answers with a task. A tool is called only when configuration names it, when it
 * is annotated read-only and needs no arguments, or, where the operator asked for this very pack on 2025-11-25, when it
 * says that it supports tasks and is not annotated destructive.
 */
export function chooseTools(choice: Choice): Attempt<Candidate[]> {
  const { wire, tools, options } = choice;
  if (!wire.creates)
    return problem("the server does not declare tasks.requests.tools.call, so no tools/call can be made a task");
  const named = options.roles.task?.tool;
  if (named !== undefined) return chooseNamed(named, choice);
  if (wire.wire === "legacy") return chooseByTaskSupport(choice);
  if (!options.discoverTools)
    return problem(
      `no tool was named, and on the extension wire nothing says which of the ${tools.length} tools makes tasks: ${howToName(choice)}, or permit trying read-only tools with ${discovery(choice)}`,
      permittedTools(tools, true).length > 0 ? [toolOf("task"), DISCOVERY] : [toolOf("task")],
    );
  const permitted = permittedTools(tools, true);
  return permitted.length > 0
    ? { value: permitted.slice(0, MOST_TRIED) }
    : problem(`no tool is annotated readOnlyHint: true, so ${discovery(choice)} may call none: ${howToName(choice)}`, [
        toolOf("task"),
      ]);
}

function chooseNamed(named: string, { wire, tools, options, optionName }: Choice): Attempt<Candidate[]> {
  const tool = tools.find(({ name }) => name === named);
  if (tool === undefined)
    return problem(
      `the server lists no tool ${JSON.stringify(named)}; it lists ${namesOf(tools)}: correct ${toolOption(optionName)}`,
    );
  if (wire.wire === "legacy" && !isTaskCapable(tool))
    return problem(
      `the tool ${JSON.stringify(named)} may not be called as a task (execution.taskSupport is ${excerpt(tool.taskSupport, 60)}); task-capable: ${namesOf(tools.filter(isTaskCapable))}`,
    );
  return { value: [{ tool: named, arguments: options.roles.task?.arguments ?? {}, because: "named by the operator" }] };
}

function chooseByTaskSupport(choice: Choice): Attempt<Candidate[]> {
  const { tools, options, asked } = choice;
  const capable = tools.filter(isTaskCapable).sort(bySupport);
  if (capable.length === 0)
    return problem(`none of the ${tools.length} tools has execution.taskSupport "required" or "optional"`);
  if (!asked) {
    const permitted = permittedTools(capable, options.discoverTools);
    return permitted.length > 0
      ? { value: permitted.slice(0, 1) }
      : problem(
          `a suite calls no task-capable tool by itself that is not read-only; left alone: ${namesOf(capable)}; ${howToName(choice)}`,
          [toolOf("task")],
        );
  }
  const first = capable.find(({ destructive }) => !destructive);
  if (first === undefined)
    return problem(
      `every task-capable tool is annotated destructiveHint: true: ${namesOf(capable)}; ${howToName(choice)}`,
      [toolOf("task")],
    );
  const because = `first tool with execution.taskSupport ${JSON.stringify(first.taskSupport)}`;
  return { value: [{ tool: first.name, arguments: options.roles.task?.arguments ?? {}, because }] };
}

/** `required` before `optional`, read-only ones first; otherwise in the order of the list. */
function bySupport(one: Tool, other: Tool): number {
  const rank = (tool: Tool) => (tool.taskSupport === "required" ? 0 : 2) + (tool.readOnly ? 0 : 1);
  return rank(one) - rank(other);
}

/** Read-only tools that need no arguments; with `discover` also those whose arguments a schema lets us make. */
function permittedTools(tools: Tool[], discover: boolean): Candidate[] {
  return tools.flatMap(({ name, readOnly, needsArguments, inputSchema }) => {
    if (!readOnly || (needsArguments && !discover)) return [];
    if (!needsArguments) return [{ tool: name, arguments: {}, because: "read-only, needs no arguments" }];
    const made = sampleOf(inputSchema);
    return isObject(made)
      ? [{ tool: name, arguments: made, because: "read-only, arguments made from its schema" }]
      : [];
  });
}

function namesOf(tools: Tool[]): string {
  const names = tools.slice(0, 12).map(({ name }) => excerpt(name, 80));
  return `${names.join(", ") || "none"}${tools.length > 12 ? `, and ${tools.length - 12} more` : ""}`;
}

function problem(reason: string, options?: OptionNeed[]): Attempt<Candidate[]> {
  return { problem: { reason, ...(options ? { options } : {}) } };
}
