import { normalForm } from "@mcptest/pack";
import { SKILL_FILE } from "./ids.js";

const ENDING = `/${SKILL_FILE}`;

/** What is wrong with the URI of a skill (ext-skills, Skill URIs); clauses. */
export function uriProblems(uri: string): string[] {
  const path = /^[a-zA-Z][a-zA-Z0-9+.-]*:\/*(.*)$/s.exec(uri)?.[1];
  if (path === undefined) return ["is no absolute URI"];
  const problems: string[] = [];
  if (/[?#]/.test(uri)) problems.push("has a query or a fragment");
  const bare = path.split(/[?#]/, 1)[0] ?? "";
  if (bare.endsWith("/")) problems.push("ends with a slash");
  if (bare.split("/").some(isDots)) problems.push("has dot segments");
  if (!bare.endsWith(ENDING)) {
    const isOtherCase = bare.toLowerCase().endsWith(ENDING.toLowerCase());
    problems.push(isOtherCase ? `does not spell ${SKILL_FILE} so` : `does not end with ${ENDING}`);
  } else if (nameIn(uri) === "") problems.push("has no directory with a name");
  return problems;
}

function isDots(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

/** The root of a skill: its URI without `/SKILL.md`. */
export function rootOf(uri: string): string {
  return uri.endsWith(ENDING) ? uri.slice(0, -ENDING.length) : uri;
}

/** The last segment of the path of a skill, which is its name. Empty where there is none. */
export function nameIn(uri: string): string {
  const root = rootOf(uri).replace(/^[a-zA-Z][a-zA-Z0-9+.-]*:\/*/, "");
  const last = root.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Whether a file is below the root of a skill, however both are written. */
export function isWithin(uri: string, root: string): boolean {
  return normalForm(uri).startsWith(`${normalForm(root)}/`);
}

/** The URI of something beside a skill: the same but for its last segment. */
export function beside(uri: string, name: string): string {
  const root = rootOf(uri);
  const slash = root.lastIndexOf("/");
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:\/*/.exec(root)?.[0] ?? "skill://";
  return slash < scheme.length ? `${scheme}${name}` : `${root.slice(0, slash)}/${name}`;
}
