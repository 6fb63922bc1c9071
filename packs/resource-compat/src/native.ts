import type { PackContext } from "@mcptest/pack";
import { type Connection, defineFixture, type Exchange, isUnavailable, type JsonObject } from "@mcptest/pack";
import { PACK_NAME } from "./ids.js";
import { methodsIn, needsArguments } from "./manifest.js";
import type { CompatOptions } from "./options.js";
import { type Talk, talks } from "./talks.js";

/** Methods of one revision that are asked for by name. */
const MOST_METHODS = 20;
/** Milliseconds for a refusal: a server may leave what it does not know without an answer. */
const PATIENCE_MS = 5_000;
const DEFECT = "a method of an extension by its own name, which this revision has not";

const PROBES = "native names";
const NAMED = "named methods by their native names";

/** `server/discover`, and what cannot be a valid call: a method with required members, sent with none. */
export const nativeProbes = defineFixture<void, { talks: typeof talks }, CompatOptions>({
  name: PROBES,
  needs: { talks },
  prepare: ({ talks: { mapped } }, context) =>
    onEach(mapped, context, (talk) => {
      const named = new Set(context.options.invoke?.map(({ method }) => method));
      const wanting = methodsOf(talk).filter(({ method, needed }) => needed && !named.has(method));
      return [{ method: "server/discover", params: {} }, ...wanting.map(({ method }) => ({ method, params: {} }))];
    }),
});

/** The methods that the option `invoke` names, by their native names. */
export const namedNatively = defineFixture<void, { talks: typeof talks }, CompatOptions>({
  name: NAMED,
  mayChange: true,
  needs: { talks },
  prepare: ({ talks: { mapped } }, context) =>
    onEach(mapped, context, (talk) => {
      const known = new Set(methodsOf(talk).map(({ method }) => method));
      const named = (context.options.invoke ?? []).filter(({ method }) => known.has(method));
      return named.map(({ method, arguments: params }) => ({ method, params }));
    }),
});

/** True for a request of this file. */
export function isNativeProbe({ tags }: Exchange): boolean {
  return tags.pack === PACK_NAME && (tags.check === `fixture:${PROBES}` || tags.check === `fixture:${NAMED}`);
}

/** Methods of the older revisions themselves. */
const CORE: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "completion/complete",
  "logging/setLevel",
  "prompts/get",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/subscribe",
  "resources/templates/list",
  "resources/unsubscribe",
  "tools/call",
  "tools/list",
]);
const TASKS: ReadonlySet<string> = new Set(["tasks/cancel", "tasks/get", "tasks/list", "tasks/result"]);

/** True for a method that the revision itself has. */
export function isCore(method: string, version: string, capabilities: JsonObject): boolean {
  return CORE.has(method) || (version === "2025-11-25" && Object.hasOwn(capabilities, "tasks") && TASKS.has(method));
}

function methodsOf({ interfaces, version, connection }: Talk): { method: string; needed: boolean }[] {
  const methods = interfaces.flatMap(({ manifest }) =>
    manifest ? methodsIn(manifest).map((method) => ({ method, needed: needsArguments(manifest, method) })) : [],
  );
  const { capabilities } = connection.negotiated;
  return methods.filter(({ method }) => !isCore(method, version, capabilities));
}

type Request = { method: string; params: JsonObject };

/** Sends requests on each revision, over stdio on a process of its own: a method that it does not know may end it. */
async function onEach(
  mapped: readonly Talk[],
  { host, negotiated }: PackContext<CompatOptions>,
  requestsFor: (talk: Talk) => Request[],
): Promise<void> {
  for (const talk of mapped) {
    const requests = requestsFor(talk).slice(0, MOST_METHODS);
    if (requests.length === 0) continue;
    const apart = negotiated.transport === "stdio";
    const on: Connection = apart ? await host.open({ fresh: true, protocolVersion: talk.version }) : talk.connection;
    try {
      for (const request of requests) {
        await host.exchange(on, { ...request, freshSocket: true, timeoutMs: PATIENCE_MS, defect: DEFECT });
      }
    } catch (reason) {
      if (!isUnavailable(reason)) throw reason;
    } finally {
      if (apart) await host.close(on);
    }
  }
}
