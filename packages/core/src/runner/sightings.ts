import type { DetectedUse } from "@mcptest/pack";
import { canonicalExtensionId, parseExtensionId } from "../extensions/index.js";
import { createArtifactStore, createStopper } from "../host/index.js";
import type { LoadedPack } from "../loader/types.js";
import type { Session } from "../negotiation/types.js";
import type { Transcript } from "../wire/types.js";
import { lookAt } from "./candidate.js";
import { createLane } from "./lane-state.js";

/** What a pack recognises on a connection, without any check of its run. */
export interface Sighting {
  pack: string;
  /** Canonical extension id, or `*`. */
  extension: string;
  /** Label of the id for people. */
  label: string;
  /** The pack's own pre-extension wire is there: its label, such as `Tasks (2025-11-25)`. */
  preExtension?: string;
  /** The extension is used without being advertised. */
  use?: DetectedUse;
  /** Trouble of the pack while it looked. */
  warnings: string[];
}

/** How packs look. */
export interface SightingOptions {
  transcript: Transcript;
  signal?: AbortSignal;
  /** Milliseconds for one look. */
  limitMs: number;
  /** True lets no pack search for use without advertisement. */
  onlyAdvertised: boolean;
}

/**
 * Lets each pack look at an open session: for its pre-extension wire and, with safe reads only, for use that is not
 * advertised. The session stays open. Never rejects.
 */
export async function sightings(
  session: Session,
  packs: readonly LoadedPack[],
  options: SightingOptions,
): Promise<Sighting[]> {
  const { transcript, limitMs, onlyAdvertised } = options;
  const lane = createLane(session, transcript);
  const stopper = createStopper(options.signal);
  const surroundings = {
    transcript,
    artifacts: createArtifactStore(transcript.redact),
    signal: stopper.signal,
    noise: () => {},
    limitMs,
    clone: false,
    onlyAdvertised,
    strict: false,
    optionNaming: { style: "options" } as const,
  };
  const found = await Promise.all(
    packs.map(async (loaded): Promise<Sighting> => {
      const { environment, offer, detected, warnings } = await lookAt(loaded, lane, surroundings, { asked: false });
      await environment.doors.close();
      const extension = canonicalExtensionId(loaded.pack.extension);
      return {
        pack: loaded.pack.name,
        extension,
        label: parseExtensionId(extension).label,
        ...(offer.offered && offer.label !== undefined ? { preExtension: offer.label } : {}),
        ...(detected ? { use: detected } : {}),
        warnings,
      };
    }),
  );
  stopper.dispose();
  return found;
}
