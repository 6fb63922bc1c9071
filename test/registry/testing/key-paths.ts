/** The paths of all members of a value, sorted, each once: `result.contents[].uri`. Only those that hold no others. */
export function keyPaths(value: unknown): string[] {
  return [...new Set(pathsIn(value))].sort();
}

function pathsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [""];
  if (Array.isArray(value)) {
    return value.length === 0 ? ["[]"] : value.flatMap((item) => pathsIn(item).map((path) => `[]${joined(path)}`));
  }
  const members = Object.entries(value);
  if (members.length === 0) return ["{}"];
  return members.flatMap(([key, item]) => pathsIn(item).map((path) => `${key}${joined(path)}`));
}

function joined(path: string): string {
  return /^([[{]|$)/.test(path) ? path : `.${path}`;
}
