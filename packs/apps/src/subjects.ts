import { defineFixture, type JsonObject } from "@mcptest/pack";
import { type Apps, apps as appsFixture } from "./apps.js";
import { madeCalls, type UiCalls } from "./calls.js";
import type { AppsOptions } from "./options.js";
import { type ReadView, reads as readsFixture } from "./reads.js";
import type { Entry, Surface } from "./surface.js";

/** A view that can be shown, with what a host has of it. */
export interface ViewSubject {
  uri: string;
  html: string;
  /** `_meta.ui` in force: that of the content item, else that of the list entry, else `{}`. As received: any shape. */
  meta: JsonObject;
  /** The first tool that names it, as listed; absent for a view that is only listed. */
  tool?: JsonObject;
  /** Arguments of the call: those of the option, `{}`, or made-up ones. `{}` where there was none. */
  input: JsonObject;
  /** What `tools/call` gave; absent where the tool may not be called, or gave no result. */
  result?: JsonObject;
  /** Number of the exchange of that call. */
  exchange?: number;
  /** The reading, with its exchange. */
  read: ReadView;
}

/** The views of the server, and what calls of a view need. */
export interface ViewSubjects {
  views: ViewSubject[];
  /** The client with the extension: what a view asks for is sent with `ask(host, client, request)`. */
  client: Surface;
  /** All its tools, for `mayForward` and for what a view may call. */
  tools: readonly Entry[];
  /** Views that could not be read, each with why. */
  unread: { uri: string; problem: string }[];
}

/** Each view that could be read, with input and result of its tool where that was called. */
export const viewSubjects = defineFixture<
  ViewSubjects,
  { apps: typeof appsFixture; reads: typeof readsFixture; made: typeof madeCalls },
  AppsOptions
>({
  name: "views",
  needs: { apps: appsFixture, reads: readsFixture, made: madeCalls },
  prepare({ apps, reads, made }) {
    const unread = reads.views.flatMap(({ uri, html, htmlProblem }) =>
      html === undefined ? [{ uri, problem: htmlProblem ?? "it could not be read" }] : [],
    );
    const views = reads.views.flatMap((read) => subjectOf(read, apps, made) ?? []);
    return { views, unread, client: apps.shown, tools: apps.shown.tools.entries };
  },
});

/** A view that was read, with the first tool that was called, else the first that names it. */
function subjectOf(read: ReadView, { uiTools, shown }: Apps, { calls }: UiCalls): ViewSubject | undefined {
  const { uri, html, meta } = read;
  if (html === undefined) return undefined;
  const call = calls.find(({ tool, declares }) => tool.uri === uri && declares === shown.declares);
  const tool = call?.tool ?? uiTools.find((each) => each.uri === uri);
  return {
    uri,
    html,
    meta,
    read,
    ...(tool ? { tool: tool.entry } : {}),
    input: call?.arguments ?? {},
    ...(call?.result ? { result: call.result } : {}),
    ...(call ? { exchange: call.exchange.number } : {}),
  };
}
