import type { Document, Node, Pair } from "yaml";
import { McptestError } from "../errors/index.js";
import { type ConfigSource, lineAndColumn, type Path } from "./source.js";
import { readText } from "./source-text.js";

type Yaml = typeof import("yaml");

/**
 * Reads YAML 1.2 with merge keys (`<<`). Aliases may expand to 100 nodes each, tags of other programs are errors, and
 * keys are texts. Throws `CONFIG_UNREADABLE` for the first thing that is wrong.
 */
export async function readYaml(file: string, shown: string): Promise<ConfigSource> {
  const yaml = await import("yaml");
  const text = readText(file, shown);
  const document = yaml.parseDocument(text, { merge: true, stringKeys: true, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem?.code === "RESOURCE_EXHAUSTION") throw unreadable(shown, "it is nested too deeply");
  if (problem !== undefined) {
    const offset = problem.pos[0];
    throw unreadable(`${shown}:${lineAndColumn(text, offset)}`, told(problem.code, problem.message, text, offset));
  }
  return {
    file,
    shown,
    value: dataOf(document, shown),
    placeOf: (path) => {
      const start = startOf(yaml, document, path);
      return start === undefined ? shown : `${shown}:${lineAndColumn(text, start)}`;
    },
    writtenAt: (path) => {
      const node = document.getIn(path, true);
      return yaml.isScalar(node) && node.source !== undefined ? node.source : undefined;
    },
  };
}

function dataOf(document: Document, shown: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const alias = /^Unresolved alias .*: (.*)$/.exec(message)?.[1];
    if (alias !== undefined) throw unreadable(shown, `the alias *${alias} stands before its anchor, or has none`);
    if (/alias count/.test(message))
      throw unreadable(shown, "its aliases expand to too much; at most 100 are followed");
    throw unreadable(shown, "it cannot be turned into data");
  }
}

/** The parser's message without the excerpt of the source at its end, which may hold a secret. */
function told(code: string, message: string, text: string, offset: number): string {
  if (code === "DUPLICATE_KEY" && text.startsWith("<<", offset)) {
    return "<< stands there twice; merge several at once with <<: [*first, *second]";
  }
  if (code === "DUPLICATE_KEY") return "the key stands there twice";
  if (code === "NON_STRING_KEY") return "a key has to be a text";
  if (code === "MULTIPLE_DOCS") return "a second document begins; a configuration is one document";
  return message.split(/: "|\n/, 1)[0] ?? message;
}

function unreadable(place: string, message: string): McptestError {
  return new McptestError("CONFIG_UNREADABLE", `${place}: ${message}`);
}

/** The start of the key or item at `path`, or of the longest part of it that stands in the text. */
function startOf(yaml: Yaml, document: Document, path: Path): number | undefined {
  let node: unknown = document.contents;
  let start = document.contents?.range?.[0];
  for (const step of path) {
    if (yaml.isAlias(node)) node = node.resolve(document);
    const pair: Pair<unknown, unknown> | undefined = yaml.isMap(node)
      ? node.items.find((item) => keyOf(yaml, item) === step)
      : undefined;
    const item: unknown = yaml.isSeq(node) && typeof step === "number" ? node.items[step] : pair?.key;
    const found = (item as Node | undefined)?.range?.[0];
    if (found === undefined) return start;
    start = found;
    node = pair === undefined ? item : pair.value;
  }
  return start;
}

function keyOf(yaml: Yaml, { key }: Pair<unknown, unknown>): unknown {
  return yaml.isScalar(key) ? String(key.value) : undefined;
}
