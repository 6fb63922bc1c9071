import {
  type Connection,
  defineFixture,
  type Exchange,
  type Json,
  type JsonObject,
  type PackHost,
  type RequestSpec,
} from "@mcptest/pack";
import type { AskingCall, NegotiationOptions } from "../options.js";

/** The call of the option `ask` under different declarations, on a connection of its own. */
export interface Asking {
  connection: Connection;
  /** With `{}` as client capabilities. */
  undeclared: Exchange;
  /** With everything declared that can be answered. */
  first: Exchange;
}

/**
 * Makes the call of the option `ask` without any capability, with elicitation by form alone, and with all. It has no role:
 * without the option there is nothing to make, and what other calls were asked is judged all the same.
 */
export const asking = defineFixture<Asking | undefined, Record<never, never>, NegotiationOptions>({
  name: "asking",
  async prepare(_values, { host, options: { ask } }) {
    if (!ask) return undefined;
    const connection = await host.open({ fresh: true });
    const undeclared = await host.exchange(connection, askingRequest(ask, {}));
    await host.exchange(connection, askingRequest(ask, { elicitation: {} }));
    return { connection, undeclared, first: await host.exchange(connection, askingRequest(ask)) };
  },
  async teardown(made, { host }) {
    if (made) await host.close(made.connection);
  },
});

/** The first call of a round. */
export function askingRequest(ask: AskingCall, capabilities: JsonObject = answerable(ask)): RequestSpec {
  return { method: "tools/call", params: { name: ask.tool, arguments: ask.arguments }, capabilities };
}

/** Everything that can be answered: a message of a model cannot be made up. */
export function answerable({ inputResponses }: AskingCall): JsonObject {
  const kinds: JsonObject = { elicitation: { form: {}, url: {} }, roots: {} };
  return inputResponses === "auto" ? kinds : { ...kinds, sampling: {} };
}

/** What a round goes on with. */
export interface Retry {
  responses: JsonObject;
  /** `requestState` as it came. */
  state?: string;
}

/** Sends a retry: the same call with answers, and with the state where one was given. */
export async function sendRetry(
  host: PackHost,
  on: Connection,
  ask: AskingCall,
  { responses, state }: { responses: Json; state?: string },
  defect?: string,
): Promise<Exchange> {
  const { params, ...request } = askingRequest(ask);
  return await host.exchange(on, {
    ...request,
    params: { ...params, inputResponses: responses, ...(state === undefined ? {} : { requestState: state }) },
    ...(defect === undefined ? {} : { defect }),
  });
}
