import {
  type Connection,
  defineFixture,
  type Exchange,
  isObject,
  type JsonObject,
  member,
  type PackContext,
  type Unavailable,
  unavailable,
} from "@mcptest/pack";
import { callChoice, callOf } from "../call-target.js";
import type { NegotiationOptions, ToolCall } from "../options.js";
import { askSteadily } from "../steady.js";
import { NONE_ADVERTISED } from "./advertisements.js";
import { alone } from "./alone.js";
import { met } from "./answer.js";
import { declarable, declaring } from "./judged.js";
import { requiredExtensions } from "./required.js";

/** The call with one extension declared. */
export interface DeclaredCall {
  id: string;
  /** With `{}`, and where `-32021` then named settings of the extension, with those as well. */
  exchanges: [Exchange, ...Exchange[]];
}

/** One call with and without each advertised extension. */
export interface Calls {
  target: ToolCall;
  /** Nothing declared; a second time where the first did not give a result. */
  undeclared: [Exchange, ...Exchange[]];
  declared: DeclaredCall[];
}

/** The calls, or why there are none. A fixture that does not throw: what was recorded is judged all the same. */
export type CallsAttempt = { calls: Calls; problem?: undefined } | { calls?: undefined; problem: Unavailable };

/**
 * The call of {@link callChoice}, with nothing declared and with each
 * advertised extension declared, on connections of its own: no other request shares one with a declaration.
 */
export const extensionCalls = defineFixture<CallsAttempt, { choice: typeof callChoice }, NegotiationOptions>({
  name: "calls with and without extensions",
  needs: { choice: callChoice },
  async prepare({ choice: { target, problem } }, context) {
    const ids = declarable(context.negotiated.capabilities);
    if (ids.length === 0) return { problem: unavailable(NONE_ADVERTISED, { notApplicable: true }) };
    if (problem) return { problem };
    const undeclared = await callUndeclared(context, target);
    const declared: DeclaredCall[] = [];
    const connection = await context.host.open({ fresh: true });
    try {
      for (const id of ids) declared.push(await callDeclared(context, connection, target, id));
    } finally {
      await context.host.close(connection);
    }
    return { calls: { target, undeclared, declared } };
  },
});

/** Each on a connection of its own, which the call may end. */
async function callUndeclared({ host }: PackContext, target: ToolCall): Promise<Calls["undeclared"]> {
  const once = async () => (await alone(host, callOf(target)))[0];
  const first = await once();
  const { kind } = met(first);
  return kind === "error" || kind === "broken" ? [first, await once()] : [first];
}

async function callDeclared(
  { host }: PackContext,
  connection: Connection,
  target: ToolCall,
  id: string,
): Promise<DeclaredCall> {
  const first = await askSteadily(host, connection, { ...callOf(target), extensions: declaring([id]) });
  const settings = member(requiredExtensions(first), id);
  if (!isObject(settings) || Object.keys(settings).length === 0) return { id, exchanges: [first] };
  const extensions: Record<string, JsonObject> = Object.fromEntries([[id, settings]]);
  return { id, exchanges: [first, await askSteadily(host, connection, { ...callOf(target), extensions })] };
}
