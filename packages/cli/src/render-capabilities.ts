import { boundedList, section } from "./bounded-lines.js";
import { capabilityLines, extensionLine } from "./capability-lines.js";
import { noteLines } from "./notes.js";
import type { Seen, SeenEra } from "./survey.js";

/**
 * `Capabilities:` and `Extensions:`, and after a blank line `Notes:`. The first section is of the preferred era; the
 * second has the extensions of every era, each once.
 */
export function renderCapabilities(seen: Seen): string {
  return `${[...capabilitySections(seen), "", ...section("Notes:", noteLines(seen))].join("\n")}\n`;
}

/** The two sections that both commands print. */
export function capabilitySections({ eras }: Seen): string[] {
  return [
    ...section("Capabilities:", capabilityLines(eras[0]?.capabilities ?? {})),
    ...section("Extensions:", extensionLines(eras)),
  ];
}

function extensionLines(eras: readonly SeenEra[]): string[] {
  const lines = eras.flatMap(({ extensions, preExtension }) => [
    ...extensions.extensions.map(extensionLine),
    ...preExtension,
  ]);
  return boundedList([...new Set(lines)], (line) => [line]);
}
