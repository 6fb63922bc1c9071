import { isObject, type Json, type JsonObject } from "@mcptest/pack";

/** Characters of front matter that are read. */
const MOST = 256 * 1024;
/** Aliases that one document may expand to. */
const MOST_ALIASES = 100;

/** The front matter of a SKILL.md. */
export interface FrontMatter {
  /** YAML 1.2, core schema. */
  value?: JsonObject;
  /** The same text read as YAML 1.1, where that can be done. */
  value11?: Json;
  /** Why there is none. */
  problem?: string;
  /** What strict parsers trip over: a byte order mark, line ends of Windows. */
  oddities: string[];
}

/** Reads the front matter of a text: a mapping between a first line `---` and the next one. */
export async function frontMatterOf(text: string): Promise<FrontMatter> {
  const oddities = [
    ...(text.startsWith("\ufeff") ? ["a byte order mark"] : []),
    ...(/^\ufeff?---\r\n/.test(text) ? ["line ends of Windows (CRLF)"] : []),
  ];
  const found = /^\ufeff?---[ \t]*\r?\n(?:(.*?)\r?\n)?---[ \t]*(?:\r?\n|$)/s.exec(text);
  if (found === null) {
    const starts = /^\ufeff?---[ \t]*\r?\n/.test(text);
    const problem = starts ? "no line --- ends its front matter" : "its first line is not ---";
    return { problem, oddities };
  }
  const yaml = found[1] ?? "";
  if (yaml.length > MOST) return { problem: `its front matter has more than ${MOST} characters`, oddities };
  const { parseDocument } = await import("yaml");
  const read = (version: "1.1" | "1.2") => {
    const schema = version === "1.2" ? "core" : "yaml-1.1";
    const document = parseDocument(yaml, { version, schema, prettyErrors: false, logLevel: "silent" });
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
  };
  try {
    const value = read("1.2");
    if (!isObject(value as Json)) return { problem: "its front matter is no mapping", oddities };
    return { value: value as JsonObject, value11: plain(tried(() => read("1.1"))), oddities };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    return { problem: `its front matter is no YAML: ${why}`, oddities };
  }
}

function tried(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** As JSON would have it: dates, which YAML 1.1 knows, become texts. */
function plain(value: unknown): Json | undefined {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** What differs between two values, as paths with what is there; at most `most` of them. */
export function differences(file: Json | undefined, entry: Json | undefined, most = 20): string[] {
  const found: string[] = [];
  compare(file, entry, "frontmatter", found, most, 0);
  return found;
}

function compare(
  file: Json | undefined,
  entry: Json | undefined,
  path: string,
  found: string[],
  most: number,
  depth: number,
): void {
  if (found.length >= most || depth > 64) return;
  if (file === undefined || entry === undefined) {
    if (file !== entry) found.push(file === undefined ? `${path} is not in the file` : `${path} is missing`);
  } else if (Array.isArray(file) && Array.isArray(entry)) {
    for (let index = 0; index < Math.max(file.length, entry.length); index++) {
      compare(file[index], entry[index], `${path}[${index}]`, found, most, depth + 1);
    }
  } else if (isObject(file) && isObject(entry)) {
    for (const key of new Set([...Object.keys(file), ...Object.keys(entry)])) {
      const [one, other] = [own(file, key), own(entry, key)];
      compare(one, other, `${path}.${key.slice(0, 80)}`, found, most, depth + 1);
    }
  } else if (file !== entry) {
    found.push(`${path} is ${shown(entry)}, and ${shown(file)} in the file`);
  }
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}...`;
}
