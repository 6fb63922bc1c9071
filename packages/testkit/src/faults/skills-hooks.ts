import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { digestOf, FILES } from "../skills/files.js";
import { SKILLS } from "../skills/ids.js";
import { skills } from "./groups.js";
import { answering, onResult } from "./reshape.js";

/** The skill that faults change. */
export const { deploy: DEPLOY, review: REVIEW } = SKILLS;
export const GUIDE = "skill://deploy/references/guide.md";
export const PICTURE = "skill://deploy/assets/picture.png";

/** Hooks that change the entry of one skill, wherever it is given. */
export function onEntry(uri: string, change: (entry: JsonObject) => JsonObject): Hooks {
  return skills({ entry: (entry) => (entry.uri === uri ? change(entry) : entry) });
}

/** Hooks that change the front matter in the entry of one skill. */
export function onFrontmatter(uri: string, change: (frontmatter: JsonObject) => Json): Hooks {
  return onEntry(uri, (entry) => ({ ...entry, frontmatter: change(entry.frontmatter as JsonObject) }));
}

/** Hooks that change the files in the entry of one skill. */
export function onFiles(uri: string, change: (files: JsonObject[]) => Json): Hooks {
  return onEntry(uri, (entry) => ({ ...entry, resources: change(entry.resources as JsonObject[]) }));
}

/** Hooks that change one file in the entry of its skill. */
export function onFile(uri: string, file: string, change: (entry: JsonObject) => JsonObject): Hooks {
  return onFiles(uri, (files) => files.map((each) => (each.uri === file ? change(each) : each)));
}

/**
 * Hooks that give a text file another text, whose digest and size its entries have. `frontmatter`: what the entry says of it
 * besides.
 */
export function onText(uri: string, change: (text: string) => string, frontmatter?: JsonObject): Hooks {
  const text = change(FILES.find((file) => file.uri === uri)?.bytes.toString("utf8") ?? "");
  const bytes = Buffer.from(text, "utf8");
  const fresh = { digest: digestOf(bytes), size: bytes.byteLength };
  return skills({
    content: (item, at) => (at === uri ? { ...item, text } : item),
    entry: (entry) => ({
      ...entry,
      ...(entry.uri === uri && frontmatter ? { frontmatter } : {}),
      ...(Array.isArray(entry.resources)
        ? {
            resources: entry.resources.map((each) =>
              isObject(each) && each.uri === uri ? { ...each, ...fresh } : each,
            ),
          }
        : {}),
    }),
  });
}

/** Hooks that change the content item of one file. */
export function onContent(uri: string, change: (item: JsonObject) => JsonObject): Hooks {
  return skills({ content: (item, at) => (at === uri ? change(item) : item) });
}

/** Hooks that change the list. */
export function onList(change: (result: JsonObject, call: Call) => JsonObject): Hooks {
  return onResult("skills/list", change);
}

/** Hooks that change the children of one directory, or of all. */
export function onChildren(change: (children: JsonObject[], uri: string) => JsonObject[], only?: string): Hooks {
  return onResult("resources/directory/read", (result, { params }) => {
    const uri = String(params.uri);
    if (only !== undefined && uri !== only) return result;
    return { ...result, resources: change(result.resources as JsonObject[], uri) };
  });
}

/** Hooks that answer some requests of a method with a result in place of a refusal. */
export function accepting(method: string, when: (params: JsonObject) => boolean, result: JsonObject): Hooks {
  return answering(method, async (call, next) => {
    const outcome = await next();
    if (!when(call.params) || !isObject(outcome.message) || !("error" in outcome.message)) return outcome;
    const envelope: JsonObject =
      call.era === "modern" ? { resultType: "complete", ttlMs: 0, cacheScope: "private" } : {};
    return { status: 200, message: { jsonrpc: "2.0", id: call.id, result: { ...envelope, ...result } } };
  });
}

/** Hooks with which refusals of some requests have another code. */
export function refusingWith(method: string, code: number, when: (params: JsonObject) => boolean = () => true): Hooks {
  return answering(method, async (call, next) => {
    const outcome = await next();
    if (!when(call.params) || !isObject(outcome.message) || !isObject(outcome.message.error)) return outcome;
    return { ...outcome, message: { ...outcome.message, error: { ...outcome.message.error, code } } };
  });
}

/** Hooks with which the review skill has this front matter, in its file and in its entry. */
export function reviewWith(yaml: string, frontmatter: JsonObject): Hooks {
  return onText(REVIEW, () => `---\n${yaml}\n---\n# Review\n`, frontmatter);
}

/** Hooks with which the review skill stands at these URIs. */
export function reviewAt(...uris: string[]): Hooks {
  return skills({ reviewAt: uris });
}

/** Hooks that change several decisions of the server. */
export function together(...all: Hooks[]): Hooks {
  return skills(Object.assign({}, ...all.map(({ policies }) => policies?.skills)));
}

/** A uri that mcptest has made up. */
export function isMadeUp({ uri }: JsonObject): boolean {
  return String(uri).includes("mcptest");
}
