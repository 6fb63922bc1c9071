import { McptestError } from "@mcptest/core/errors";
import { advertisedKey } from "@mcptest/core/extensions";
import type { LoadedPack } from "@mcptest/core/loader";
import { type EraFacts, type Session, surveyEras } from "@mcptest/core/negotiation";
import { shownStderr } from "@mcptest/core/report";
import { type Sighting, sightings } from "@mcptest/core/runner";
import { createTranscript, displayTarget, type Target } from "@mcptest/core/wire";
import type { Seen, UnadvertisedUse } from "./survey.js";
import { listedUses } from "./uses.js";
import type { WireSettings } from "./wire-options.js";

/** How a server is looked at. */
export interface LookOptions {
  settings: WireSettings;
  secrets: Iterable<string>;
  /** Packs that look for their pre-extension wire and for unadvertised use. */
  packs: readonly LoadedPack[];
  /** Also reads tools, resources, templates and prompts. */
  inventory: boolean;
  onlyAdvertised: boolean;
  /** Also tells why an era is not there. */
  verbose: boolean;
  signal: AbortSignal;
}

/** Looks at a server in every era that is asked for. Throws the error of the table that says why it cannot be read. */
export async function lookAtServer(target: Target, options: LookOptions): Promise<Seen> {
  const { settings, secrets, packs, inventory, onlyAdvertised, verbose, signal } = options;
  const transcript = createTranscript({ secrets });
  const seenBy = new Map<string, Sighting[]>();
  // What a pack without an id of its own finds is the use of no extension.
  const looking = packs.filter(({ pack }) => pack.extension !== "*");
  const visit = async (session: Session) => {
    const limitMs = settings.limits.requestTimeoutMs;
    seenBy.set(session.lane, await sightings(session, looking, { transcript, signal, limitMs, onlyAdvertised }));
  };
  try {
    const survey = await surveyEras(
      target,
      { limits: settings.limits, transcript },
      {
        ...settings.negotiation,
        era: settings.era === "all" ? "auto" : settings.era,
        ...(settings.protocolVersion === undefined ? {} : { protocolVersion: settings.protocolVersion }),
        inventory: inventory || !onlyAdvertised,
        visit,
      },
    );
    if (!survey.ok) {
      const { code, message, fix } = survey.problem;
      throw new McptestError(code, withStderr(message, survey.stderrTail), fix === undefined ? {} : { fix });
    }
    const missing = verbose ? survey.missing.map(({ era, problem }) => `no ${era} era: ${problem.message}`) : [];
    return transcript.redact({
      name: target.name,
      target: displayTarget(target),
      eras: survey.eras.map(({ inventory: listed, ...facts }) => ({
        ...facts,
        ...(inventory && listed ? { inventory: listed } : {}),
        preExtension: labelsOf(seenBy.get(facts.lane)),
      })),
      unadvertised: onlyAdvertised ? [] : unadvertisedOf(survey.eras, seenBy),
      remarks: [...missing, ...[...seenBy.values()].flat().flatMap(({ warnings }) => warnings)],
    });
  } finally {
    transcript.dispose();
  }
}

function labelsOf(seen: readonly Sighting[] = []): string[] {
  return seen.flatMap(({ preExtension }) => preExtension ?? []);
}

/** Use that is seen in one era and advertised in none: by packs, and in what is listed. */
function unadvertisedOf(eras: readonly EraFacts[], seenBy: ReadonlyMap<string, Sighting[]>): UnadvertisedUse[] {
  const found = new Map<string, UnadvertisedUse>();
  for (const era of eras) {
    for (const { extension, label, use } of seenBy.get(era.lane) ?? []) {
      if (use && !found.has(extension)) found.set(extension, { id: extension, label, trace: use.trace });
    }
    for (const use of listedUses(era.inventory)) {
      const isAdvertised = eras.some(({ capabilities }) => advertisedKey(capabilities, use.id) !== undefined);
      if (!isAdvertised && !found.has(use.id)) found.set(use.id, use);
    }
  }
  return [...found.values()];
}

function withStderr(message: string, stderrTail: readonly string[]): string {
  const tail = shownStderr(stderrTail);
  if (tail.length === 0) return message;
  return [message, "last lines of the server's stderr:", ...tail.map((line) => `  ${line}`)].join("\n");
}
