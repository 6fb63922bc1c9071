import { type DetectedUse, member, type Pack, type PackContext } from "@mcptest/pack";
import { createPackHost, routesOf, untilStopped } from "../host/index.js";
import { optionNamer } from "../loader/option-name.js";
import type { LoadedPack } from "../loader/types.js";
import type { MappedExtension } from "../negotiation/mapped.js";
import { reportText } from "./bounded.js";
import { factsOf, type LaneFacts } from "./facts.js";
import type { Lane, RunSurroundings } from "./lane-state.js";
import { advertisementOf, nearMissOf, type Offer, offerOf, routeFact } from "./match.js";
import { callPack, type PackEnvironment } from "./pack-call.js";

/** Milliseconds for `preExtensionWire`, which only looks at what was negotiated. */
const LOOK_MS = 5_000;
/** Characters of a label. */
const MAX_LABEL = 100;

/** A pack on a lane, before it is known whether it runs there. */
export interface Candidate {
  environment: PackEnvironment;
  offer: Offer;
  /** What the host knows of the lane for its facts. */
  laneFacts: LaneFacts;
  /** Set when the extension is used without being offered. */
  detected?: DetectedUse;
  /** Trouble of the pack while this was found out. */
  warnings: string[];
}

/** What decides how a pack is looked at. */
export interface CandidateOptions {
  /** The operator asked for this very pack: whether it is offered decides nothing, so use is not searched for. */
  asked: boolean;
}

/**
 * Finds out whether a server offers what a pack tests, or else uses it. Sends only what the `detect` of the pack sends.
 * Never rejects.
 */
export async function lookAt(
  loaded: LoadedPack,
  lane: Lane,
  surroundings: RunSurroundings,
  { asked }: CandidateOptions,
): Promise<Candidate> {
  const environment = environmentOf(loaded, lane, surroundings, asked);
  const { negotiated } = lane.session;
  const { pack } = loaded;
  const warnings: string[] = [];
  const label = await preExtensionLabel(environment, warnings);
  const { isMapped, mapped } = await lookThroughResources(pack, lane, surroundings.signal);
  const offer = offerOf(pack, negotiated, { preExtensionLabel: label, isMapped });
  const laneFacts = { also: surroundings.also !== undefined, route: routeFact(pack, negotiated, offer) };
  environment.context = { ...environment.context, facts: factsOf(negotiated, laneFacts, undefined) };
  if (offer.offered && offer.by === "resources") {
    const serverAdvertisement = sharer(loaded, surroundings)(member(mapped?.manifest, "capabilities"));
    environment.context = { ...environment.context, serverAdvertisement };
  }
  const found = { environment, offer, laneFacts, warnings };
  const { recordedUse } = surroundings;
  if (recordedUse) {
    const use = offer.offered ? undefined : recordedUse(pack.name);
    return { ...found, ...(use ? { detected: use } : {}) };
  }
  const search = pack.detect !== undefined && !asked && mayBeUsed(pack.extension, offer, surroundings);
  const detected = search ? await detectedUse(environment, lane, surroundings.limitMs, warnings) : undefined;
  return { ...found, ...(detected ? { detected } : {}) };
}

/** Whether the id of a pack is offered through resources, and by what interface where the pack works on that route. */
async function lookThroughResources(
  pack: Pack,
  { session, mapped: mappedOf, looksForMapped }: Lane,
  signal: AbortSignal,
): Promise<{ isMapped: boolean; mapped?: MappedExtension }> {
  const { extension } = pack;
  if (extension === "*" || !looksForMapped || signal.aborted) return { isMapped: false };
  const mapped = mappedOf(session);
  const look = async () => {
    if (!(await mapped.ids()).includes(extension)) return { isMapped: false };
    return {
      isMapped: true,
      ...(routesOf(pack).includes("resources") ? { mapped: await mapped.find(extension) } : {}),
    };
  };
  return await untilStopped(signal, look()).catch(() => ({ isMapped: false }));
}

