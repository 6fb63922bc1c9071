import { bounded, boundedList, section } from "./bounded-lines.js";
import type { EraChanges, SavedFile } from "./saved-capabilities.js";

/** How a kind of change is called in a line. */
const WORDS = { added: "added", removed: "removed", breaking: "BREAKING", changed: "changed" } as const;

/** `Changes since 2026-12-01T10:00:00.000Z (before.json):`, and a line for each. */
export function changeLines({ file, saved }: SavedFile, eras: readonly EraChanges[]): string[] {
  const lines = eras.flatMap(({ era, protocolVersion, wasSaved, changes }) => {
    const where = `${era} ${protocolVersion}`;
    if (!wasSaved) return [`${where}: nothing was saved of this era`];
    if (changes.length === 0) return [`${where}: the extensions are the same`];
    return changes.map(({ id, kind, path, what }) =>
      bounded(`${where}: ${WORDS[kind]} ${id}${path === "" ? "" : ` ${path}`}: ${what}`, 500),
    );
  });
  const breaks = eras.some(({ changes }) => changes.some(({ kind }) => kind === "breaking"));
  const advice = breaks ? ["a breaking change takes a new id, such as one that ends with -v2 (E11)"] : [];
  return section(`Changes since ${bounded(saved.savedAt, 60)} (${bounded(file, 200)}):`, [
    ...boundedList(lines, (line) => [line]),
    ...advice,
  ]);
}
