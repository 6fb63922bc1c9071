import { at, type Json, type JsonObject, manifestUri, methodUri } from "@mcptest/pack";
import type { ServerOptions } from "../server/options.js";
import { type MappedTalk, openMapped } from "./mapped-session.js";
import { fixed, type Steps } from "./script.js";
import { openSession } from "./session.js";

const NOTES = "com.example/notes";
const CLOCK = "com.example/clock";
const GET = methodUri(NOTES, "notes/get");

/** What is asked for by name on a legacy connection: nothing there may answer. */
const NATIVE: [step: string, method: string, params?: JsonObject][] = [
  ["discover", "server/discover"],
  ["native touch", "notes/touch"],
  ["native get", "notes/get"],
  ["native echo", "notes/echo"],
  ["native list", "notes/list"],
];

const TEXT = 'a b+c %20 é # / "quoted"';

/** What is read, in this order. */
const READS: [step: string, uri: string][] = [
  ["manifest", manifestUri(NOTES)],
  ["manifest again", manifestUri(NOTES)],
  ["small manifest", manifestUri(CLOCK)],
  ["small manifest again", manifestUri(CLOCK)],
  ["file", `mcp-extensions://${NOTES}/a/one.md`],
  ["image", `mcp-extensions://${NOTES}/a/pixel.png`],
  ["template", `mcp-extensions://${NOTES}/a/hello.txt`],
  ["own", "testkit:///caf%C3%A9/menu"],
  ["touch", methodUri(NOTES, "notes/touch")],
  ["touch again", methodUri(NOTES, "notes/touch")],
  ["touch with {}", methodUri(NOTES, "notes/touch", {})],
  ["touch with {} again", methodUri(NOTES, "notes/touch", {})],
  ["list", methodUri(NOTES, "notes/list")],
  ["get", methodUri(NOTES, "notes/get", { uri: "note://a/one.md" })],
  ["echo", methodUri(NOTES, "notes/echo", { text: TEXT })],
  ["add", methodUri(NOTES, "notes/add", { text: "More." })],
  ["add again", methodUri(NOTES, "notes/add", { text: "More." })],
  ["drop", methodUri(NOTES, "notes/drop", { uri: "note://a/one.md" })],
  ["array", `${methodUri(NOTES, "notes/touch")}?params=%5B%5D`],
  ["null", `${methodUri(NOTES, "notes/touch")}?params=null`],
  ["broken", `${methodUri(NOTES, "notes/touch")}?params=%7Bbad`],
  ["schema", methodUri(NOTES, "notes/get", { uri: 7 })],
  ["escape", `${methodUri(NOTES, "notes/touch")}?params=%zz`],
  ["empty params", `${methodUri(NOTES, "notes/touch")}?params=`],
  ["unknown", `mcp-extensions://${NOTES}/x1/x2`],
  ["bare get", GET],
];

/** Runs the steps of the mapped server on one legacy revision, and on 2026-07-28 where the server speaks that. */
export async function runMapped(transport: "http" | "stdio", version: string, options: ServerOptions): Promise<Steps> {
  const talk = await openMapped(transport, version, options);
  const steps: Steps = new Map();
  const put = (name: string, messages: unknown[]) => steps.set(name, { messages: fixed(messages) });
  try {
    put("initialize", [talk.opened]);
    const first = await listed(talk, put, "");
    for (const [name, method, params] of NATIVE) put(name, [await talk.call(method, params)]);
    for (const [name, uri] of READS) put(name, [await talk.call("resources/read", { uri })]);
    await listed(talk, put, " again");
    put("others", await others(talk, first));
  } finally {
    await talk.close();
  }
  if (options.era !== "legacy") await natively(transport, options, put);
  return steps;
}

type Put = (name: string, messages: unknown[]) => void;

async function listed(talk: MappedTalk, put: Put, suffix: string): Promise<JsonObject[]> {
  const resources = await talk.list("resources/list", "resources");
  const templates = await talk.list("resources/templates/list", "resourceTemplates");
  put(`resources${suffix}`, resources.pages);
  put(`templates${suffix}`, templates.pages);
  return resources.entries;
}

/** Everything mapped in the list that belongs to another extension than the usual two. */
async function others(talk: MappedTalk, entries: JsonObject[]): Promise<Json[]> {
  const uris = entries.map(({ uri }) => String(uri)).filter((uri) => uri.startsWith("mcp-extensions://"));
  const rest = uris.filter((uri) => ![NOTES, CLOCK].some((id) => uri.startsWith(`mcp-extensions://${id}/`)));
  return Promise.all(rest.map((uri) => talk.call("resources/read", { uri })));
}

async function natively(transport: "http" | "stdio", options: ServerOptions, put: Put): Promise<void> {
  const session = await openSession(transport, "modern", { kind: "mapped", ...options, era: "dual" });
  for (const [name, method] of [
    ["modern discover", "server/discover"],
    ["modern touch", "notes/touch"],
    ["modern resources", "resources/list"],
  ] as const) {
    const { messages, response } = await session.call(method);
    put(name, [response, at(messages, 1) ?? null]);
  }
  await session.close();
}
