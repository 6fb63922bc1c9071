import { excerpt } from "@mcptest/pack";

/**
 * What is wrong with the `needs` of a check or a fixture, one line each, with the path of the member in front: values that
 * are neither fixtures nor projections (`undefined` of an import in a circle, for one), and members of those that cannot
 * be used. What they need themselves is looked at once.
 */
export function needsProblems(needs: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (needs === undefined) return [];
  if (!isRecord(needs)) return [`${path}: it is no object of fixtures and projections`];
  return Object.entries(needs).flatMap(([name, need]) => needProblems(need, `${path}.${name}`, seen));
}

function needProblems(need: unknown, path: string, seen: Set<unknown>): string[] {
  if (seen.has(need)) return [];
  if (isRecord(need)) seen.add(need);
  if (isRecord(need) && need.kind === "fixture") {
    return [...fixtureProblems(need, path), ...needsProblems(need.needs, `${path}.needs`, seen)];
  }
  if (isRecord(need) && need.kind === "projection") return memberProblems(need, path, ["initial", "fold"]);
  return [`${path}: ${isRecord(need) ? "it" : excerpt(need, 80)} is neither a fixture nor a projection`];
}

function fixtureProblems(fixture: Record<string, unknown>, path: string): string[] {
  const optional = ["teardown", "timeoutMs"].filter((name) => fixture[name] !== undefined);
  const problems = memberProblems(fixture, path, ["prepare", ...optional]);
  const { role } = fixture;
  const isRole = isRecord(role) && isName(role.name) && typeof role.configured === "function";
  if (fixture.mayChange !== undefined && typeof fixture.mayChange !== "boolean") {
    problems.push(`${path}.mayChange: ${excerpt(fixture.mayChange, 80)} is neither true nor false`);
  }
  if (isRole && role.missing !== undefined && !isName(role.missing)) {
    problems.push(`${path}.role.missing: ${excerpt(role.missing, 80)} is no text`);
  }
  if (role !== undefined && !isRole) problems.push(`${path}.role: it needs a name and configured()`);
  return problems;
}

function memberProblems(need: Record<string, unknown>, path: string, functions: readonly string[]): string[] {
  const missing = functions.filter((name) => typeof need[name] !== "function");
  return [
    ...(isName(need.name) ? [] : [`${path}.name: ${excerpt(need.name, 80)} is no text`]),
    ...missing.map((name) => `${path}.${name}: it is no function`),
  ];
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
