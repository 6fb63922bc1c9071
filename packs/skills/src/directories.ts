import {
  type Connection,
  came,
  defineFixture,
  type Exchange,
  excerpt,
  extensionResultOf,
  isObject,
  type JsonObject,
  member,
  type PackContext,
  type PackHost,
  type Trouble,
  troubleOf,
} from "@mcptest/pack";
import { DIRECTORY, DIRECTORY_TYPE } from "./ids.js";
import type { SkillsOptions } from "./options.js";
import { type Skill, skillsFound } from "./skills.js";
import { rootOf, uriProblems } from "./uris.js";

/** Directories and entries of one run, and pages of one directory. */
const MOST_DIRECTORIES = 1_000;
const MOST_ENTRIES = 10_000;
const MOST_PAGES = 50;

/** One directory, as it was read. */
export interface Directory {
  uri: string;
  exchanges: Exchange[];
  entries: JsonObject[];
  /** Why it is not known to its end. */
  end?: { by: "server" | "trouble" | "bound"; came: string; trouble?: Trouble };
}

/** The directories of a skill, from its root down. */
export interface Walk {
  skill: Skill;
  directories: Directory[];
  /** URIs of the files in them. */
  files: Set<string>;
  /** A limit of ours was reached. */
  isCut: boolean;
}

/** Whether the server declares that directories can be read. */
export function declaresDirectories(serverAdvertisement: unknown): boolean {
  return isObject(serverAdvertisement as JsonObject) && member(serverAdvertisement, "directoryRead") === true;
}

/** Every skill with all of its directories; none where the server does not declare them. */
export const walks = defineFixture<Walk[], { found: typeof skillsFound }, SkillsOptions>({
  name: "directories of skills",
  needs: { found: skillsFound },
  timeoutMs: () => 300_000,
  async prepare({ found: { skills } }, { host, connection, serverAdvertisement }: PackContext<SkillsOptions>) {
    if (!declaresDirectories(serverAdvertisement)) return [];
    const all: Walk[] = [];
    for (const skill of skills) {
      // One whose URI is none has no root to begin at.
      if (uriProblems(skill.uri).length === 0) all.push(await walk(host, connection, skill));
    }
    return all;
  },
});

/** Reads the directories of a skill. */
export async function walk(host: PackHost, on: Connection, skill: Skill): Promise<Walk> {
  const root = rootOf(skill.uri);
  const result: Walk = { skill, directories: [], files: new Set(), isCut: false };
  const waiting = [root];
  const seen = new Set(waiting);
  for (let uri = waiting.shift(); uri !== undefined; uri = waiting.shift()) {
    if (result.directories.length >= MOST_DIRECTORIES || result.files.size >= MOST_ENTRIES) {
      result.isCut = true;
      break;
    }
    const directory = await readDirectory(host, on, uri);
    result.directories.push(directory);
    for (const entry of directory.entries) {
      const child = member(entry, "uri");
      if (typeof child !== "string") continue;
      if (member(entry, "mimeType") !== DIRECTORY_TYPE) result.files.add(child);
      else if (!seen.has(child)) {
        seen.add(child);
        waiting.push(child);
      }
    }
  }
  return result;
}

/** Reads every page of one directory. */
export async function readDirectory(host: PackHost, on: Connection, uri: string): Promise<Directory> {
  const directory: Directory = { uri, exchanges: [], entries: [] };
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const exchange = await host.callExtension(on, DIRECTORY, cursor === undefined ? { uri } : { uri, cursor });
    directory.exchanges.push(exchange);
    const result = extensionResultOf(exchange);
    const resources = member(result, "resources");
    if (!Array.isArray(resources)) {
      const trouble = troubleOf(exchange, `${DIRECTORY} ${excerpt(uri, 160)}`);
      const end = trouble
        ? { by: "trouble" as const, came: trouble.reason, trouble }
        : { by: "server" as const, came: came(exchange, 160) };
      return { ...directory, end };
    }
    directory.entries.push(...resources.filter(isObject));
    const next = member(result, "nextCursor");
    if (next === undefined || next === null) return directory;
    if (typeof next !== "string" || seen.has(next)) {
      const what = typeof next === "string" ? `${excerpt(next, 80)} a second time` : `${excerpt(next, 80)}, no text`;
      return { ...directory, end: { by: "server", came: `nextCursor is ${what}` } };
    }
    if (directory.exchanges.length >= MOST_PAGES) {
      return { ...directory, end: { by: "bound", came: `it did not end after ${MOST_PAGES} pages` } };
    }
    seen.add(next);
    cursor = next;
  }
}
