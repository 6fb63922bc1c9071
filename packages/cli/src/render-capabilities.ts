import { boundedList, section } from "./bounded-lines.js";
import { capabilityLines, extensionLine, mappedLine } from "./capability-lines.js";
import { noteLines } from "./notes.js";
import { changeLines } from "./render-changes.js";
import type { EraChanges, SavedFile } from "./saved-capabilities.js";
import type { Seen, SeenEra } from "./survey.js";

/**
 * `Capabilities:` and `Extensions:`, and after a blank line `Notes:`. The first section is of the preferred era; the
 * second has the extensions of every era, each once.
 */
export function renderCapabilities(seen: Seen, options: LookTextOptions = {}): string {
  return lookText(capabilitySections(seen), seen, options);
}

/** How the text of the commands that look is written. */
export interface LookTextOptions {
  /** Headings in bold. Default `false`. */
  color?: boolean;
  /** Without the notes. Default `false`. */
  quiet?: boolean;
  /** What changed since a saved file. */
  since?: SavedFile & { changes: readonly EraChanges[] };
}

/** The lines, and the notes behind them. Only lines of ours start in the first column. */
export function lookText(lines: readonly string[], seen: Seen, { color, quiet, since }: LookTextOptions): string {
  const notes = quiet ? [] : ["", ...section("Notes:", noteLines(seen))];
  const changes = since ? ["", ...changeLines(since, since.changes)] : [];
  const text = `${[...lines, ...notes, ...changes].join("\n")}\n`;
  return color ? text.replace(/^\S.*:$/gm, "\u001b[1m$&\u001b[22m") : text;
}

/** The two sections that both commands print. */
export function capabilitySections({ eras }: Seen): string[] {
  return [
    ...section("Capabilities:", capabilityLines(eras[0]?.capabilities ?? {})),
    ...section("Extensions:", extensionLines(eras)),
  ];
}

function extensionLines(eras: readonly SeenEra[]): string[] {
  const lines = eras.flatMap(({ extensions, preExtension, throughResources = [], protocolVersion }) => [
    ...extensions.extensions.map(extensionLine),
    ...preExtension,
    ...throughResources.map((mapped) => mappedLine(mapped, protocolVersion)),
  ]);
  return boundedList([...new Set(lines)], (line) => [line]);
}
