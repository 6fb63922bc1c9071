import type { Inventory, Listed } from "@mcptest/core/negotiation";
import { excerpt, type Json, member } from "@mcptest/core/report";
import { bounded, boundedList, section } from "./bounded-lines.js";
import type { SeenEra } from "./survey.js";
import { type ExtensionUse, usesOfPrompt, usesOfResource, usesOfTool } from "./uses.js";

/** How one kind of list is shown. */
interface ListKind {
  list: keyof Inventory;
  heading: string;
  /** The member that names an entry. */
  key: string;
  /** The member that says more about it. */
  about: string;
  usesOf(entry: Json): ExtensionUse[];
}

const KINDS: readonly ListKind[] = [
  { list: "tools", heading: "Tools", key: "name", about: "description", usesOf: usesOfTool },
  { list: "resources", heading: "Resources", key: "uri", about: "name", usesOf: usesOfResource },
  {
    list: "resourceTemplates",
    heading: "Resource templates",
    key: "uriTemplate",
    about: "name",
    usesOf: usesOfResource,
  },
  { list: "prompts", heading: "Prompts", key: "name", about: "description", usesOf: usesOfPrompt },
];

/** An entry as the eras of a server list it. */
interface Entry {
  first: Json;
  /** What hangs on it, over all eras: 2025-11-25 tells what later revisions strip. */
  uses: string[];
  versions: string[];
}

/** Tools, resources, templates and prompts of every era, each entry once, with what extensions hang on it. */
export function inventoryLines(eras: readonly SeenEra[]): string[] {
  return KINDS.flatMap((kind) => {
    const listing = eras.flatMap((era) => {
      const listed = era.inventory?.[kind.list];
      return listed === undefined ? [] : [{ version: era.protocolVersion, listed }];
    });
    return listing.length === 0 ? [] : listLines(kind, listing);
  });
}

function listLines(kind: ListKind, listing: readonly { version: string; listed: Listed }[]): string[] {
  const entries = entriesOf(kind, listing);
  const lines = boundedList(entries, (entry) => {
    const only = entry.versions.length < listing.length ? `  (${entry.versions.join(", ")} only)` : "";
    return [titleOf(entry.first, kind) + only, ...boundedList(entry.uses, (use) => [`  ${use}`], 20)];
  });
  const problems = listing.flatMap(({ version, listed: { problem } }) =>
    problem === undefined ? [] : [bounded(`incomplete on ${version}: ${problem}`)],
  );
  return section(`${kind.heading} (${entries.length}):`, [...lines, ...problems]);
}

function entriesOf(kind: ListKind, listing: readonly { version: string; listed: Listed }[]): Entry[] {
  const entries: Entry[] = [];
  const byName = new Map<string, Entry>();
  for (const { version, listed } of listing) {
    const here = new Set<string>();
    for (const item of listed.items) {
      const name = member(item, kind.key);
      const known = typeof name === "string" && !here.has(name) ? byName.get(name) : undefined;
      const entry = known ?? { first: item, uses: [], versions: [] };
      entry.uses = [...new Set([...entry.uses, ...kind.usesOf(item).map(useText)])];
      entry.versions.push(version);
      if (known === undefined) entries.push(entry);
      if (typeof name !== "string") continue;
      here.add(name);
      if (!byName.has(name)) byName.set(name, entry);
    }
  }
  return entries;
}

function titleOf(entry: Json, { key, about }: ListKind): string {
  const name = member(entry, key);
  const more = member(entry, about);
  if (typeof name !== "string") return bounded(`an entry without a ${key}: ${excerpt(entry)}`);
  const firstLine = typeof more === "string" && more !== name ? more.split(/[\r\n]/, 1)[0] : undefined;
  return bounded(firstLine ? `${name}: ${firstLine}` : name, 160);
}

function useText({ label, id, place }: ExtensionUse): string {
  return bounded(label === "extension" && id !== undefined ? `extension ${id}: ${place}` : `${label}: ${place}`);
}
