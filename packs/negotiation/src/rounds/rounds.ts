import {
  type Connection,
  defineFixture,
  type Exchange,
  errorOf,
  type PackContext,
  unavailable,
  type Verdict,
} from "@mcptest/pack";
import { safeCalls } from "../call-target.js";
import { lists } from "../lists.js";
import type { AskingCall, NegotiationOptions, ToolCall } from "../options.js";
import { type Asking, answerable, asking, type Retry, sendRetry } from "./asking.js";
import { tamper } from "./tamper.js";
import { begin, lastOf, nextRetry, type Walk, walk } from "./walk.js";

/** What was tried with a call that asks for input. */
export interface Rounds {
  ask: AskingCall;
  /** The plain round: call, answers, result. */
  control: Walk;
  /** A round that was begun before another one and ended after that had begun, and the other one. */
  interleaved?: [Walk, Walk];
  /** HTTP: a round whose retries took another connection. */
  elsewhere?: Walk;
  /** The first retry without any answer. */
  missing?: Exchange;
  /** The first retry with one answer more than was asked for. */
  extra?: Exchange;
  /** The last retry with a changed state; absent where there is no state. */
  tampered?: { what: string; exchange: Exchange }[];
  /** The state in a call of another tool; absent where there is no state, or no other tool. */
  replay?: { call: ToolCall; plain: [Exchange, Exchange]; exchange: Exchange };
  /** The last retry has a state. */
  hasState: boolean;
}

/** An answer that nobody has asked for (G16). */
const EXTRA = { "mcptest-unasked": { action: "accept", content: {} } };

/** Goes through the call of the option `ask` in every way that changes nothing but the call itself, one after the other. */
export const rounds = defineFixture<Rounds, { asking: typeof asking; lists: typeof lists }, NegotiationOptions>({
  name: "rounds",
  needs: { asking, lists },
  role: {
    name: "ask",
    configured: ({ ask }) => ask !== undefined,
    option: { path: ["ask"], example: { tool: "NAME" } },
  },
  async prepare({ asking: made, lists: { tools } }, context) {
    const { ask } = context.options;
    if (!ask || !made) throw unavailable("no call that asks for input is configured", { origin: "environment" });
    const { host, options } = context;
    const own = { host, ask, first: made.connection, retries: made.connection };
    const control = await walk(own, made.first);
    if (control.exchanges.length < 2) return { ask, control, hasState: false };
    const [missing, extra] = await oddAnswers(context, made, ask);
    const tried: Rounds = { ask, control, missing, extra, hasState: false };
    if (control.end !== "complete") return tried;
    const [early, late] = [await begin(own), await begin(own)];
    tried.interleaved = [await walk(own, early), await walk(own, late)];
    if (made.connection.negotiated.transport === "http")
      tried.elsewhere = await walkElsewhere(context, made.connection, ask);
    const last = await lastRetry(context, made.connection, ask, control);
    if (last?.state === undefined) return tried;
    const others = tools.items.filter(({ name }) => name !== ask.tool);
    const other = options.call ?? safeCalls(others)[0];
    return {
      ...tried,
      hasState: true,
      tampered: await changed(context, made.connection, ask, { ...last, state: last.state }),
      ...(other && other.tool !== ask.tool
        ? { replay: await replayed(context, made.connection, ask, last, other) }
        : {}),
    };
  },
});

type Context = PackContext<NegotiationOptions>;

/** The first retry of two rounds: without an answer, and with one too many. */
async function oddAnswers({ host }: Context, { connection }: Asking, ask: AskingCall): Promise<[Exchange?, Exchange?]> {
  const sent: Exchange[] = [];
  for (const change of [missingAnswers, extraAnswers]) {
    const retry = nextRetry(await begin({ host, ask, first: connection }), ask);
    if (typeof retry === "string") return [];
    const { defect, ...spec } = change(retry);
    sent.push(await sendRetry(host, connection, ask, spec, defect));
  }
  return [sent[0], sent[1]];
}

function missingAnswers(retry: Retry): Retry & { defect: string } {
  return { ...retry, responses: {}, defect: "G15: an answer that is needed is left out" };
}

function extraAnswers({ responses, ...retry }: Retry): Retry & { defect: string } {
  return { ...retry, responses: { ...responses, ...EXTRA }, defect: "G16: an answer that nobody has asked for" };
}

async function walkElsewhere({ host }: Context, first: Connection, ask: AskingCall): Promise<Walk> {
  const retries = await host.open({ fresh: true });
  try {
    return await walk({ host, ask, first, retries }, await begin({ host, ask, first }));
  } finally {
    await host.close(retries);
  }
}

/** The last retry of another round, not sent yet. */
async function lastRetry(
  { host }: Pick<Context, "host">,
  on: Connection,
  ask: AskingCall,
  control: Walk,
): Promise<Retry | undefined> {
  const most = control.exchanges.length - 2;
  const own = { host, ask, first: on, retries: on };
  const partly = await walk(own, await begin(own), most);
  const retry = nextRetry(lastOf(partly), ask);
  return typeof retry === "string" || partly.exchanges.length !== most + 1 ? undefined : retry;
}

async function changed(
  { host }: Context,
  on: Connection,
  ask: AskingCall,
  { responses, state }: Required<Retry>,
): Promise<{ what: string; exchange: Exchange }[]> {
  const sent: { what: string; exchange: Exchange }[] = [];
  for (const one of tamper(state)) {
    const defect = "G17: requestState was changed on its way";
    sent.push({
      what: one.what,
      exchange: await sendRetry(host, on, ask, { responses, state: one.state }, defect),
    });
  }
  return sent;
}

async function replayed(
  { host }: Context,
  on: Connection,
  ask: AskingCall,
  { responses, state }: Retry,
  call: ToolCall,
): Promise<NonNullable<Rounds["replay"]>> {
  const params = { name: call.tool, arguments: call.arguments };
  const request = { method: "tools/call", params, capabilities: answerable(ask) };
  const plain = () => host.exchange(on, request);
  const before = await plain();
  const exchange = await host.exchange(on, {
    ...request,
    params: { ...params, inputResponses: responses, ...(state === undefined ? {} : { requestState: state }) },
    defect: "G18: requestState of another call",
  });
  return { call, plain: [before, await plain()], exchange };
}

/** Says why nothing can be told where the plain round did not get as far as it has to. */
export function isBroken({ control, ask }: Rounds, verdict: Verdict, needs: "asked" | "complete"): boolean {
  if (control.end === "complete") return false;
  const [, retry] = control.exchanges;
  // Where the plain retry is refused, another one that is says nothing.
  if (needs === "asked" && retry && !errorOf(retry)) return false;
  const advice = ask.inputResponses === "auto" ? "; name the answers as inputResponses of ask" : "";
  verdict.couldNotRun(`the call of ask was not gone through to its end: ${control.why}${advice}`, {
    origin: "environment",
    evidence: control.exchanges.map(({ number }) => number),
    options: ask.inputResponses === "auto" ? [{ path: ["ask", "inputResponses"] }] : [],
  });
  return true;
}
