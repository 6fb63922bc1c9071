import {
  at,
  defineFixture,
  type Exchange,
  errorOf,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  member,
  resultOf,
} from "@mcptest/pack";
import { type Attempt, troubleOf } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { declared } from "./requests.js";

/** What this pack reads of a listed tool. */
export interface Tool {
  name: string;
  /** `execution.taskSupport` as received. */
  taskSupport?: Json;
  /** Annotated `readOnlyHint: true`. */
  readOnly: boolean;
  /** Annotated `destructiveHint: true`. */
  destructive: boolean;
  /** The input schema names required members. */
  needsArguments: boolean;
  inputSchema: JsonObject;
}

/** The tools of a server, all pages. */
export interface ToolList {
  tools: Tool[];
  /** Exchange numbers of the pages. */
  evidence: number[];
  /** The list ended early because the server gave a cursor a second time. */
  repeatedCursor?: string;
}

/** Pages after which a list is taken as endless. */
const MOST_PAGES = 1_000;

/** Lists the tools through every page. */
export const toolList = defineFixture<Attempt<ToolList>, Record<never, never>, TasksOptions>({
  name: "tool list",
  timeoutMs: longestWait,
  async prepare(_values, { host, connection, negotiated, options }) {
    const deadline = deadlineIn(options.pollTimeoutMs);
    const list: ToolList = { tools: [], evidence: [] };
    const seen = new Set<string>();
    let cursor: Json | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const params: JsonObject = cursor === undefined ? {} : { cursor };
      const request = declared(negotiated, { method: "tools/list", params });
      const exchange = await withBackOff(host, deadline, () => host.exchange(connection, request));
      list.evidence.push(exchange.number);
      const problem = listProblem(exchange);
      if (problem !== undefined) return { problem: { ...problem, evidence: list.evidence } };
      list.tools.push(...toolsOf(resultOf(exchange)));
      cursor = member(resultOf(exchange), "nextCursor");
      if (cursor === undefined || cursor === null) return { value: list };
      const key = JSON.stringify(cursor);
      if (seen.has(key)) return { value: { ...list, repeatedCursor: excerpt(cursor) } };
      seen.add(key);
    }
    return {
      problem: { reason: `tools/list did not end after ${MOST_PAGES} pages`, evidence: list.evidence.slice(-1) },
    };
  },
});

function listProblem(exchange: Exchange): { reason: string; origin?: "environment" | "host" } | undefined {
  const trouble = troubleOf(exchange, "tools/list");
  if (trouble !== undefined) return { reason: trouble.reason, origin: trouble.origin as "environment" | "host" };
  if (isObject(resultOf(exchange))) return undefined;
  const came = errorOf(exchange) ?? exchange.response ?? `HTTP ${exchange.status}`;
  return { reason: `tools/list gave no list of tools but ${excerpt(came)}` };
}

/** The tools of one page. Entries without a name are left out: nothing could call them. */
export function toolsOf(result: unknown): Tool[] {
  const entries = member(result, "tools");
  return Array.isArray(entries) ? entries.flatMap((entry) => toolOf(entry) ?? []) : [];
}

function toolOf(entry: Json): Tool | undefined {
  const name = member(entry, "name");
  if (typeof name !== "string" || name === "") return undefined;
  const inputSchema = member(entry, "inputSchema");
  const requiredMembers = member(inputSchema, "required");
  return {
    name,
    taskSupport: at(entry, "execution", "taskSupport"),
    readOnly: at(entry, "annotations", "readOnlyHint") === true,
    destructive: at(entry, "annotations", "destructiveHint") === true,
    needsArguments: Array.isArray(requiredMembers) && requiredMembers.length > 0,
    inputSchema: isObject(inputSchema) ? inputSchema : {},
  };
}

/** The tool may be called as a task on the 2025-11-25 wire. */
export function isTaskCapable({ taskSupport }: Tool): boolean {
  return taskSupport === "required" || taskSupport === "optional";
}
