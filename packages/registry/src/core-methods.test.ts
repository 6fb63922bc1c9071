import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type NotificationMethod, type RequestMethod, Server } from "@modelcontextprotocol/server";
import { expect, expectTypeOf, it } from "vitest";
import { CORE_METHODS, CORE_NOTIFICATIONS, CORE_TASK_METHODS } from "./core-methods.js";

/** Every text in the code of the SDK that could be a name of a method. */
function wordsOfTheSdk(): Set<string> {
  const folder = dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/server")));
  const words = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".mjs"))) {
    const code = readFileSync(`${folder}/${file}`, "utf8");
    for (const [, word] of code.matchAll(/["'`]([A-Za-z]+(?:\/[A-Za-z_]+)*)["'`]/g)) words.add(word as string);
    for (const [, word] of code.matchAll(/\b([A-Za-z]+): null\b/g)) words.add(word as string);
  }
  return words;
}

/** The SDK takes a handler without schemas only for the methods of its own tables, those of all revisions together. */
function taken(words: Iterable<string>, take: (server: Server, word: string) => void): string[] {
  const server = new Server({ name: "x", version: "1" }, { capabilities: {} });
  return [...words].filter((word) => {
    try {
      take(server, word);
      return true;
    } catch (error) {
      return !/is not a spec \w+ method/.test((error as Error).message);
    }
  });
}

it("has every request that the SDK dispatches on any revision", () => {
  const known = taken(wordsOfTheSdk(), (server, word) => server.setRequestHandler(word as "ping", () => ({})));
  expect(known.sort()).toEqual([...CORE_METHODS, ...CORE_TASK_METHODS].sort());
});

it("has every notification that the SDK knows on any revision", () => {
  const known = taken(wordsOfTheSdk(), (server, word) =>
    server.setNotificationHandler(word as "notifications/cancelled", () => {}),
  );
  expect(known.sort()).toEqual([...CORE_NOTIFICATIONS].sort());
});

it("has what the types of the SDK name", () => {
  expectTypeOf<RequestMethod>().toExtend<(typeof CORE_METHODS | typeof CORE_TASK_METHODS)[number]>();
  expectTypeOf<NotificationMethod>().toExtend<(typeof CORE_NOTIFICATIONS)[number]>();
});
