import {
  at,
  came,
  defineFixture,
  type Exchange,
  excerpt,
  type JsonObject,
  member,
  type OptionNeed,
  type PackContext,
  type RequestSpec,
  sentJson,
  type Unavailable,
  unavailable,
  type Verdict,
} from "@mcptest/pack";
import { aloneSteadily } from "./extensions/alone.js";
import { isFruitful, met } from "./extensions/answer.js";
import { declarable, declaring } from "./extensions/judged.js";
import { type Listed, lists } from "./lists.js";
import type { NegotiationOptions, ToolCall } from "./options.js";
import { notListed } from "./tool-names.js";

/** The option that names a call. */
export const CALL_OPTION: OptionNeed = { path: ["call"], example: { tool: "NAME" } };

/** Default tools that are tried, and extensions that each is tried with. */
const MOST_TOOLS = 5;
const MOST_EXTENSIONS = 3;

/** The read-only call that probes repeat, or why there is none. */
export type CallChoice =
  | { target: ToolCall; problem?: undefined; beside?: undefined }
  /** `beside`: a call that only ever gives an error: nothing can be compared with it, and it is traffic all the same. */
  | { target?: undefined; problem: Unavailable; beside?: ToolCall };

type Context = PackContext<NegotiationOptions>;

/**
 * The call of the option `call`, else of the first read-only tool without arguments, that gives something to compare: a
 * result, by itself or with one of the advertised extensions declared. The option has to name one (else it is
 * could-not-run); without it the checks that need a call do not apply. A fixture that does not throw: much can be judged
 * without a call.
 */
export const callChoice = defineFixture<CallChoice, { lists: typeof lists }, NegotiationOptions>({
  name: "choice of a call",
  needs: { lists },
  async prepare({ lists: { tools } }, context) {
    const { call } = context.options;
    return call ? await named(context, tools, call) : await found(context, tools);
  },
});

/** A call to have traffic with, or else why there is none. */
export const callTarget = defineFixture<ToolCall, { choice: typeof callChoice }, NegotiationOptions>({
  name: "call",
  needs: { choice: callChoice },
  prepare({ choice }) {
    const call = anyCall(choice);
    if (!call) throw choice.problem;
    return call;
  },
});

/** A call to have traffic with. */
export function anyCall({ target, beside }: CallChoice): ToolCall | undefined {
  return target ?? beside;
}

/** The option `call`, or a tool that stands for it: checks that only compare calls are not selected without. */
export const callRole = defineFixture<void, Record<never, never>, NegotiationOptions>({
  name: "role of the call",
  role: {
    name: "call",
    configured: ({ call }, facts) => call !== undefined || facts.call !== "none" || facts.extensions === "none",
    option: CALL_OPTION,
    missing: "no tool is annotated readOnlyHint: true and needs no argument",
  },
  prepare() {},
});

/** `tools/call` of the target. */
export function callOf({ tool, arguments: args }: ToolCall): RequestSpec {
  return { method: "tools/call", params: { name: tool, arguments: args } };
}

/** A call of each read-only tool without arguments, in order. */
export function safeCalls(tools: readonly JsonObject[]): ToolCall[] {
  return tools.flatMap((tool) => {
    const name = member(tool, "name");
    return typeof name === "string" && isReadOnly(tool) && !needsArguments(tool) ? [{ tool: name, arguments: {} }] : [];
  });
}

/** The tool is annotated `readOnlyHint: true`. */
export function isReadOnly(tool: JsonObject): boolean {
  return member(member(tool, "annotations"), "readOnlyHint") === true;
}

/** The input schema of the tool names required members. */
export function needsArguments(tool: JsonObject): boolean {
  const required = member(member(tool, "inputSchema"), "required");
  return Array.isArray(required) && required.length > 0;
}

/**
 * What a check of the record says where no call gave a result. Where the option names one the check could not run, and
 * the reason is what preparing the call says.
 */
export function sayWithoutCall(verdict: Verdict, context: Context, exchanges: readonly Exchange[]): void {
  const { call } = context.options;
  if (exchanges.some((exchange) => isCall(exchange, call) && isFruitful(exchange))) return;
  if (call) verdict.couldNotRun(`no call of ${excerpt(call.tool, 80)} gave a result`, { origin: "environment" });
  else if (context.facts.call === "none") verdict.note(`no tool was called for this: ${noneSafe(context.optionName)}`);
}

