import { createRequire } from "node:module";
import type { Node } from "jsonc-parser";
import type { Pin } from "./pin-entry.js";
import { entryOf } from "./pin-entry.js";

/** Loaded with `require`: its build for Node is one that an import cannot take names from. */
type JsoncParser = typeof import("jsonc-parser");

/** A value that is written. */
type Value = string | { [name: string]: Value };

/** The JSON with the pin in it, and everything else as it was. `inside` is the path of the configuration in the file. */
export function jsonWithPin(text: string, pin: Pin, inside: readonly string[]): string {
  const jsonc: JsoncParser = createRequire(import.meta.url)("jsonc-parser");
  const path = [...inside, "packs", pin.name];
  const tree = jsonc.parseTree(text);
  const isLong = tree !== undefined && jsonc.findNodeAtLocation(tree, path)?.type === "object";
  if (!isLong) return withValue(jsonc, text, path, entryOf(pin));
  const versioned = withValue(jsonc, text, [...path, "version"], pin.range);
  return pin.packageName === undefined ? versioned : withValue(jsonc, versioned, [...path, "pack"], pin.packageName);
}

/** Replaces the value there, or adds a member to the innermost object that is there. */
function withValue(jsonc: JsoncParser, text: string, path: readonly string[], value: Value): string {
  const tree = jsonc.parseTree(text);
  const depths = tree ? [...path.keys(), path.length].reverse() : [];
  for (const depth of depths) {
    const node = tree && jsonc.findNodeAtLocation(tree, path.slice(0, depth));
    if (node === undefined) continue;
    const [name, ...rest] = path.slice(depth);
    if (name !== undefined && node.type === "object") return withMember(text, node, name, nested(rest, value));
    return replaced(text, node.offset, node.length, onOneLine(nested(path.slice(depth), value)));
  }
  return `${JSON.stringify(nested(path, value), null, 2)}\n`;
}

function nested(path: readonly string[], value: Value): Value {
  return path.reduceRight<Value>((inner, name) => ({ [name]: inner }), value);
}

/** Adds a member behind the last one of an object: on a line of its own where the first one has that. */
function withMember(text: string, { offset, length, children = [] }: Node, name: string, value: Value): string {
  const [first] = children;
  const last = children.at(-1);
  if (first && last) {
    const indent = lineBefore(text, first.offset);
    const isOwnLine = indent.trim() === "" && text.slice(offset, first.offset).includes("\n");
    const member = isOwnLine
      ? `,${eolOf(text)}${indent}${onLines(text, name, value, indent)}`
      : `, ${pair(name, value)}`;
    return replaced(text, last.offset + last.length, 0, member);
  }
  const inner = text.slice(offset + 1, offset + length - 1);
  // A comment stays where it is.
  if (inner.trim() !== "") return replaced(text, offset + 1, 0, ` ${pair(name, value)}`);
  const before = lineBefore(text, offset);
  const outer = /^([ \t]*)(?:"[^"]*"[ \t]*:[ \t]*)?$/.exec(before)?.[1];
  const opens = text.includes("\n") && outer !== undefined;
  if (!opens) return replaced(text, offset + 1, inner.length, ` ${pair(name, value)} `);
  const eol = eolOf(text);
  const indent = `${outer}${unitOf(text)}`;
  return replaced(text, offset + 1, inner.length, `${eol}${indent}${onLines(text, name, value, indent)}${eol}${outer}`);
}

function replaced(text: string, offset: number, length: number, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
}

function pair(name: string, value: Value): string {
  return `${JSON.stringify(name)}: ${onOneLine(value)}`;
}

function onOneLine(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => pair(name, inner))
    .join(", ")} }`;
}

function onLines(text: string, name: string, value: Value, indent: string): string {
  const lines = JSON.stringify(value, null, unitOf(text)).replaceAll("\n", `${eolOf(text)}${indent}`);
  return `${JSON.stringify(name)}: ${lines}`;
}

/** Indentation as the text has it. */
function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
