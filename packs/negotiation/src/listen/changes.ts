import {
  type Connection,
  came,
  defineFixture,
  type Exchange,
  errorOf,
  type Json,
  type JsonObject,
  member,
  type PackContext,
  type PackHost,
  resultOf,
  troubleOf,
  unavailable,
} from "@mcptest/pack";
import { GRACE_MS } from "../calls/requests.js";
import { lists, readPages } from "../lists.js";
import type { NegotiationOptions, ToolCall } from "../options.js";
import { FIRST_MS, isAcknowledgement, isDecided, type OpenListen, openListen, until } from "./open.js";
import { MOST_URIS, subscriptions } from "./subscriptions.js";

/** The lists that may change. */
export const LISTS = [
  { capability: "tools", method: "tools/list", key: "tools", field: "toolsListChanged" },
  { capability: "prompts", method: "prompts/list", key: "prompts", field: "promptsListChanged" },
  { capability: "resources", method: "resources/list", key: "resources", field: "resourcesListChanged" },
] as const;

export type ListName = (typeof LISTS)[number]["capability"];

/** Milliseconds after a change within which it is told. */
const TOLD_MS = 5_000;
/** Milliseconds for what comes besides. */
const SETTLE_MS = 150;

/** A change of a list, and what the listens heard that were open beside it. */
export interface Changes {
  /** Exchange number of the call. */
  call: number;
  /** Lists that are not what they were. */
  changed: ListName[];
  /** The exchange of the listen for each list alone, by the name of the list. */
  listens: Map<ListName, number>;
  /** Lists whose listen was acknowledged with its type. */
  agreed: Set<ListName>;
  /** Lists whose listen was told of the change. */
  told: Set<ListName>;
}

/**
 * Calls the tool that changes a list while one listen for each list, and one for resources, are open on a connection of its
 * own; then ends them. On stdio it calls it again after the grace window, when nothing may be told any more (F08).
 */
export const changes = defineFixture<
  Changes,
  { lists: typeof lists; subscriptions: typeof subscriptions },
  NegotiationOptions
>({
  name: "changes",
  needs: { lists, subscriptions },
  mayChange: true,
  role: {
    name: "changeList",
    configured: ({ changeList }) => changeList !== undefined,
    option: { path: ["changeList"], example: { tool: "NAME" } },
  },
  async prepare({ lists: { resources }, subscriptions: { served } }, context) {
    const { host, options } = context;
    const { changeList } = options;
    if (!served) throw unavailable("the server has no subscriptions/listen", { notApplicable: true });
    if (!changeList) {
      throw unavailable("no call that changes a list is configured", { origin: "environment" });
    }
    const connection = await host.open({ fresh: true });
    const before = await readLists(context, connection);
    const listens = new Map<ListName, OpenListen>();
    for (const { capability, field } of LISTS) {
      // The last one says of the others that it does not want them, where the first two just leave them out.
      const others: JsonObject =
        capability === "resources" ? { toolsListChanged: false, promptsListChanged: false } : {};
      listens.set(capability, await openListen(host, connection, { ...others, [field]: true }));
    }
    const uris = resources.items.flatMap((item) => member(item, "uri") ?? []).slice(0, MOST_URIS);
    const updated = uris.length > 0 ? [await openListen(host, connection, { resourceSubscriptions: uris })] : [];
    const all = [...listens.values(), ...updated];
    await until(host, FIRST_MS, () => all.every(isDecided));
    const call = await change(host, connection, changeList);
    await until(host, SETTLE_MS, () => false);
    const after = await readLists(context, connection);
    const changed = LISTS.map(({ capability }) => capability).filter((name) => before.get(name) !== after.get(name));
    const isDue = (name: ListName) => member(member(context.negotiated.capabilities, name), "listChanged") === true;
    const awaited = changed.filter((name) => isDue(name) && agrees(listens.get(name), name));
    await until(host, TOLD_MS, () => awaited.every((name) => isTold(listens.get(name), name)));
    await host.sleep(SETTLE_MS);
    for (const listen of all) await listen.close();
    if (connection.negotiated.transport === "stdio") {
      await host.sleep(GRACE_MS + SETTLE_MS);
      await change(host, connection, changeList);
      await host.sleep(SETTLE_MS);
    }
    await host.close(connection);
    const unasked = await unaskedOn(host, connection);
    const which = (holds: typeof agrees) =>
      new Set([...listens].filter(([name, listen]) => holds(listen, name)).map(([name]) => name));
    return {
      call: call.number,
      changed,
      listens: new Map([...listens].map(([name, { exchange }]) => [name, exchange])),
      agreed: which(agrees),
      // Under a wrong id, or none, it was told all the same (F04, A25).
      told: which((listen, name) => isTold(listen, name) || unasked.some((json) => tells(json, name))),
    };
  },
});

/** The lists as texts that differ where they do. */
async function readLists(
  { host, negotiated }: PackContext<NegotiationOptions>,
  connection: Connection,
): Promise<Map<ListName, string>> {
  const read = new Map<ListName, string>();
  for (const { capability, method, key } of LISTS) {
    if (negotiated.discovered && member(negotiated.capabilities, capability) === undefined) continue;
    const listed: { items: JsonObject[]; pages: Exchange[]; advertised: true } = {
      items: [],
      pages: [],
      advertised: true,
    };
    await readPages((params) => host.exchange(connection, { method, params }), key, listed);
    read.set(capability, JSON.stringify(listed.items.map((item) => JSON.stringify(item)).sort()));
  }
  return read;
}

async function change(host: PackHost, connection: Connection, { tool, arguments: args }: ToolCall): Promise<Exchange> {
  const exchange = await host.exchange(connection, { method: "tools/call", params: { name: tool, arguments: args } });
  const trouble = troubleOf(exchange, `tools/call of ${JSON.stringify(tool)}`);
  const evidence = [exchange.number];
  if (trouble) throw unavailable(trouble.reason, { origin: trouble.origin, evidence });
  if (errorOf(exchange) || member(resultOf(exchange), "isError") === true) {
    throw unavailable(`the call that changes a list failed: ${came(exchange)}`, { origin: "environment", evidence });
  }
  return exchange;
}

/** What came on the connection that belongs to no request. */
async function unaskedOn(host: PackHost, { id }: Connection): Promise<Json[]> {
  const exchanges = await host.transcript({ connection: id });
  return exchanges.flatMap(({ request, messages }) =>
    request === null ? messages.flatMap(({ json }) => json ?? []) : [],
  );
}

function agrees(listen: OpenListen | undefined, name: ListName): boolean {
  const field = LISTS.find(({ capability }) => capability === name)?.field ?? "";
  const ack = listen?.messages.find(isAcknowledgement);
  return member(member(member(ack, "params"), "notifications"), field) === true;
}

function isTold(listen: OpenListen | undefined, name: ListName): boolean {
  return listen?.messages.some((json) => tells(json, name)) === true;
}

function tells(json: Json, name: ListName): boolean {
  return member(json, "method") === `notifications/${name}/list_changed`;
}