/** A call of the tool, or of any tool. */
function isCall(exchange: Exchange, call: ToolCall | undefined): boolean {
  if (exchange.method !== "tools/call") return false;
  return call === undefined || at(sentJson(exchange), "params", "name") === call.tool;
}

async function named(context: Context, tools: Listed, call: ToolCall): Promise<CallChoice> {
  const names = tools.items.flatMap((tool) => member(tool, "name") ?? []).filter((name) => typeof name === "string");
  const evidence = tools.pages.map(({ number }) => number);
  if (tools.problem === undefined && !names.includes(call.tool)) {
    return { problem: unavailable(notListed(call.tool, names), { origin: "environment", evidence }) };
  }
  const failed = await tried(context, call);
  if (!failed) return { target: call };
  const [plain] = failed;
  const what = `the call of ${excerpt(call.tool, 80)} that the option call names`;
  const reason =
    plain.outcome === "closed"
      ? `the server broke on ${what}, which nothing disturbed: ${came(plain, 160)}`
      : `${what} gave no result${failed.length > 1 ? ", neither by itself nor with an extension declared" : ""}: ${came(plain, 160)}`;
  return { problem: cannotCompare(`${reason}; name a call that gives one`, failed) };
}

async function found(context: Context, tools: Listed): Promise<CallChoice> {
  const calls = safeCalls(tools.items).slice(0, MOST_TOOLS);
  if (calls.length === 0) {
    if (tools.items.length === 0) return { problem: unavailable("the server lists no tools", { notApplicable: true }) };
    return { problem: unavailable(noneSafe(context.optionName), { notApplicable: true, options: [CALL_OPTION] }) };
  }
  const answered: string[] = [];
  let beside: ToolCall | undefined;
  let unanswered: Unavailable | undefined;
  for (const call of calls) {
    const failed = await tried(context, call);
    if (!failed) return { target: call };
    const [plain] = failed;
    const said = `${excerpt(call.tool, 80)}: ${came(plain, 120)}`;
    if (plain.outcome === "answered" && met(plain).kind !== "gate") {
      beside ??= call;
      answered.push(said);
    } else unanswered ??= cannotCompare(`the undisturbed call of ${said}`, failed);
    if (plain.outcome === "timeout" || plain.outcome === "limit") break;
  }
  const how = context.optionName(CALL_OPTION.path, CALL_OPTION.example);
  const reason = `no read-only tool without arguments gave a result (${answered.join("; ")}); name a call that does with ${how}`;
  const problem = unanswered ?? unavailable(reason, { notApplicable: true, options: [CALL_OPTION] });
  return { problem, ...(beside ? { beside } : {}) };
}

/** Makes a call by itself and, where that gives nothing, with extensions declared; `undefined` where one gave something. */
async function tried({ host, negotiated }: Context, call: ToolCall): Promise<[Exchange, ...Exchange[]] | undefined> {
  const plain = await aloneSteadily(host, callOf(call));
  if (isFruitful(plain)) return undefined;
  const exchanges: [Exchange, ...Exchange[]] = [plain];
  const ids = negotiated.era === "modern" ? declarable(negotiated.capabilities).slice(0, MOST_EXTENSIONS) : [];
  for (const id of ids) {
    const exchange = await aloneSteadily(host, { ...callOf(call), extensions: declaring([id]) });
    if (isFruitful(exchange)) return undefined;
    exchanges.push(exchange);
  }
  return exchanges;
}

function cannotCompare(reason: string, exchanges: [Exchange, ...Exchange[]]): Unavailable {
  const [{ outcome }] = exchanges;
  const origin = outcome === "timeout" || outcome === "limit" ? "host" : "environment";
  return unavailable(reason, { origin, evidence: exchanges.map(({ number }) => number) });
}

function noneSafe(optionName: Context["optionName"]): string {
  const how = optionName(CALL_OPTION.path, CALL_OPTION.example);
  return `no tool is annotated readOnlyHint: true and needs no argument; name a call that changes nothing with ${how}`;
}
