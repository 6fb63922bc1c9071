import { type BrandedPack, excerpt, isObject, manifestOf, member, PHASES } from "@mcptest/pack";
import { parseExtensionId } from "../extensions/index.js";
import { needsProblems } from "./check-needs.js";
import type { PackageJson } from "./package-json.js";
import { isVersion } from "./pin.js";

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LEVELS: readonly unknown[] = ["must", "should", "interop", "info"];
const ROUTES: readonly unknown[] = ["native", "unofficial", "resources"];
const ERAS: readonly unknown[] = [undefined, "modern", "legacy"];
const FLAG_TYPES: readonly unknown[] = [undefined, "string", "number", "boolean", "json"];

/**
 * Everything in which a branded object breaks the pack contract, one line each, with the path of the member in front.
 * `packageJson` is that of the pack, where it has one. Reads members and calls nothing of the pack.
 */
export function packProblems(pack: BrandedPack, packageJson: PackageJson | undefined): string[] {
  try {
    const problems = [...identityProblems(pack, packageJson), ...memberProblems(pack), ...checksProblems(pack)];
    return problems.length > 0 ? problems : manifestProblems(pack);
  } catch (error) {
    return [`a member cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function identityProblems(pack: BrandedPack, packageJson: PackageJson | undefined): string[] {
  const problems: string[] = [];
  if (!isText(pack.name)) {
    problems.push(`name: ${excerpt(pack.name, 80)} is no npm name`);
  } else if (packageJson !== undefined && packageJson.name !== pack.name) {
    problems.push(`name: the pack says ${pack.name}, its package.json says ${packageJson.name}`);
  }
  if (!isText(pack.version) || !isVersion(pack.version)) {
    problems.push(`version: ${excerpt(pack.version, 80)} is no semver version`);
  } else if (packageJson !== undefined && packageJson.version !== pack.version) {
    problems.push(`version: the pack says ${pack.version}, its package.json says ${packageJson.version}`);
  }
  if (pack.extension !== "*" && (!isText(pack.extension) || parseExtensionId(pack.extension).grammar === "bad")) {
    problems.push(`extension: ${excerpt(pack.extension, 80)} is neither an extension id (prefix/name) nor "*"`);
  }
  return problems;
}

function memberProblems(pack: BrandedPack): string[] {
  const problems: string[] = [];
  for (const name of ["preExtensionWire", "detect", "facts", "discovery", "run"] as const) {
    if (pack[name] !== undefined && typeof pack[name] !== "function") problems.push(`${name}: it is no function`);
  }
  const validate: unknown = pack.options?.["~standard"]?.validate;
  if (pack.options !== undefined && typeof validate !== "function") {
    problems.push("options: it is no Standard Schema (it has no ~standard.validate)");
  }
  const { routes, wants, profiles, command, preExtensionDeclaration, optionsJsonSchema } = pack;
  if (optionsJsonSchema !== undefined && !isObject(optionsJsonSchema)) {
    problems.push("optionsJsonSchema: it is no JSON Schema object");
  } else if (optionsJsonSchema !== undefined && pack.options === undefined) {
    problems.push("optionsJsonSchema: it describes options, and the pack has no options to validate them with");
  }
  if (wants !== undefined && !(Array.isArray(wants) && wants.every((each) => each === "browser"))) {
    problems.push('wants: it is no list of "browser"');
  }
  if (preExtensionDeclaration !== undefined && !isText(preExtensionDeclaration)) {
    problems.push("preExtensionDeclaration: it is no text");
  }
  if (routes !== undefined && !(Array.isArray(routes) && routes.every((route) => ROUTES.includes(route)))) {
    problems.push(`routes: it is no list of ${ROUTES.slice(0, -1).join(", ")} and ${ROUTES.at(-1)}`);
  }
  if (profiles !== undefined && !isProfiles(profiles)) {
    problems.push("profiles: it needs names (a list of texts) and a default that is one of them");
  }
  if (command !== undefined && !isCommand(command)) {
    problems.push(
      "command: it needs a kebab-case name, a summary, flags with flag, description, option and a known type, and no other era than modern or legacy",
    );
  }
  return problems;
}

function checksProblems(pack: BrandedPack): string[] {
  if (!Array.isArray(pack.checks)) return ["checks: it is no list"];
  if (pack.checks.length === 0 && pack.run === undefined) return ["checks: there is neither a check nor run()"];
  const problems: string[] = [];
  const seen = new Set<unknown>();
  for (const [index, check] of (pack.checks as unknown[]).entries()) {
    if (!isObject(check)) {
      problems.push(`checks[${index}]: it is no check`);
      continue;
    }
    const where = `checks[${index}]${typeof check.id === "string" ? ` (${check.id})` : ""}`;
    if (seen.has(check.id)) problems.push(`${where}: its id is that of an earlier check`);
    seen.add(check.id);
    for (const problem of checkProblems(check, pack)) problems.push(`${where}.${problem}`);
  }
  if (pack.requiredCheck !== undefined && !seen.has(pack.requiredCheck)) {
    problems.push(`requiredCheck: there is no check ${excerpt(pack.requiredCheck, 80)}`);
  }
  return problems;
}

function checkProblems(check: Record<string, unknown>, pack: BrandedPack): string[] {
  const problems: string[] = [];
  if (!isText(check.id) || !KEBAB.test(check.id)) problems.push(`id: ${excerpt(check.id, 80)} is not kebab-case`);
  for (const name of ["category", "title", "description"]) {
    if (!isText(check[name])) problems.push(`${name}: ${excerpt(check[name], 80)} is no text`);
  }
  if (!LEVELS.includes(check.level))
    problems.push(`level: ${excerpt(check.level, 80)} is none of ${LEVELS.join(", ")}`);
  if (!(PHASES as readonly unknown[]).includes(check.phase)) {
    problems.push(`phase: ${excerpt(check.phase, 80)} is none of ${PHASES.join(", ")}`);
  }
  if (!isText(check.since) || !isVersion(check.since)) {
    problems.push(`since: ${excerpt(check.since, 80)} is no semver version`);
  }
  if (!isObject(check.rule) || !isText(check.rule.source)) problems.push("rule: it names no source");
  if (check.docs !== undefined) problems.push(...docsProblems(check.docs));
  if (typeof check.run !== "function") problems.push("run: it is no function");
  const wrongProfile = asList(check.profiles).find((name) => !asList(pack.profiles?.names).includes(name));
  if (wrongProfile !== undefined) problems.push(`profiles: ${excerpt(wrongProfile, 80)} is no profile of the pack`);
  return [
    ...problems,
    ...whenProblems(check),
    ...needsProblems(check.needs, "needs"),
    ...needsProblems(check.prepares, "prepares"),
  ];
}

/** Characters of one text of `docs`. */
const MAX_DOCS = 4_000;

function docsProblems(docs: unknown): string[] {
  if (!isObject(docs)) return ["docs: it is no object"];
  const problems = ["asks", "why", "fix"]
    .filter((name) => !isReadLater(docs, name))
    .filter((name) => !isText(docs[name]) || (docs[name] as string).length > MAX_DOCS)
    .map((name) => `docs.${name}: it is no text of at most ${MAX_DOCS} characters`);
  const { url } = docs;
  const isPage = typeof url === "string" && url.length <= 500 && /^https?:\/\//.test(url) && URL.canParse(url);
  return url === undefined || isPage ? problems : [...problems, "docs.url: it is no http or https URL"];
}

/** A text that a pack reads when somebody asks for it (`withPages`); whoever shows it bounds it. */
function isReadLater(docs: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(docs, name)?.get !== undefined;
}

/** What says when a check runs. The runner takes it as it stands. */
function whenProblems(check: Record<string, unknown>): string[] {
  const problems: string[] = [];
  for (const name of ["profiles", "tags"]) {
    if (check[name] !== undefined && !isTexts(check[name])) problems.push(`${name}: it is no list of texts`);
  }
  const { on, mayChange, timeoutMs, reads } = check;
  const needsFixtures =
    isObject(check.needs) && Object.values(check.needs).some((need) => member(need, "kind") === "fixture");
  if (reads !== undefined && reads !== "transcript") problems.push(`reads: ${excerpt(reads, 80)} is not "transcript"`);
  if (reads === "transcript" && (check.phase !== "end" || needsFixtures || mayChange === true)) {
    problems.push(
      "reads: a check that reads the transcript alone has the phase end, needs projections only and changes nothing",
    );
  }
  const isPreparing =
    isObject(check.prepares) && Object.values(check.prepares).every((need) => member(need, "kind") === "fixture");
  if (check.prepares !== undefined && !(isPreparing && reads === "transcript")) {
    problems.push("prepares: it is no object of fixtures, on a check that reads the transcript alone");
  }
  const isCondition = (value: unknown) => isText(value) || isTexts(value);
  if (on !== undefined && !(isObject(on) && Object.values(on).every(isCondition))) {
    problems.push("on: it is no object of facts and the texts, or lists of texts, that they may be");
  }
  if (mayChange !== undefined && typeof mayChange !== "boolean") {
    problems.push(`mayChange: ${excerpt(mayChange, 80)} is neither true nor false`);
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0)) {
    problems.push(`timeoutMs: ${excerpt(timeoutMs, 80)} is no number of milliseconds`);
  }
  return problems;
}

/** The manifest goes into reports and to other processes: it has to be plain data. */
function manifestProblems(pack: BrandedPack): string[] {
  try {
    structuredClone(manifestOf(pack));
    return [];
  } catch (error) {
    return [`the manifest is no plain data: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function isProfiles(value: unknown): boolean {
  return isObject(value) && isTexts(value.names) && value.names.includes(value.default as string);
}

function isCommand(value: unknown): boolean {
  if (!isObject(value) || !isText(value.name) || !KEBAB.test(value.name) || !isText(value.summary)) return false;
  if (!ERAS.includes(value.era)) return false;
  return Array.isArray(value.flags) && value.flags.every(isFlag);
}

function isFlag(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.flag) &&
    isText(value.description) &&
    Array.isArray(value.option) &&
    value.option.length > 0 &&
    value.option.every(isText) &&
    FLAG_TYPES.includes(value.type) &&
    (value.repeats === undefined || value.repeats === true)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
