import { isObject, type JsonObject, member } from "@mcptest/pack";

/** A member of `ServerCapabilities` that is not of its type. */
export interface ShapeProblem {
  /** `resources.subscribe` */
  path: string;
  value: unknown;
  /** What it has to be: `an object`, `true or false`. */
  wanted: string;
}

/** The known capabilities that are objects, and their members that are flags (2026-07-28 schema, ServerCapabilities). */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  logging: [],
  completions: [],
  prompts: ["listChanged"],
  resources: ["subscribe", "listChanged"],
  tools: ["listChanged"],
};

/**
 * What is wrong with capabilities, without `extensions`, which E01 and E02 judge. The set is open: a capability that is
 * not known may be anything.
 */
export function capabilityProblems(capabilities: unknown): ShapeProblem[] {
  if (!isObject(capabilities)) return [{ path: "capabilities", value: capabilities, wanted: "an object" }];
  const known = Object.entries(FLAGS).flatMap(([name, flags]) => problemsOf(capabilities, name, flags));
  return [...known, ...experimentalProblems(capabilities)];
}

function problemsOf(capabilities: JsonObject, name: string, flags: readonly string[]): ShapeProblem[] {
  const value = member(capabilities, name);
  if (value === undefined) return [];
  if (!isObject(value)) return [{ path: name, value, wanted: "an object" }];
  return flags.flatMap((flag) => {
    const given = member(value, flag);
    if (given === undefined || typeof given === "boolean") return [];
    return [{ path: `${name}.${flag}`, value: given, wanted: "true or false" }];
  });
}

function experimentalProblems(capabilities: JsonObject): ShapeProblem[] {
  const value = member(capabilities, "experimental");
  if (value === undefined) return [];
  if (!isObject(value)) return [{ path: "experimental", value, wanted: "an object" }];
  return Object.entries(value)
    .filter(([, entry]) => !isObject(entry))
    .map(([name, entry]) => ({ path: `experimental[${JSON.stringify(name)}]`, value: entry, wanted: "an object" }));
}
