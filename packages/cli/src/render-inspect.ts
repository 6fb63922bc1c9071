import { excerpt, member } from "@mcptest/core/report";
import { quoted } from "@mcptest/reporters";
import { bounded, boundedList, section } from "./bounded-lines.js";
import { inventoryLines } from "./inventory-lines.js";
import { capabilitySections, type LookTextOptions, lookText } from "./render-capabilities.js";
import type { Seen, SeenEra } from "./survey.js";

/** Characters of instructions that are shown. */
const MAX_INSTRUCTIONS = 2_000;

/** Everything that `inspect` shows: the server, its eras, what it offers, and the extensions that hang on each entry. */
export function renderInspect(seen: Seen, options: LookTextOptions = {}): string {
  const [preferred] = seen.eras;
  const lines = [
    ...section("Server:", serverLines(seen)),
    ...section("Eras:", seen.eras.map(eraLine)),
    ...instructionLines(preferred),
    ...capabilitySections(seen),
    ...settingLines(seen.eras),
    ...inventoryLines(seen.eras),
  ];
  return lookText(lines, seen, options);
}

function serverLines({ name, target, eras }: Seen): string[] {
  const info = eras.map(({ serverInfo }) => serverInfo).find((value) => value !== undefined);
  const said = ["name", "title", "version"].flatMap((key) => {
    const value = member(info, key);
    return typeof value === "string" ? [`${key}: ${bounded(value, 120)}`] : [];
  });
  return [...said, `target: ${bounded(target)}`, `name in reports: ${bounded(name)}`];
}

function eraLine({ era, protocolVersion, supportedVersions, lane }: SeenEra): string {
  const versions = supportedVersions === undefined ? "" : `, supports ${supportedVersions.join(", ")}`;
  return bounded(`${era} ${protocolVersion}${versions} (lane ${lane})`);
}

function instructionLines(era: SeenEra | undefined): string[] {
  const text = era?.instructions;
  if (text === undefined || text === "") return [];
  const rest = text.length > MAX_INSTRUCTIONS ? [`... (${text.length} characters)`] : [];
  return ["Instructions:", ...quoted(text.slice(0, MAX_INSTRUCTIONS), "  | "), ...rest.map((line) => `  ${line}`)];
}

function settingLines(eras: readonly SeenEra[]): string[] {
  const entries = eras.flatMap(({ extensions }) => extensions.extensions);
  const lines = entries
    .filter(({ settings }) => JSON.stringify(settings) !== "{}")
    .map(({ id, settings }) => bounded(`${id}: ${excerpt(settings, 400)}`, 500));
  return lines.length === 0
    ? []
    : section(
        "Settings:",
        boundedList([...new Set(lines)], (line) => [line]),
      );
}