/** Gives a pack a value as it gives it everything else. */
function sharer({ isolation }: LoadedPack, { clone, transcript }: RunSurroundings): <T>(value: T) => T {
  if (clone) return structuredClone;
  return isolation === "process" ? transcript.redact : (value) => value;
}

/** A pack without an id of its own runs where it finds something; others only where nothing is advertised. */
function mayBeUsed(extension: string, offer: Offer, { onlyAdvertised }: RunSurroundings): boolean {
  return extension === "*" || (!offer.offered && !onlyAdvertised);
}

function environmentOf(loaded: LoadedPack, lane: Lane, surroundings: RunSurroundings, asked: boolean): PackEnvironment {
  const { pack } = loaded;
  const { session } = lane;
  const doors = createPackHost(
    {
      ...lane,
      artifacts: surroundings.artifacts,
      secondIdentity: loaded.secondIdentity ?? surroundings.secondIdentity,
      clone: surroundings.clone,
      ...(surroundings.also ? { also: surroundings.also } : {}),
      ...(loaded.isolation === "process" ? { redact: surroundings.transcript.redact } : {}),
    },
    pack,
  );
  const { negotiated } = doors.connection;
  const serverAdvertisement = advertisementOf(session.negotiated, pack.extension)?.settings;
  const nearMiss = nearMissOf(pack.extension, session.negotiated);
  const shared = {
    connection: doors.connection,
    negotiated,
    serverAdvertisement,
    ...(nearMiss === undefined ? {} : { nearMiss }),
  };
  const isolated = loaded.isolation === "process";
  return {
    pack,
    doors,
    context: {
      ...sharer(loaded, surroundings)(shared),
      options: surroundings.clone && !isolated ? cloned(loaded.options) : loaded.options,
      facts: factsOf(negotiated, { also: surroundings.also !== undefined }, undefined),
      asked,
      ...(surroundings.browser && pack.wants?.includes("browser") ? { browser: { ...surroundings.browser } } : {}),
      optionName: optionNamer(pack, surroundings.optionNaming),
    },
    signal: surroundings.signal,
    redact: surroundings.transcript.redact,
    noise: surroundings.noise,
  };
}

/** Options that a schema made may hold what cannot be cloned; such a pack cannot be isolated, but it can run here. */
function cloned(options: unknown): unknown {
  try {
    return structuredClone(options);
  } catch {
    return options;
  }
}

/** A pack in a process of its own is asked with a context, since every call there has one. */
async function preExtensionWireOf(pack: PackEnvironment["pack"], context: PackContext<unknown>) {
  const look = pack.preExtensionWire as ((negotiated: unknown, context: unknown) => unknown) | undefined;
  return (await look?.(context.negotiated, context)) as { label: string } | undefined;
}

async function preExtensionLabel(environment: PackEnvironment, warnings: string[]): Promise<string | undefined> {
  const { pack, redact } = environment;
  if (!pack.preExtensionWire) return undefined;
  const { result } = await callPack(environment, {
    tag: "preExtensionWire",
    what: "preExtensionWire",
    limitMs: LOOK_MS,
    run: async (context) => {
      const label: unknown = (await preExtensionWireOf(pack, context))?.label;
      return label === undefined ? undefined : reportText(label, redact, MAX_LABEL);
    },
  });
  if (result.ok) return result.value;
  warnings.push(result.cause.reason);
  return undefined;
}

async function detectedUse(
  environment: PackEnvironment,
  { transcript: { has } }: Lane,
  limitMs: number,
  warnings: string[],
): Promise<DetectedUse | undefined> {
  const { pack, redact } = environment;
  const { result } = await callPack(environment, {
    tag: "detect",
    what: "detect",
    limitMs,
    run: async (context: PackContext<unknown>) => {
      const use = await pack.detect?.(context.host, context);
      return use && { trace: reportText(use.trace, redact), evidence: [...use.evidence].filter(has).slice(0, 100) };
    },
  });
  if (result.ok) return result.value;
  warnings.push(result.cause.reason);
  return undefined;
}
