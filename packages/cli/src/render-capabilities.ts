import { boundedList, section } from "./bounded-lines.js";
import { capabilityLines, extensionLine } from "./capability-lines.js";
import { noteLines } from "./notes.js";
import type { EraSurvey, Survey } from "./survey.js";

/**
 * `Capabilities:` and `Extensions:`, and after a blank line `Notes:`. The first section is of the preferred era; the
 * second has the extensions of every era, each once.
 */
export function renderCapabilities(survey: Survey): string {
  return `${[...capabilitySections(survey), "", ...section("Notes:", noteLines(survey))].join("\n")}\n`;
}

/** The two sections that both commands print. */
export function capabilitySections({ eras }: Survey): string[] {
  return [
    ...section("Capabilities:", capabilityLines(eras[0]?.negotiated.capabilities ?? {})),
    ...section("Extensions:", extensionLines(eras)),
  ];
}

function extensionLines(eras: readonly EraSurvey[]): string[] {
  const lines = eras.flatMap(({ advertised, preExtension }) => [
    ...advertised.extensions.map(extensionLine),
    ...preExtension,
  ]);
  return boundedList([...new Set(lines)], (line) => [line]);
}
