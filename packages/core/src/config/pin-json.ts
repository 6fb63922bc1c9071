import { createRequire } from "node:module";
import type { Pin } from "./pin-entry.js";
import { entryOf } from "./pin-entry.js";

/** Loaded with `require`: its build for Node is one that an import cannot take names from. */
type JsoncParser = typeof import("jsonc-parser");

/** The JSON with the pin in it, and everything else as it was. `inside` is the path of the configuration in the file. */
export function jsonWithPin(text: string, pin: Pin, inside: readonly string[]): string {
  const jsonc: JsoncParser = createRequire(import.meta.url)("jsonc-parser");
  const path = [...inside, "packs", pin.name];
  const tree = jsonc.parseTree(text);
  const isLong = tree !== undefined && jsonc.findNodeAtLocation(tree, path)?.type === "object";
  const set = (before: string, at: string[], value: unknown) =>
    jsonc.applyEdits(before, jsonc.modify(before, at, value, { formattingOptions: formatOf(text) }));
  if (!isLong) return set(text, path, entryOf(pin));
  const versioned = set(text, [...path, "version"], pin.range);
  return pin.packageName === undefined ? versioned : set(versioned, [...path, "pack"], pin.packageName);
}

/** Indentation and line breaks as the text has them. */
function formatOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
