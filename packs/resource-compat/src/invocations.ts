import {
  defineFixture,
  type Exchange,
  excerpt,
  type JsonObject,
  mappedValue,
  methodUri,
  type PackContext,
  resultOf,
  type Trouble,
  troubleOf,
  unavailable,
  type Verdict,
} from "@mcptest/pack";
import { PACK_NAME } from "./ids.js";
import { readResource } from "./interfaces.js";
import { inputSchemaOf, methodsIn, needsArguments, resourceOf } from "./manifest.js";
import { type Modern, modern } from "./modern.js";
import { didYouMean } from "./names.js";
import type { CompatOptions, Echo, Invocation } from "./options.js";
import { type Talk, type Talks, talks } from "./talks.js";

/** A method that was called by reading its URI. */
export interface Call {
  talk: Talk;
  version: string;
  id: string;
  manifest: JsonObject;
  method: string;
  arguments: JsonObject;
  /** What was read. */
  uri: string;
  exchange: Exchange;
}

/** Every call that the option `invoke` names. */
export interface Calls {
  calls: Call[];
  /** Methods that no manifest declares, each with what to tell of it. */
  unknown: string[];
}

/** The option `invoke`: what needs it is not selected without. */
export const invoke = defineFixture<Invocation[], Record<never, never>, CompatOptions>({
  name: "invoke",
  role: {
    name: "invoke",
    configured: (options) => options.invoke !== undefined,
    option: { path: ["invoke"], example: ["METHOD"] },
  },
  prepare: (_values, { options }) => options.invoke ?? [],
});

/** The option `echo`. Its method is called, so that a read-only run holds it back. */
export const echo = defineFixture<Echo, { talks: typeof talks }, CompatOptions>({
  name: "echo",
  role: {
    name: "echo",
    configured: (options) => options.echo !== undefined,
    option: { path: ["echo"], example: { method: "METHOD", member: "ARGUMENT" } },
  },
  mayChange: true,
  needs: { talks },
  prepare({ talks: all }, { options }) {
    const wanted = options.echo;
    if (!wanted) throw unavailable("echo is not given");
    const known = namesIn(all);
    if (known.has(wanted.method)) return wanted;
    throw unavailable(unknownMethod("echo", wanted.method, known));
  },
});

const CALLS = "calls";

/** True for what {@link invocations} sent. */
export function isInvocation({ tags }: Exchange): boolean {
  return tags.pack === PACK_NAME && tags.check === `fixture:${CALLS}`;
}

/**
 * Calls the methods that `invoke` names, and no other, on each older revision by reading, and then once by name on
 * 2026-07-28, where the server speaks that.
 */
export const invocations = defineFixture<Calls, { talks: typeof talks; modern: typeof modern }, CompatOptions>({
  name: CALLS,
  mayChange: true,
  needs: { talks, modern },
  async prepare({ talks: all, modern: native }, context) {
    const { host, options } = context;
    const known = namesIn(all);
    const wanted = options.invoke ?? [];
    const calls: Call[] = [];
    for (const planned of wanted.flatMap((one) => plansFor(all, one))) {
      calls.push({ ...planned, exchange: await readResource(host, planned.talk.connection, planned.uri) });
    }
    await callNatively(native, calls, context);
    const unknown = wanted.filter(({ method }) => !known.has(method));
    return { calls, unknown: unknown.map(({ method }) => unknownMethod("invoke", method, known)) };
  },
});

function plansFor({ mapped }: Talks, { method, arguments: args }: Invocation): Omit<Call, "exchange">[] {
  return mapped.flatMap((talk) =>
    talk.interfaces.flatMap(({ id, manifest }) => {
      if (!manifest || !methodsIn(manifest).includes(method)) return [];
      const isFixed =
        Object.keys(args).length === 0 && inputSchemaOf(manifest, method) && !needsArguments(manifest, method);
      const uri = isFixed ? methodUri(id, method) : methodUri(id, method, args);
      return [{ talk, version: talk.version, id, manifest, method, arguments: args, uri }];
    }),
  );
}

async function callNatively(
  { connection }: Modern,
  calls: readonly Call[],
  { host }: PackContext<CompatOptions>,
): Promise<void> {
  if (!connection) return;
  const once = new Map(calls.map((call) => [`${call.id} ${call.method}`, call]));
  for (const { id, method, arguments: params } of once.values()) {
    await host.exchange(connection, { method, params, extensions: { [id]: {} } });
  }
}

function namesIn({ mapped }: Talks): Set<string> {
  return new Set(
    mapped.flatMap(({ interfaces }) => interfaces.flatMap(({ manifest }) => (manifest ? methodsIn(manifest) : []))),
  );
}

function unknownMethod(option: string, method: string, known: Iterable<string>): string {
  return `${option} names ${JSON.stringify(method)}, which is no method of a manifest.${didYouMean(method, known)}`;
}

/** A call that came through to the server, with what may be said of it. */
export interface Answered extends Call {
  /** The value in the text; absent for an error, and where the text holds no JSON object. */
  value?: JsonObject;
  sent: string;
}

/** The calls that the server answered; the others, and names that are no methods, are said not to have been judged. */
export function answered({ calls, unknown }: Calls, verdict: Verdict): Answered[] {
  for (const reason of unknown) verdict.couldNotRun(reason);
  return calls.flatMap((call): Answered[] => {
    const { uri, exchange, method, version } = call;
    const sent = `resources/read of ${excerpt(uri)}`;
    const trouble = callTrouble(exchange, uri, sent);
    if (trouble) {
      const about = { subject: method, variant: version };
      verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence: [exchange.number], about });
      return [];
    }
    const value = mappedValue(resultOf(exchange));
    return [{ ...call, sent, ...(value ? { value } : {}) }];
  });
}

/** Statuses of who takes no URI of this length. */
const TOO_LONG: readonly unknown[] = [413, 414, 431];
const LONG_URI = 2_000;

/** Why the reading of a method's URI says nothing about the server: also where the URI is too long for somebody. */
export function callTrouble(exchange: Exchange, uri: string, sent: string): Trouble | undefined {
  const { response, status } = exchange;
  if (response === undefined && (TOO_LONG.includes(status) || (status === 400 && uri.length > LONG_URI))) {
    return { reason: `${sent}: HTTP ${status}; its ${uri.length} characters are too many`, origin: "environment" };
  }
  return troubleOf(exchange, sent);
}

/** What a manifest says of the method of a call. */
export function entryOf({ manifest, method }: Call): JsonObject | undefined {
  return resourceOf(manifest, method);
}
