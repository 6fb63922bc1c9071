import { type AdvertisedExtension, canonicalExtensionId } from "@mcptest/core/extensions";
import { excerpt } from "@mcptest/core/report";
import { bounded, boundedList } from "./bounded-lines.js";
import type { Seen, SeenEra } from "./survey.js";

/** What stands under `Notes:`: eras, problems of identifiers and of the map, unadvertised use, differences of eras. */
export function noteLines({ eras, unadvertised, remarks }: Seen): string[] {
  const notes = [
    `era: ${eraText(eras)}`,
    ...eras.filter(({ discovered }) => !discovered).map(undiscovered),
    ...new Set(eras.flatMap(problemsOf)),
    ...eras.filter(({ era, extensions }) => era === "legacy" && extensions.present).map(unofficial),
    ...eras.flatMap(unreadInterfaces),
    ...unadvertised.map(({ label, id, trace }) => `in use, not advertised: ${label} (${id}): ${trace}`),
    ...differences(eras),
    ...new Set([...eras.flatMap((era) => era.notes), ...remarks]),
  ];
  return boundedList(notes, (note) => [bounded(note, 500)]);
}

/** `modern (2026-07-28)`, `legacy (2025-11-25)`, `modern + legacy (2026-07-28, 2025-11-25)`. */
export function eraText(eras: readonly SeenEra[]): string {
  const names = new Set(eras.map(({ era }) => era));
  return `${[...names].join(" + ")} (${eras.map(({ protocolVersion }) => protocolVersion).join(", ")})`;
}

function undiscovered({ protocolVersion }: SeenEra): string {
  return `${protocolVersion}: server/discover gave no result, so the capabilities are unknown`;
}

function unofficial({ protocolVersion }: SeenEra): string {
  return `extensions in the answer to initialize are no part of ${protocolVersion}; clients may not look there`;
}

function unreadInterfaces({ throughResources = [], protocolVersion }: SeenEra): string[] {
  return throughResources.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${id} is offered through resources on ${protocolVersion}: ${problem}`],
  );
}

function problemsOf({ extensions: { mapProblem, extensions, aside, omitted } }: SeenEra): string[] {
  return [
    ...(omitted === undefined ? [] : [`${omitted} more keys of extensions are not read: there are too many`]),
    ...(mapProblem === undefined ? [] : [`capabilities.${mapProblem}`]),
    ...extensions.flatMap(problemsOfExtension),
    ...aside.map((flat) => `${excerpt(flat.id, 120)} under extensions is not listed: ${reasonsOf(flat)}`),
  ];
}

function problemsOfExtension(extension: AdvertisedExtension): string[] {
  const { id, reasons, settingsOk, settings } = extension;
  return [
    ...(reasons.length > 0 ? [`${id}: ${reasonsOf(extension)}`] : []),
    ...(settingsOk ? [] : [`${id}: its settings are ${excerpt(settings, 60)}, not an object`]),
  ];
}

function reasonsOf({ id, reasons, didYouMean }: AdvertisedExtension): string {
  const canonical = canonicalExtensionId(id);
  const meant = didYouMean === undefined && canonical !== id ? ` Did you mean ${canonical}?` : "";
  return reasons.join(" ") + meant;
}

/** What the eras advertise otherwise than the preferred one. */
function differences([first, ...others]: readonly SeenEra[]): string[] {
  if (first === undefined) return [];
  return others.flatMap((other) => [
    ...difference("capabilities", first, other, capabilityNames),
    ...difference("extensions", first, other, extensionIds),
  ]);
}

function difference(what: string, first: SeenEra, other: SeenEra, list: (era: SeenEra) => string[]): string[] {
  const [here, there] = [list(first), list(other)];
  const only = ({ protocolVersion }: SeenEra, names: string[]) =>
    names.length === 0 ? [] : [`${what} on ${protocolVersion} only: ${names.join(", ")}`];
  return [
    ...only(
      first,
      here.filter((name) => !there.includes(name)),
    ),
    ...only(
      other,
      there.filter((name) => !here.includes(name)),
    ),
  ];
}

/** What is offered through resources is there as well. */
function extensionIds({ extensions, throughResources = [] }: SeenEra): string[] {
  return [...extensions.extensions, ...throughResources].map(({ id }) => id);
}

function capabilityNames({ capabilities }: SeenEra): string[] {
  return Object.keys(capabilities).filter((name) => name !== "extensions");
}
