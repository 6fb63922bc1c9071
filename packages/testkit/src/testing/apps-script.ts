import { at, type JsonObject, MODERN_VERSIONS } from "@mcptest/pack";
import { APPS_ID, APPS_VIEWS } from "../apps/ids.js";
import { APPS_OPTIONS } from "../apps/options.js";
import type { ServerOptions } from "../server/options.js";
import { type AppsTalk, entriesOf, startApps, WITH_VIEWS } from "./apps-session.js";
import { fixed, type Steps } from "./script.js";

/** Pages of a list after which it is taken as it is. */
const MOST_PAGES = 12;

const READS: [step: string, uri: string][] = [
  ["forecast", APPS_VIEWS.forecast],
  ["board", APPS_VIEWS.board],
  ["unknown", "ui://testkit/none.html"],
  ["about", "testkit:///about"],
];

/** Runs the steps of the Apps server in one revision: a client with views, one without, and a second one with views. */
export async function runApps(transport: "http" | "stdio", version: string, options: ServerOptions): Promise<Steps> {
  const isModern = MODERN_VERSIONS.includes(version);
  const server = await startApps(transport, version, { era: isModern ? "modern" : "legacy", ...options });
  const steps: Steps = new Map();
  const put = (name: string, messages: unknown[]) => steps.set(name, { messages: fixed(messages) });
  const read = (talk: AppsTalk, uri: string) => talk.call("resources/read", { uri });
  try {
    const views = await server.connect(WITH_VIEWS);
    put("open", [views.opened]);
    for (const [name, method] of LISTS) put(name, await pages(views, method));
    for (const [name, uri] of READS) put(name, [await read(views, uri)]);
    put("board again", [await read(views, APPS_VIEWS.board)]);
    for (const [name, args] of CALLS) put(name, [await views.call("tools/call", { name, arguments: args })]);
    if (!isModern) put("ping", [await views.call("ping")]);

    const plain = await server.connect();
    put("plain tools", await pages(plain, "tools/list"));
    put("plain resources", await pages(plain, "resources/list"));
    for (const [name, args] of CALLS) put(`plain ${name}`, [await plain.call("tools/call", { name, arguments: args })]);

    const other = await server.connect({ extensions: { [APPS_ID]: { mimeTypes: ["text/html"] } } });
    const shown = entriesOf(await other.call("tools/list"), "tools").filter((tool) => "_meta" in tool);
    put("tools for another type", [shown.map(({ name = null }) => name)]);

    const second = await server.connect(WITH_VIEWS);
    put("second read", [await read(second, APPS_VIEWS.forecast)]);
    const helper = { name: "refresh_forecast", arguments: { city: "Oslo" } };
    put("second helper", [await second.call("tools/call", helper)]);
    if (!isModern) put("second ping", [await (await server.connect(WITH_VIEWS)).call("ping")]);
    if (isModern) {
      const third = await server.connect();
      const answers: JsonObject[] = [];
      for (const capabilities of [{}, WITH_VIEWS, {}, WITH_VIEWS]) {
        answers.push(await third.call("tools/list", {}, capabilities));
      }
      put("alternating", answers);
    }
  } finally {
    await server.close();
  }
  return steps;
}

const CALLS = Object.entries(APPS_OPTIONS.calls);

const LISTS: [step: string, method: string][] = [
  ["tools", "tools/list"],
  ["resources", "resources/list"],
  ["templates", "resources/templates/list"],
];

async function pages(talk: AppsTalk, method: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  let cursor: unknown;
  do {
    const page = await talk.call(method, cursor === undefined ? {} : { cursor: cursor as string });
    found.push(page);
    cursor = at(page, "result", "nextCursor");
  } while (cursor !== undefined && found.length < MOST_PAGES);
  return found;
}
