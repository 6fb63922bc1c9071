import { isObject, type Json, type JsonObject, mappedPrefix, member } from "@mcptest/pack";
import { clockExtension } from "../mapped/clock.js";
import { NOTES_ID } from "../mapped/notes.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { mapped } from "./groups.js";
import { answering, onResult, perConnection } from "./reshape.js";

/** Id of the extension with one method and no files. */
export const CLOCK_ID = clockExtension.id;

/** The prefixes of the two extensions on the resource route. */
export const NOTES = mappedPrefix(NOTES_ID);
export const CLOCK = mappedPrefix(CLOCK_ID);

/** Says whether a URI is meant. */
export type Match = (uri: string) => boolean;

/** The routes of these methods of the extension with notes, with and without arguments. */
export function routeOf(...names: string[]): Match {
  const routes = names.map((name) => `${NOTES}notes/${name}`);
  return (uri) => routes.some((route) => uri === route || uri.startsWith(`${route}?`));
}

/** Every route of a method of the extension with notes. */
export const anyRoute: Match = (uri) => uri.startsWith(`${NOTES}notes/`);

/** The interfaces of both extensions. */
export const manifests: Match = (uri) => uri === `${NOTES}manifest.json` || uri === `${CLOCK}manifest.json`;

/** Hooks that change the outer result of the reads of these URIs. */
export function onRead(match: Match, change: (result: JsonObject, call: Call) => JsonObject): Hooks {
  return onResult("resources/read", (result, call) => (match(uriOf(call)) ? change(result, call) : result));
}

/** Hooks that change the one item of what these URIs give: into another, or several. */
export function onContents(match: Match, change: (item: JsonObject) => JsonObject | JsonObject[]): Hooks {
  return onRead(match, (result) => {
    const [item] = Array.isArray(result.contents) ? result.contents : [];
    return isObject(item) ? { ...result, contents: [change(item)].flat() } : result;
  });
}

/** Hooks that change the value in the text of these URIs. */
export function onValue(match: Match, change: (value: JsonObject) => Json): Hooks {
  return onContents(match, (item) => {
    const value = parsed(item.text);
    return isObject(value) ? { ...item, text: JSON.stringify(change(value)) } : item;
  });
}

/** Hooks that answer the reads of these URIs in place of the server. */
export function onReading(match: Match, answer: (call: Call, next: () => Promise<Outcome>) => Promise<Outcome>): Hooks {
  return answering("resources/read", (call, next) => (match(uriOf(call)) ? answer(call, next) : next()));
}

/** Hooks that read another URI in place of each that matches, and answer as if it were the one that was asked for. */
export function reading(match: Match, other: (uri: string) => string): Hooks {
  return onReading(match, async (call, next) => {
    const uri = uriOf(call);
    call.params = { ...call.params, uri: other(uri) };
    const outcome = await next();
    const contents = member(member(outcome.message, "result"), "contents");
    if (!Array.isArray(contents)) return outcome;
    return contentsAnswer(
      call,
      contents.map((item) => ({ ...(item as JsonObject), uri })),
    );
  });
}

/** Hooks that change what the interface of the extension `id` says. */
export function onManifest(id: string, change: (manifest: JsonObject) => JsonObject): Hooks {
  return mapped({ manifest: (manifest) => (manifest.name === id ? change(manifest) : manifest) });
}

/** Hooks that change what the interface of notes says of one method. */
export function onMethodResource(name: string, change: (entry: JsonObject) => JsonObject): Hooks {
  return onManifest(NOTES_ID, (manifest) => {
    const { [name]: entry, ...others } = manifest.methodResources as Record<string, JsonObject>;
    return { ...manifest, methodResources: { ...others, ...(entry ? { [name]: change(entry) } : {}) } };
  });
}

/** Answers with a result. */
export function resultAnswer(call: Call, result: JsonObject): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
}

/** Answers a read with these contents. */
export function contentsAnswer(call: Call, contents: JsonObject[]): Outcome {
  return resultAnswer(call, { contents });
}

/** Answers with a JSON-RPC error. */
export function errorAnswer(call: Call, code: number, message: string): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error: { code, message } } };
}

/** The URI that a read asks for. */
export function uriOf(call: Call): string {
  const uri = member(call.params, "uri");
  return typeof uri === "string" ? uri : "";
}

/** The entries without the one of this URI or template. */
export function lacking(address: string): (entries: JsonObject[]) => JsonObject[] {
  return (entries) => entries.filter((entry) => entry.uri !== address && entry.uriTemplate !== address);
}

/** The strings of a list of a manifest, without `dropped`. */
export function strings(list: Json | undefined, dropped?: string): string[] {
  return (Array.isArray(list) ? list : []).filter(
    (item): item is string => typeof item === "string" && item !== dropped,
  );
}

/** A change of the entries of a list, by how often this connection has read it from its first page on, at first 1. */
export type AtReading = (entries: JsonObject[], readings: number) => JsonObject[];

/** Hooks that change the entries of the legacy lists by how often they were read. */
export function onReadings({ resources, templates }: { resources?: AtReading; templates?: AtReading }): Hooks {
  const countsOf = perConnection(() => new Map<string, number>());
  const countOf = (call: Call) => countsOf(call).get(call.method) ?? 0;
  return {
    ...mapped({
      ...(resources ? { resources: (entries, call) => resources(entries, countOf(call)) } : {}),
      ...(templates ? { templates: (entries, call) => templates(entries, countOf(call)) } : {}),
    }),
    around(call, next) {
      if (member(call.params, "cursor") === undefined) countsOf(call).set(call.method, countOf(call) + 1);
      return next();
    },
  };
}

function parsed(text: Json | undefined): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
