import type { Document, Node, Pair, YAMLMap } from "yaml";
import type { Pin } from "./pin-entry.js";
import { entryOf } from "./pin-entry.js";

type Yaml = typeof import("yaml");

/** Replaces what stands from `start` to `end`. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The YAML with the pin in it and everything else, comments and spacing included, as it was. `undefined` where the text has
 * a form that is not edited: an alias in the way, or a document that is no map.
 */
export async function yamlWithPin(text: string, pin: Pin): Promise<string | undefined> {
  const yaml = await import("yaml");
  const first = change(text, editFor(yaml, parsed(yaml, text), text, pin));
  if (first === undefined || pin.packageName === undefined) return first;
  // Where an entry in the long form was there already, it may name another package.
  const value = parsed(yaml, first).getIn(["packs", pin.name, "pack"], true);
  return yaml.isScalar(value) && value.value !== pin.packageName
    ? change(first, replaced(value as Node, JSON.stringify(pin.packageName)))
    : first;
}

/** As the configuration is read. */
function parsed(yaml: Yaml, text: string): Document {
  return yaml.parseDocument(text, { merge: true, stringKeys: true });
}

function change(text: string, edit: Edit | undefined): string | undefined {
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

function editFor(yaml: Yaml, document: Document, text: string, pin: Pin): Edit | undefined {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const { contents } = document;
  const line = `${keyText(pin.name)}: ${valueText(pin)}`;
  const whole = `packs:${eol}  ${line}${eol}`;
  if (contents === null) return appended(text, whole, eol);
  if (!yaml.isMap(contents)) return undefined;
  const packs = pairOf(yaml, contents, "packs");
  if (packs === undefined) {
    return contents.flow ? inserted(yaml, contents, `packs: { ${line} }`, text, eol) : appended(text, whole, eol);
  }
  if (!yaml.isMap(packs.value)) return undefined;
  const entry = pairOf(yaml, packs.value, pin.name);
  return entry === undefined ? inserted(yaml, packs.value, line, text, eol) : editOfEntry(yaml, entry, pin, text, eol);
}

function editOfEntry(yaml: Yaml, { value }: Pair, pin: Pin, text: string, eol: string): Edit | undefined {
  if (yaml.isMap(value)) {
    const version = pairOf(yaml, value, "version");
    if (version === undefined) return inserted(yaml, value, `version: ${rangeText(yaml, pin.range, "")}`, text, eol);
    return yaml.isScalar(version.value)
      ? replaced(version.value as Node, rangeText(yaml, pin.range, sourceOf(version.value as Node, text)))
      : undefined;
  }
  if (!yaml.isScalar(value) || isNothing(yaml, value)) return undefined;
  const isShort = pin.packageName === undefined;
  const before = sourceOf(value as Node, text);
  return replaced(value as Node, isShort ? rangeText(yaml, pin.range, before) : valueText(pin));
}

function pairOf(yaml: Yaml, map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === name);
}

function isNothing(yaml: Yaml, value: unknown): boolean {
  return value === null || (yaml.isScalar(value) && value.value === null);
}

function replaced({ range }: Node, text: string): Edit | undefined {
  return range ? { start: range[0], end: range[1], text } : undefined;
}

function sourceOf({ range }: Node, text: string): string {
  return range ? text.slice(range[0], range[1]) : "";
}

/** At the end of the text, on lines of its own. */
function appended(text: string, more: string, eol: string): Edit {
  const isOpen = text !== "" && !text.endsWith("\n");
  return { start: text.length, end: text.length, text: `${isOpen ? eol : ""}${more}` };
}

/** As the last member of a map that has members, or as the only one of `{}`. */
function inserted(yaml: Yaml, map: YAMLMap, line: string, text: string, eol: string): Edit | undefined {
  const [first] = map.items;
  const last = map.items.at(-1);
  if (map.flow) {
    const end = map.range?.[1];
    if (end === undefined) return undefined;
    if (last === undefined) return { start: map.range?.[0] ?? end, end, text: `{ ${line} }` };
    const at = lastOffset(yaml, last.value ?? last.key);
    return at === undefined ? undefined : { start: at, end: at, text: `, ${line}` };
  }
  const start = (first?.key as Node | undefined)?.range?.[0];
  const at = last && lastOffset(yaml, isNothing(yaml, last.value) ? last.key : last.value);
  if (start === undefined || at === undefined) return undefined;
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return lineAt(endOfLine(text, at), `${/^\s*$/.test(indent) ? indent : " ".repeat(indent.length)}${line}`, text, eol);
}

function lineAt(at: number, line: string, text: string, eol: string): Edit {
  const isOpen = at > 0 && text[at - 1] !== "\n";
  return { start: at, end: at, text: `${isOpen ? eol : ""}${line}${eol}` };
}

/** Where the line of `offset` ends, its line break included; a block scalar ends with its own. */
function endOfLine(text: string, offset: number): number {
  if (text[offset - 1] === "\n") return offset;
  const found = text.indexOf("\n", offset);
  return found === -1 ? text.length : found + 1;
}

/** The end of the last thing inside a node, before comments and blank lines that follow it. */
function lastOffset(yaml: Yaml, node: unknown): number | undefined {
  if (yaml.isCollection(node) && !node.flow) {
    const last = node.items.at(-1);
    const inner = yaml.isPair(last) ? (isNothing(yaml, last.value) ? last.key : last.value) : last;
    if (inner !== undefined) return lastOffset(yaml, inner);
  }
  return (node as Node | null)?.range?.[1];
}

function keyText(name: string): string {
  return /^[A-Za-z][\w-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off)$/i.test(name)
    ? name
    : JSON.stringify(name);
}

function valueText(pin: Pin): string {
  const entry = entryOf(pin);
  if (typeof entry === "string") return JSON.stringify(entry);
  return `{ pack: ${JSON.stringify(entry.pack)}, version: ${JSON.stringify(entry.version)} }`;
}

/** The range in the quotes of what it replaces; without them where they are not needed. */
function rangeText(yaml: Yaml, range: string, before: string): string {
  if (before.startsWith("'") && !range.includes("'")) return `'${range}'`;
  const isPlain = before !== "" && !before.startsWith('"') && /^[\^~]?\d[\w.+-]*$/.test(range);
  return isPlain && yaml.parse(range) === range ? range : JSON.stringify(range);
}
