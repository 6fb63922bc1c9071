import { isObject, member } from "@mcptest/pack";
import type { NeedIndexes, PackStructure } from "./messages.js";

/** Checks of one pack, fixtures, projections, and needs of one of them. */
const MAX_PARTS = 10_000;
/** Lines about what breaks the contract, and characters of one. */
const MAX_PROBLEMS = 100;
const MAX_PROBLEM = 2_000;
/** Characters of everything that a pack says about itself. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * What the process of a pack says that the pack consists of, as far as it is needed to build a pack of it: whether the
 * members themselves keep the contract is found out later, as for any pack. Throws an `Error` for what nothing can be
 * built of.
 */
export function readStructure(value: unknown): PackStructure {
  if (JSON.stringify(value).length > MAX_CHARACTERS) {
    throw new Error(`the pack says more than ${MAX_CHARACTERS} characters about itself`);
  }
  const manifest = member(value, "manifest");
  const described = member(manifest, "checks");
  if (!isObject(manifest) || !Array.isArray(described) || !described.every(isObject)) throw noPack("manifest");
  const problems = list(value, "problems").map((problem) => String(asText(problem, "problems")).slice(0, MAX_PROBLEM));
  const fixtures = list(value, "fixtures");
  const projections = list(value, "projections");
  const checks = list(value, "checks");
  if (checks.length !== described.length && problems.length === 0) throw noPack("checks");
  const needs = (of: unknown, name: string) => needsOf(member(of, name), fixtures.length, projections.length);
  const declaration = member(value, "preExtensionDeclaration");
  return {
    manifest: manifest as unknown as PackStructure["manifest"],
    problems: problems.slice(0, MAX_PROBLEMS),
    ...(declaration === undefined ? {} : { preExtensionDeclaration: declaration as string }),
    functions: list(value, "functions").map((name) => asText(name, "functions")),
    hasOptions: member(value, "hasOptions") === true,
    checks: checks.map((check) => ({ ...needs(check, "needs"), ...renamed(needs(check, "prepares")) })),
    fixtures: fixtures.map((fixture) => ({
      name: asText(member(fixture, "name"), "fixtures"),
      ...needs(fixture, "needs"),
      ...roleOf(member(fixture, "role")),
      ...(member(fixture, "mayChange") === undefined ? {} : { mayChange: member(fixture, "mayChange") === true }),
      teardown: member(fixture, "teardown") === true,
      timeoutMs: member(fixture, "timeoutMs") === true,
    })),
    projections: projections.map((projection) => ({ name: asText(member(projection, "name"), "projections") })),
  };
}

function renamed({ needs }: { needs?: NeedIndexes }): { prepares?: NeedIndexes } {
  return needs ? { prepares: needs } : {};
}

function needsOf(value: unknown, fixtures: number, projections: number): { needs?: NeedIndexes } {
  if (value === undefined) return {};
  if (!isObject(value)) throw noPack("needs");
  const entries = Object.entries(value).map(([name, need]): [string, NeedIndexes[string]] => {
    const [fixture, projection] = [member(need, "fixture"), member(need, "projection")];
    if (isIndex(fixture, fixtures)) return [name, { fixture }];
    if (isIndex(projection, projections)) return [name, { projection }];
    throw noPack("needs");
  });
  return { needs: Object.fromEntries(entries.slice(0, MAX_PARTS)) };
}

function roleOf(value: unknown): Pick<PackStructure["fixtures"][number], "role"> {
  if (value === undefined) return {};
  const path = member(member(value, "option"), "path");
  const isPath = Array.isArray(path) && path.length > 0 && path.every((step) => typeof step === "string");
  const example = member(member(value, "option"), "example");
  const option = isPath ? { option: { path: path as string[], ...(example === undefined ? {} : { example }) } } : {};
  const missing = member(value, "missing");
  const own = missing === undefined ? {} : { missing: asText(missing, "role") };
  return { role: { name: asText(member(value, "name"), "role"), ...option, ...own } };
}

function isIndex(value: unknown, end: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < end;
}

function list(value: unknown, name: string): unknown[] {
  const found = member(value, name);
  if (!Array.isArray(found) || found.length > MAX_PARTS) throw noPack(name);
  return found;
}

function asText(value: unknown, where: string): string {
  if (typeof value !== "string") throw noPack(where);
  return value;
}

function noPack(where: string): Error {
  return new Error(`its process says what no pack consists of (${where})`);
}
