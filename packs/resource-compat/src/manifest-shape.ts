import { excerpt, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { methodsIn } from "./manifest.js";
import { idProblem, isSameButSpelling } from "./mapped-id.js";

/** One member of a manifest that is not what it has to be. */
export interface ManifestProblem {
  /** `name`, `methodResources/jobs~1start/inputSchema`: a JSON pointer without its first slash. */
  path: string;
  came: string;
  fix: string;
}

type Kind = readonly [words: string, holds: (value: Json) => boolean];

const TEXT: Kind = ["a text", (value) => typeof value === "string"];
const OBJECT: Kind = ["an object", isObject];
const TEXTS: Kind = ["a list of texts", isTexts];
const TOPICS: Kind = [
  "an object whose values are texts or null",
  (value) => isObject(value) && Object.values(value).every((topic) => topic === null || typeof topic === "string"),
];

/** Members by name: their type, and whether they may be left out. */
const MEMBERS: readonly [name: string, kind: Kind, mayBeAbsent: "never" | "always" | "without methods"][] = [
  ["name", TEXT, "never"],
  ["instructions", TEXT, "never"],
  ["capabilities", OBJECT, "never"],
  ["methods", TEXTS, "never"],
  ["notifications", TOPICS, "always"],
  ["resources", TEXTS, "never"],
  ["resourceTemplates", TEXTS, "without methods"],
  ["methodResources", OBJECT, "without methods"],
];

const METHOD_MEMBERS: readonly [name: string, kind: Kind, mayBeAbsent: boolean][] = [
  ["uriTemplate", TEXT, false],
  ["inputSchema", OBJECT, false],
  ["description", TEXT, false],
  ["uri", TEXT, true],
  ["outputSchema", OBJECT, true],
];

/** Everything in which a manifest has not its shape. `id` is the one in its address. */
export function manifestProblems(id: string, manifest: JsonObject): ManifestProblem[] {
  const hasMethods = methodsIn(manifest).length > 0;
  const problems = MEMBERS.flatMap(([name, kind, absent]) =>
    problemOf(name, member(manifest, name), kind, absent === "always" || (absent === "without methods" && !hasMethods)),
  );
  return [...problems, ...nameProblem(id, member(manifest, "name")), ...entryProblems(manifest)];
}

/** Names of members that the convention does not know, the first twenty. */
export function unknownMembers(manifest: JsonObject): string[] {
  const known = new Set(MEMBERS.map(([name]) => name));
  return Object.keys(manifest)
    .filter((name) => !known.has(name))
    .slice(0, 20)
    .map((name) => excerpt(name, 60));
}

/** A name that differs from the id in spelling alone, or an id that is none, is the address's fault. */
function nameProblem(id: string, name: Json | undefined): ManifestProblem[] {
  if (typeof name !== "string" || name === id || isSameButSpelling(name, id) || idProblem(id) !== undefined) return [];
  const came = `name is ${excerpt(name)}, and the id in the address is ${excerpt(id)}`;
  return [{ path: "name", came, fix: "write the registered id as name" }];
}

function entryProblems(manifest: JsonObject): ManifestProblem[] {
  const entries = member(manifest, "methodResources");
  return Object.entries(isObject(entries) ? entries : {}).flatMap(([method, entry]) => {
    const path = `methodResources/${escaped(method)}`;
    if (!isObject(entry)) return problemOf(path, entry, OBJECT, false);
    return METHOD_MEMBERS.flatMap(([name, kind, mayBeAbsent]) =>
      problemOf(`${path}/${name}`, member(entry, name), kind, mayBeAbsent),
    );
  });
}

function problemOf(
  path: string,
  value: Json | undefined,
  [words, holds]: Kind,
  mayBeAbsent: boolean,
): ManifestProblem[] {
  if (value === undefined ? mayBeAbsent : holds(value)) return [];
  const came = value === undefined ? `${path} is absent` : `${path} is ${excerpt(value, 100)}`;
  return [{ path, came, fix: `write ${path} as ${words}` }];
}

function isTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function escaped(name: string): string {
  return name.slice(0, 200).replaceAll("~", "~0").replaceAll("/", "~1");
}
