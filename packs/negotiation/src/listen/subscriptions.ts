import {
  type Connection,
  defineFixture,
  ERROR,
  type Exchange,
  errorOf,
  isUnavailable,
  type JsonObject,
  META,
  member,
  type PackContext,
  type PackHost,
} from "@mcptest/pack";
import { anyCall, callChoice } from "../call-target.js";
import { GRACE_MS } from "../calls/requests.js";
import { lists } from "../lists.js";
import type { NegotiationOptions, ToolCall } from "../options.js";
import { exchangeOf, FIRST_MS, isAcknowledgement, isDecided, type OpenListen, openListen, until } from "./open.js";

/** Resources of the list that a listen asks for. */
export const MOST_URIS = 20;
/** Milliseconds for what comes with a call. */
const SETTLE_MS = 100;
/** The id of the second listen: a string, where every other id of ours is an integer (F04). */
const TEXT_ID = "mcptest-listen-b";

/** Everything that a change notification can be asked for with. */
export const EVERY_TYPE: JsonObject = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
};

/** The listens of this pack that need no change: one with an empty filter, then two at once. */
export interface Subscriptions {
  /** The listen with an empty filter. */
  empty: Exchange;
  /** The server has the method. */
  served: boolean;
  /** The two at once; absent where the server has no listen. */
  pair?: readonly [Exchange, Exchange];
}

/**
 * On a connection of its own: a listen with an empty filter; then two at once, one with an integer id for everything, one
 * with a string id, a call with progress and log level beside them, and the end of both. On stdio the call comes again
 * after the grace window.
 */
export const subscriptions = defineFixture<
  Subscriptions,
  { lists: typeof lists; choice: typeof callChoice },
  NegotiationOptions
>({
  name: "subscriptions",
  needs: { lists, choice: callChoice },
  async prepare({ lists: { resources }, choice }, context) {
    const { host } = context;
    const connection = await host.open({ fresh: true });
    const empty = await emptyListen(host, connection);
    if (isMissing(empty) || (empty.outcome === "closed" && empty.cause !== "ABORTED")) {
      await host.close(connection);
      return { empty, served: !isMissing(empty) };
    }
    const uris = resources.items.flatMap((item) => member(item, "uri") ?? []).slice(0, MOST_URIS);
    const pair = await listenTwice(
      context,
      connection,
      uris.length > 0 ? { resourceSubscriptions: uris } : {},
      anyCall(choice),
    );
    await host.close(connection);
    return { empty, served: true, pair };
  },
});

async function emptyListen(host: PackHost, connection: Connection): Promise<Exchange> {
  const listen = await openListen(host, connection, {});
  await until(host, FIRST_MS, () => isDecided(listen));
  await listen.close();
  return await exchangeOf(host, listen.exchange);
}

async function listenTwice(
  { host, negotiated, options }: PackContext<NegotiationOptions>,
  connection: Connection,
  resources: JsonObject,
  call: ToolCall | undefined,
): Promise<[Exchange, Exchange]> {
  const first = await openListen(host, connection, { ...EVERY_TYPE, ...resources });
  await until(host, FIRST_MS, () => isDecided(first));
  const second = await openListen(
    host,
    connection,
    { toolsListChanged: true, promptsListChanged: false },
    { id: TEXT_ID },
  );
  await until(host, FIRST_MS, () => isDecided(second));
  await callBeside(host, connection, call);
  await host.sleep(SETTLE_MS);
  for (const listen of [first, second]) await listen.close();
  // Where the list can be changed, that shows more than a call (F08).
  if (negotiated.transport === "stdio" && options.changeList === undefined && [first, second].some(isOpened)) {
    await host.sleep(GRACE_MS + SETTLE_MS);
    await callBeside(host, connection, call);
  }
  return [await exchangeOf(host, first.exchange), await exchangeOf(host, second.exchange)];
}

function isOpened({ messages }: OpenListen): boolean {
  return messages.some(isAcknowledgement);
}

async function callBeside(host: PackHost, connection: Connection, call: ToolCall | undefined): Promise<void> {
  if (!call) return;
  try {
    await host.exchange(connection, {
      method: "tools/call",
      params: { name: call.tool, arguments: call.arguments },
      meta: { progressToken: "mcptest-beside", [META.logLevel]: "debug" },
    });
  } catch (reason) {
    if (!isUnavailable(reason)) throw reason;
  }
}

/** The server says that it has no such method (J8). */
export function isMissing(exchange: Exchange): boolean {
  return member(errorOf(exchange), "code") === ERROR.methodNotFound;
}
