import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isPlainObject } from "./keys.js";
import { entryOf, type Pin } from "./pin-entry.js";
import { jsonWithPin } from "./pin-json.js";
import { yamlWithPin } from "./pin-yaml.js";

export type { Pin } from "./pin-entry.js";

/**
 * The text of a configuration file with the pin under `packs`, and everything else, comments included, as it was. Nothing
 * is written. `undefined` for a configuration that is code, and for a form of YAML that is not edited: whoever wrote it has
 * to. Throws what reading the file throws.
 */
export async function withPin(file: string, pin: Pin): Promise<string | undefined> {
  const extension = extname(file);
  const inside = basename(file) === "package.json" ? ["mcptest"] : [];
  if (![".json", ".yaml", ".yml"].includes(extension)) return undefined;
  const [, mark = "", text = ""] = /^(\uFEFF?)(.*)$/s.exec(readFileSync(file, "utf8")) ?? [];
  if (extension === ".json") return mark + jsonWithPin(text, pin, inside);
  const changed = await yamlWithPin(text, pin);
  return changed !== undefined && (await isAsMeant(text, changed, pin)) ? mark + changed : undefined;
}

/** A new configuration with this one pin. */
export async function configWithPin(pin: Pin): Promise<string> {
  return (await yamlWithPin("", pin)) as string;
}

/** What stands under `packs` for the pin, in a configuration that is code. */
export function pinInCode(pin: Pin): string {
  const entry = entryOf(pin);
  const value =
    typeof entry === "string"
      ? JSON.stringify(entry)
      : `{ pack: ${JSON.stringify(entry.pack)}, version: ${JSON.stringify(entry.version)} }`;
  return `packs: { ${JSON.stringify(pin.name)}: ${value} }`;
}

/** Whether the change says what it has to and nothing else: an edit of text must never damage a configuration. */
async function isAsMeant(before: string, after: string, pin: Pin): Promise<boolean> {
  const { parseDocument } = await import("yaml");
  const read = (text: string): unknown => {
    const document = parseDocument(text, { merge: true, stringKeys: true });
    return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 });
  };
  const wanted: unknown = read(before) ?? {};
  if (!isPlainObject(wanted)) return false;
  const packs = isPlainObject(wanted.packs) ? wanted.packs : {};
  const known = Object.hasOwn(packs, pin.name) ? packs[pin.name] : undefined;
  const { range, packageName } = pin;
  const long = { version: range, ...(packageName === undefined ? {} : { pack: packageName }) };
  const entry = isPlainObject(known) ? { ...known, ...long } : entryOf(pin);
  return isDeepStrictEqual(read(after), { ...wanted, packs: { ...packs, [pin.name]: entry } });
}
