import { createHash } from "node:crypto";
import {
  type Connection,
  defineFixture,
  type Exchange,
  excerpt,
  type Json,
  type JsonObject,
  member,
  normalForm,
  type PackContext,
  type PackHost,
  resultOf,
  type Trouble,
  troubleOf,
} from "@mcptest/pack";
import { differences, type FrontMatter, frontMatterOf } from "./front-matter.js";
import type { SkillsOptions } from "./options.js";
import { entryOf, getSkill, type Resource, resourcesOf, type Skill, skillsFound } from "./skills.js";
import { readUri } from "./talk.js";

/** Files that one run reads. */
const MOST_FILES = 4_000;

/** One reading of a file, without its bytes. */
export interface Reading {
  exchange: number;
  /** SHA-256 as `sha256:…`, and bytes, of what came. */
  digest?: string;
  size?: number;
  mimeType?: Json;
  meta?: Json;
  /** Why there are no bytes: what came in their place. */
  problem?: string;
  trouble?: Trouble;
  /** Of a SKILL.md: its front matter, and its text below that. */
  front?: FrontMatter;
  body?: string;
}

/** A file of a skill, read and, where it does not fit its entry, read a second time beside a fresh entry. */
export interface FileRead {
  skill: Skill;
  resource: Resource;
  first: Reading;
  again?: { reading: Reading; resource?: Resource; frontmatter?: Json; exchange: number };
}

/** Every file of every skill. */
export interface Files {
  files: FileRead[];
  /** How many more there are than a run reads. */
  left: number;
}

/** Reads each file once. Bytes are dropped as soon as they are hashed. */
export const filesRead = defineFixture<Files, { found: typeof skillsFound }, SkillsOptions>({
  name: "files of skills",
  needs: { found: skillsFound },
  timeoutMs: () => 600_000,
  async prepare({ found: { skills } }, { host, connection }: PackContext<SkillsOptions>) {
    const read = new Map<string, Reading>();
    const result: Files = { files: [], left: 0 };
    for (const skill of skills) {
      for (const resource of wanted(skill)) {
        if (read.size >= MOST_FILES) {
          result.left += 1;
          continue;
        }
        const first =
          read.get(resource.uri) ?? (await readFile(host, connection, resource.uri, skill.uri === resource.uri));
        read.set(resource.uri, first);
        const file: FileRead = { skill, resource, first };
        if (isOff(file)) file.again = await readAgain(host, connection, file);
        result.files.push(file);
      }
    }
    return result;
  },
});

/** The files of a skill, each once however it is written; of a dynamic one its SKILL.md alone. */
function wanted(skill: Skill): Resource[] {
  const resources = resourcesOf(skill.entry) ?? [];
  const all = resources.some(({ uri }) => uri === skill.uri) ? resources : [{ uri: skill.uri }, ...resources];
  return [
    ...new Map(all.map((resource) => [normalForm(resource.uri), resource] as const).reverse()).values(),
  ].reverse();
}

/** Reads one file. `isSkillFile`: its front matter is wanted as well. */
export async function readFile(host: PackHost, on: Connection, uri: string, isSkillFile: boolean): Promise<Reading> {
  const exchange = await readUri(host, on, uri);
  const trouble = troubleOf(exchange, `resources/read ${excerpt(uri, 160)}`);
  if (trouble) return { exchange: exchange.number, problem: trouble.reason, trouble };
  return await readingOf(exchange, isSkillFile);
}

async function readingOf(exchange: Exchange, isSkillFile: boolean): Promise<Reading> {
  const contents = member(resultOf(exchange), "contents");
  const [item, ...others] = Array.isArray(contents) ? contents : [];
  const reading: Reading = { exchange: exchange.number };
  if (item === undefined) {
    const came = exchange.response ?? exchange.problem ?? "nothing";
    return { ...reading, problem: `it could not be read: ${excerpt(came, 160)}` };
  }
  if (others.length > 0) return { ...reading, problem: `it was read as ${others.length + 1} content items` };
  const bytes = bytesOf(item);
  const about = { mimeType: member(item, "mimeType"), meta: member(item, "_meta") };
  if (bytes === undefined) return { ...reading, ...about, problem: "its content has neither text nor a valid blob" };
  const read = { ...reading, ...about, digest: digestOf(bytes), size: bytes.byteLength };
  if (!isSkillFile) return read;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { ...read, front: await frontMatterOf(text), body: text.slice(0, MOST_OF_BODY) };
}

/** Characters of a SKILL.md in which references are looked for. */
const MOST_OF_BODY = 256 * 1024;

/** The bytes of a content item exactly as they were sent: a text as UTF-8, a blob out of its base64. */
export function bytesOf(item: Json): Buffer | undefined {
  const [text, blob] = [member(item, "text"), member(item, "blob")];
  if (typeof text === "string" && blob === undefined) return Buffer.from(text, "utf8");
  if (typeof blob !== "string" || text !== undefined) return undefined;
  const bytes = Buffer.from(blob, "base64");
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(blob) && blob.length % 4 === 0;
  return isBase64 ? bytes : undefined;
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** What was read does not fit the entry, which may have changed since. */
function isOff({ skill, resource, first }: FileRead): boolean {
  if (first.digest === undefined) return false;
  const isFile = skill.uri === resource.uri && first.front?.value !== undefined;
  return (
    (resource.digest !== undefined && resource.digest !== first.digest) ||
    (resource.size !== undefined && resource.size !== first.size) ||
    (isFile && differences(first.front?.value, frontmatterOf(skill.entry), 1).length > 0)
  );
}

/** The front matter of an entry. */
export function frontmatterOf(entry: Json): Json | undefined {
  return member(entry, "frontmatter");
}

async function readAgain(host: PackHost, on: Connection, { skill, resource }: FileRead): Promise<FileRead["again"]> {
  const got = await getSkill(host, on, skill.uri);
  const entry: JsonObject = entryOf(got) ?? skill.entry;
  const reading = await readFile(host, on, resource.uri, skill.uri === resource.uri);
  const fresh = resourcesOf(entry)?.find(({ uri }) => uri === resource.uri);
  return { reading, resource: fresh, frontmatter: frontmatterOf(entry), exchange: got.number };
}
