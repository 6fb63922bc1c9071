import {
  at,
  defineFixture,
  type Exchange,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  member,
  resultOf,
} from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf, whatCame } from "./attempt.js";
import { deadlineIn, isRateLimited, longestWait, withBackOff } from "./back-off.js";
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
/** Tools, and bytes of all pages, after which a list is taken as endless. */
const MOST_TOOLS = 100_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Lists the tools through every page. */
export const toolList = defineFixture<Attempt<ToolList>, Record<never, never>, TasksOptions>({
  name: "tool list",
  timeoutMs: longestWait,
  async prepare(_values, { host, connection, negotiated, options }) {
    const deadline = deadlineIn(options.pollTimeoutMs);
    const list: ToolList = { tools: [], evidence: [] };
    const seen = new Set<string>();
    let cursor: Json | undefined;
    let bytes = 0;
    for (let page = 0; page < MOST_PAGES; page++) {
      const params: JsonObject = cursor === undefined ? {} : { cursor };
      const request = declared(negotiated, { method: "tools/list", params });
      const exchange = await withBackOff(host, deadline, () => host.exchange(connection, request));
      const problem = addPage(list, exchange);
      if (problem !== undefined) return { problem };
      bytes += exchange.messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (list.tools.length > MOST_TOOLS || bytes > MOST_BYTES)
        return endless(`gives more than ${MOST_TOOLS} tools or ${MOST_BYTES} bytes`, exchange.number);
      cursor = member(resultOf(exchange), "nextCursor");
      if (cursor === undefined || cursor === null) return { value: list };
      const key = JSON.stringify(cursor);
      if (seen.has(key)) return { value: { ...list, repeatedCursor: excerpt(cursor) } };
      seen.add(key);
    }
    return endless(`did not end after ${MOST_PAGES} pages`, list.evidence.at(-1) ?? 0);
  },
});

/** Adds a page, or says why there is none. */
function addPage(list: ToolList, exchange: Exchange): Problem | undefined {
  list.evidence.push(exchange.number);
  const problem = listProblem(exchange);
  if (problem !== undefined) return { ...problem, evidence: list.evidence };
  for (const tool of toolsOf(resultOf(exchange))) list.tools.push(tool);
  return undefined;
}

/** The list that a record holds, from its `tools/list` in order. */
export function toolListIn(exchanges: readonly Exchange[]): Attempt<ToolList> {
  const list: ToolList = { tools: [], evidence: [] };
  const cursors: string[] = [];
  for (const exchange of exchanges.filter((one) => !isRateLimited(one))) {
    const problem = addPage(list, exchange);
    if (problem !== undefined) return { problem };
    const cursor = member(resultOf(exchange), "nextCursor");
    if (cursor !== undefined && cursor !== null) cursors.push(JSON.stringify(cursor));
  }
  if (list.evidence.length === 0) return { problem: { reason: "no tools/list was recorded" } };
  const last = cursors.at(-1);
  const isRepeated = last !== undefined && cursors.indexOf(last) < cursors.length - 1;
  return { value: isRepeated ? { ...list, repeatedCursor: excerpt(JSON.parse(last)) } : list };
}

/** A list that is cut off at a limit of ours. */
function endless(what: string, exchange: number): Attempt<ToolList> {
  return { problem: { reason: `tools/list ${what} (a limit of ours)`, origin: "host", evidence: [exchange] } };
}

function listProblem(exchange: Exchange): Problem | undefined {
  const trouble = troubleOf(exchange, "tools/list");
  if (trouble !== undefined) return trouble;
  if (isObject(resultOf(exchange))) return undefined;
  return { reason: `tools/list gave no list of tools but ${whatCame(exchange)}` };
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
