import {
  type Connection,
  defineFixture,
  type Exchange,
  extensionResultOf,
  isObject,
  type Json,
  type JsonObject,
  member,
  type PackHost,
} from "@mcptest/pack";
import { GET } from "./ids.js";
import { skillsListing } from "./listing.js";
import type { SkillsOptions } from "./options.js";

/** Skills of one run, and entries of `resources` of one. */
const MOST_SKILLS = 50;
const MOST_RESOURCES = 2_000;

/** An entry of `resources`: as far as it is of the right type. */
export interface Resource {
  uri: string;
  digest?: string;
  size?: number;
}

/** A skill that is judged. */
export interface Skill {
  uri: string;
  entry: JsonObject;
  /** The exchange that brought the entry. */
  exchange: number;
  from: "list" | "option";
  /** `skills/get` of it. */
  got: Exchange;
}

/** The skills of a run. */
export interface Skills {
  skills: Skill[];
  /** `skills/get` of the URIs of the option `skillUris`. */
  named: { uri: string; exchange: Exchange }[];
  /** How many more there are than a run looks at. */
  left: number;
}

/** The first listed skills, and those that the operator named. */
export const skillsFound = defineFixture<Skills, { listing: typeof skillsListing }, SkillsOptions>({
  name: "skills",
  needs: { listing: skillsListing },
  timeoutMs: () => 300_000,
  async prepare({ listing }, { host, connection, options }) {
    const listed = new Map<string, { entry: JsonObject; exchange: number }>();
    for (const { entry, exchange } of listing.listed) {
      const uri = member(entry, "uri");
      if (isObject(entry) && typeof uri === "string" && !listed.has(uri)) listed.set(uri, { entry, exchange });
    }
    const skills: Skill[] = [];
    for (const [uri, { entry, exchange }] of [...listed].slice(0, MOST_SKILLS)) {
      skills.push({ uri, entry, exchange, from: "list", got: await getSkill(host, connection, uri) });
    }
    const named: Skills["named"] = [];
    for (const uri of new Set(options.skillUris)) {
      const got = skills.find((skill) => skill.uri === uri)?.got ?? (await getSkill(host, connection, uri));
      named.push({ uri, exchange: got });
      const entry = entryOf(got);
      if (entry && !listed.has(uri)) skills.push({ uri, entry, exchange: got.number, from: "option", got });
    }
    return { skills, named, left: Math.max(0, listed.size - MOST_SKILLS) };
  },
});

/** Asks for one skill. */
export function getSkill(host: PackHost, on: Connection, uri: string): Promise<Exchange> {
  return host.callExtension(on, GET, { uri });
}

/** The entry that `skills/get` gave. */
export function entryOf(got: Exchange): JsonObject | undefined {
  const skill = member(extensionResultOf(got), "skill");
  return isObject(skill) ? skill : undefined;
}

/** The files that an entry names, or `undefined` where it names none one by one. */
export function resourcesOf(entry: Json): Resource[] | undefined {
  const resources = member(entry, "resources");
  if (!Array.isArray(resources)) return undefined;
  return resources.slice(0, MOST_RESOURCES).flatMap((resource): Resource[] => {
    const [uri, digest, size] = [member(resource, "uri"), member(resource, "digest"), member(resource, "size")];
    if (typeof uri !== "string") return [];
    return [
      {
        uri,
        ...(typeof digest === "string" ? { digest } : {}),
        ...(typeof size === "number" ? { size } : {}),
      },
    ];
  });
}

/** A skill whose files nobody can know beforehand. */
export function isDynamic(entry: Json): boolean {
  return member(entry, "resources") === "dynamic";
}
