import { dirname } from "node:path";
import type { Problem } from "./problems.js";
import type { Raw } from "./schema.js";
import type { ConfigSource, Path } from "./source.js";

/** What the parts of a configuration are built with. */
export interface BuildContext {
  source: ConfigSource;
  /** Folder of the configuration: relative paths count from it. */
  folder: string;
  raw: Raw;
  /** Collects what is wrong. */
  problems: Problem[];
}

/** A context for `source`, without anything found yet. */
export function buildContext(source: ConfigSource): BuildContext {
  return {
    source,
    folder: dirname(source.file),
    raw: { valueAt: (path) => valueAt(source.value, path), writtenAt: source.writtenAt },
    problems: [],
  };
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const step of path) {
    const isThere = typeof current === "object" && current !== null && Object.hasOwn(current, step);
    if (!isThere) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}
