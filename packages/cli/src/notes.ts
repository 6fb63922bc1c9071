import { type AdvertisedExtension, canonicalExtensionId } from "@mcptest/core/extensions";
import { excerpt, isObject, type JsonObject } from "@mcptest/pack";
import { bounded, boundedList } from "./bounded-lines.js";
import type { EraSurvey, Survey } from "./survey.js";

/** What stands under `Notes:`: eras, problems of identifiers and of the map, unadvertised use, differences of eras. */
export function noteLines(survey: Survey): string[] {
  const problems = new Set(survey.eras.flatMap((era) => problemsOf(era)));
  const notes = [
    `era: ${eraText(survey.eras)}`,
    ...survey.eras.flatMap((era) => (era.negotiated.discovered ? [] : [undiscovered(era)])),
    ...problems,
    ...survey.unadvertised.map(({ label, id, trace }) => `in use, not advertised: ${label} (${id}): ${trace}`),
    ...differences(survey.eras),
    ...survey.remarks,
  ];
  return boundedList(notes, (note) => [bounded(note, 500)]);
}

/** `modern (2026-07-28)`, `legacy (2025-11-25)`, `modern + legacy (2026-07-28, 2025-11-25)`. */
export function eraText(eras: readonly EraSurvey[]): string {
  const names = eras.map(({ negotiated }) => negotiated.era);
  const versions = eras.map(({ negotiated }) => negotiated.protocolVersion);
  return `${[...new Set(names)].join(" + ")} (${versions.join(", ")})`;
}

function undiscovered({ negotiated }: EraSurvey): string {
  return `${negotiated.protocolVersion}: server/discover gave no result, so the capabilities are unknown`;
}

function problemsOf({ advertised }: EraSurvey): string[] {
  const { mapProblem, extensions, aside } = advertised;
  return [
    ...(mapProblem === undefined ? [] : [`capabilities.${mapProblem}`]),
    ...extensions.flatMap(problemsOfExtension),
    ...aside.map((flat) => `${excerpt(flat.id, 120)} under extensions is not listed: ${reasonsOf(flat)}`),
  ];
}

function problemsOfExtension(extension: AdvertisedExtension): string[] {
  const notes: string[] = [];
  if (extension.reasons.length > 0) notes.push(`${extension.id}: ${reasonsOf(extension)}`);
  if (!extension.settingsOk) {
    notes.push(`${extension.id}: its settings are ${excerpt(extension.settings, 60)}, not an object`);
  }
  return notes;
}

function reasonsOf(extension: AdvertisedExtension): string {
  const text = extension.reasons.join(" ");
  const canonical = canonicalExtensionId(extension.id);
  const meant = extension.didYouMean === undefined && canonical !== extension.id ? ` Did you mean ${canonical}?` : "";
  return text + meant;
}

/** What an era other than the preferred one advertises otherwise. */
function differences(eras: readonly EraSurvey[]): string[] {
  const [first, ...others] = eras;
  if (first === undefined) return [];
  return others.flatMap((other) => {
    const names = (era: EraSurvey) => capabilityNames(era.negotiated.capabilities);
    const ids = (era: EraSurvey) => era.advertised.extensions.map(({ id }) => id);
    return [...difference(first, other, "capabilities", names), ...difference(first, other, "extensions", ids)];
  });
}

function difference(first: EraSurvey, other: EraSurvey, what: string, list: (era: EraSurvey) => string[]): string[] {
  const [here, there] = [list(first), list(other)];
  const only = (version: string, names: string[]) =>
    names.length === 0 ? [] : [`${what} on ${version} only: ${names.join(", ")}`];
  return [
    ...only(
      first.negotiated.protocolVersion,
      here.filter((name) => !there.includes(name)),
    ),
    ...only(
      other.negotiated.protocolVersion,
      there.filter((name) => !here.includes(name)),
    ),
  ];
}

function capabilityNames(capabilities: JsonObject): string[] {
  return isObject(capabilities) ? Object.keys(capabilities).filter((name) => name !== "extensions") : [];
}
