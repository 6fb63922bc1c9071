import { createRequire } from "node:module";
import type { Node, ParseError } from "jsonc-parser";
import { McptestError } from "../errors/index.js";
import { type ConfigSource, lineAndColumn, type Path, pathText } from "./source.js";
import { readText } from "./source-text.js";

/** Loaded with `require`: its build for Node is one that an import cannot take names from. */
type JsoncParser = typeof import("jsonc-parser");

/** What the codes of the parser mean, for people. A source excerpt is never part of a message: it may hold a secret. */
const MEANINGS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is no JSON value",
  InvalidNumberFormat: "a number in a form that JSON does not have",
  PropertyNameExpected: "a key in double quotes is expected (a comma before } is not allowed)",
  ValueExpected: "a value is expected (a comma before ] is not allowed)",
  ColonExpected: "a colon is expected",
  CommaExpected: "a comma is expected",
  CloseBraceExpected: "a closing } is expected",
  CloseBracketExpected: "a closing ] is expected",
  EndOfFileExpected: "the value ends before; nothing may follow it",
  InvalidCommentToken: "JSON has no comments; mcptest.config.yaml and mcptest.config.ts have",
  UnexpectedEndOfComment: "a comment that does not end",
  UnexpectedEndOfString: "a text that does not end on its line",
  UnexpectedEndOfNumber: "a number that does not end",
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "a backslash before a character that needs none",
  InvalidCharacter: "a control character inside a text",
};

/**
 * Reads JSON as RFC 8259 has it. `inside` is the path of the configuration in the file; `undefined` when nothing stands
 * there. Throws `CONFIG_UNREADABLE`, and `CONFIG_INVALID` for a key that stands there twice.
 */
export async function readJson(file: string, shown: string, inside: Path = []): Promise<ConfigSource | undefined> {
  const jsonc: JsoncParser = createRequire(import.meta.url)("jsonc-parser");
  const text = readText(file, shown);
  if (text.trim() === "") return undefined;
  const errors: ParseError[] = [];
  const tree = jsonc.parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined) {
    const code = jsonc.printParseErrorCode(first.error);
    throw unreadable(`${shown}:${lineAndColumn(text, first.offset)}`, MEANINGS[code] ?? "it is no JSON");
  }
  const nodeAt = (path: Path): Node | undefined => tree && jsonc.findNodeAtLocation(tree, [...inside, ...path]);
  if (nodeAt([]) === undefined) return undefined;
  const placeOf = (path: Path): string => {
    const node = nearestNode(nodeAt, path);
    return node === undefined ? shown : `${shown}:${lineAndColumn(text, startOf(node))}`;
  };
  refuseTwins(nodeAt([]) as Node, [], (path, node) => {
    const place = `${shown}:${lineAndColumn(text, startOf(node))}`;
    throw new McptestError("CONFIG_INVALID", `${place}: ${pathText(path)}: the key stands there twice`);
  });
  return {
    file,
    shown,
    value: valueAt(JSON.parse(text), inside),
    placeOf,
    writtenAt: (path) => {
      const node = nodeAt(path);
      return node === undefined ? undefined : text.slice(node.offset, node.offset + node.length);
    },
  };
}

function unreadable(place: string, message: string): McptestError {
  return new McptestError("CONFIG_UNREADABLE", `${place}: ${message}`);
}

/** The node at `path`, or at the longest part of it that exists. */
function nearestNode(nodeAt: (path: Path) => Node | undefined, path: Path): Node | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = nodeAt(path.slice(0, length));
    if (node !== undefined) return node;
  }
  return undefined;
}

/** The start of a member's key, or of a value that has none. */
function startOf(node: Node): number {
  return node.parent?.type === "property" ? node.parent.offset : node.offset;
}

function refuseTwins(node: Node, path: Path, refuse: (path: Path, node: Node) => never): void {
  const seen = new Set<unknown>();
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type === "array") {
      refuseTwins(child, [...path, index], refuse);
      continue;
    }
    const [key, value] = child.children ?? [];
    if (key === undefined || value === undefined) continue;
    const inner = [...path, String(key.value)];
    if (seen.has(key.value)) refuse(inner, key);
    seen.add(key.value);
    refuseTwins(value, inner, refuse);
  }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
}
