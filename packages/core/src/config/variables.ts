import { isPlainObject } from "./keys.js";
import type { Problem } from "./problems.js";
import type { Path } from "./source.js";

/** A reference to a variable that is not set. */
export interface Unset {
  variable: string;
  path: Path;
}

/** What replacing gave. */
export interface Replaced {
  value: unknown;
  /** Values that were put in. */
  secrets: string[];
  /** References that were left in place. */
  unset: Unset[];
  problems: Problem[];
}

/** How references are written. */
export type References = "plain" | "of clients";

const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Replaces `${NAME}` by the environment variable in the texts of servers and of options; `$${` stands for `${` there.
 * Keys stay as they are, and so does what is no plain object or list. An empty variable counts as set. References `of
 * clients` may also be written `${NAME:-default}` and `${env:NAME}`.
 */
export function replaceVariables(
  value: unknown,
  path: Path,
  env: NodeJS.ProcessEnv,
  references: References = "plain",
): Replaced {
  if (typeof value === "string" && takesVariables(path)) return replaceInText(value, path, env, references);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => replaceVariables(item, [...path, index], env, references));
    return joined(
      items,
      items.map((item) => item.value),
    );
  }
  if (!isPlainObject(value)) return { value, secrets: [], unset: [], problems: [] };
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, replaceVariables(inner, [...path, key], env, references)] as const,
  );
  return joined(
    entries.map(([, replaced]) => replaced),
    Object.fromEntries(entries.map(([key, replaced]) => [key, replaced.value])),
  );
}

function takesVariables([section, , third, , fifth]: Path): boolean {
  if (section === "servers" || section === "mcpServers") return true;
  return third === "options" || (section === "suites" && third === "packs" && fifth === "options");
}

function joined(parts: Replaced[], value: unknown): Replaced {
  return {
    value,
    secrets: parts.flatMap((part) => part.secrets),
    unset: parts.flatMap((part) => part.unset),
    problems: parts.flatMap((part) => part.problems),
  };
}

function replaceInText(text: string, path: Path, env: NodeJS.ProcessEnv, references: References): Replaced {
  const result: Replaced = { value: text, secrets: [], unset: [], problems: [] };
  result.value = text.replace(REFERENCE, (whole: string, inside: string | undefined, end: string | undefined) => {
    if (inside === undefined) return "${";
    const { name, fallback } = reference(inside, references);
    if (end === "" || !NAME.test(name)) {
      result.problems.push({
        path,
        message: `a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant`,
      });
      return whole;
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined || (value === "" && fallback !== undefined)) {
      if (fallback !== undefined) return fallback;
      result.unset.push({ variable: name, path });
      return whole;
    }
    if (value !== "") result.secrets.push(value);
    return value;
  });
  return result;
}

function reference(inside: string, references: References): { name: string; fallback?: string } {
  if (references === "plain") return { name: inside };
  const [, name = "", fallback] = /^(?:env:)?([^:]*)(?::-(.*))?$/s.exec(inside) ?? [];
  return { name, ...(fallback === undefined ? {} : { fallback }) };
}
