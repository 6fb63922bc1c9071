import {
  type Connection,
  defineFixture,
  type Exchange,
  isUnavailable,
  MADE_UP_NAME,
  type PackContext,
} from "@mcptest/pack";
import { type Apps, apps as appsFixture } from "./apps.js";
import { argumentsFor, madeCalls, type UiCalls } from "./calls.js";
import type { AppsOptions } from "./options.js";
import { type Reads, type ReadView, reads as readsFixture, readView } from "./reads.js";
import { ask, CLIENT_CAPABILITIES } from "./surface.js";
import type { AppTool } from "./tools.js";

/** Views that are read again on another connection. */
const MOST_VIEWS = 5;
/** Tools of views that are called there. */
const MOST_TOOLS = 5;

/** The same call of a tool in the first session and in another. */
export interface TwoCalls {
  tool: AppTool;
  first: Exchange;
  second: Exchange;
}

/** What a second session of a client with the extension was given, which has listed nothing. */
export interface FreshSession {
  /** Readings of views that could be read in the first session, and how each went here. */
  reads: { first: ReadView; second: ReadView }[];
  calls: TwoCalls[];
}

/** Views that were read with contents. */
export function readable({ views }: Reads): ReadView[] {
  return views.filter(({ contents }) => contents !== undefined && contents.length > 0);
}

/** Opens a second session beside the first; reads, then calls what views may call, without a list before. */
export const freshSession = defineFixture<
  FreshSession,
  { apps: typeof appsFixture; reads: typeof readsFixture; made: typeof madeCalls },
  AppsOptions
>({
  name: "second session",
  needs: { apps: appsFixture, reads: readsFixture, made: madeCalls },
  timeoutMs: () => 120_000,
  async prepare({ apps, reads, made }, context) {
    const { host, negotiated } = context;
    const session: FreshSession = { reads: [], calls: [] };
    const isModern = negotiated.era === "modern";
    const connection = await host.open({ fresh: true, ...(isModern ? {} : { capabilities: CLIENT_CAPABILITIES }) });
    try {
      for (const first of readable(reads).slice(0, MOST_VIEWS)) {
        const second = await readView(host, { connection, declares: true }, apps, first.uri);
        session.reads.push({ first, second });
      }
      session.calls.push(...(await callTwice(apps, made, connection, context)));
    } finally {
      await host.close(connection);
    }
    return session;
  },
});

async function callTwice(
  { tools, declared }: Apps,
  { calls }: UiCalls,
  connection: Connection,
  { host, options }: PackContext<AppsOptions>,
): Promise<TwoCalls[]> {
  const made: TwoCalls[] = [];
  // Tools of views alone come first: in the session of a view no tool of the model was called.
  const ofViews = tools.filter(({ visibility }) => visibility.includes("app"));
  const ordered = ofViews.toSorted((one, other) => one.visibility.length - other.visibility.length);
  for (const tool of ordered.slice(0, MOST_TOOLS)) {
    const args = argumentsFor(tool.entry, options);
    if (args === undefined) continue;
    const request = { method: "tools/call", params: { name: tool.name, arguments: args } };
    const known = calls.find((call) => call.tool === tool && call.declares)?.exchange;
    const first = known ?? (await ask(host, declared, request));
    made.push({ tool, first, second: await ask(host, { connection, declares: true }, request) });
  }
  return made;
}

/** The other target of the run: readings of the same views there, or why there are none. */
export const otherTransport = defineFixture<
  { reads: { first: ReadView; second: ReadView }[]; transport: string } | { problem: string },
  { apps: typeof appsFixture; reads: typeof readsFixture },
  AppsOptions
>({
  name: "views on the other target",
  needs: { apps: appsFixture, reads: readsFixture },
  timeoutMs: () => 120_000,
  async prepare({ apps, reads }, { host, facts }) {
    if (facts.also !== "yes") return { problem: "the run has no other target (--also)" };
    let connection: Connection;
    try {
      connection = await host.open({ fresh: true, also: true });
    } catch (reason) {
      if (isUnavailable(reason)) return { problem: reason.message };
      throw reason;
    }
    try {
      const pairs: { first: ReadView; second: ReadView }[] = [];
      for (const first of readable(reads).slice(0, MOST_VIEWS)) {
        pairs.push({ first, second: await readView(host, { connection, declares: true }, apps, first.uri) });
      }
      return { reads: pairs, transport: connection.negotiated.transport };
    } finally {
      await host.close(connection);
    }
  },
});

/** A `ui://` URI that no server has. */
export const UNKNOWN_URI = `ui://${MADE_UP_NAME}/none.html`;
