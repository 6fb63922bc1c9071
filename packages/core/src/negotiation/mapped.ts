import {
  errorOf,
  idOfManifest,
  isObject,
  type Json,
  type JsonObject,
  manifestUri,
  mappedValue,
  member,
  methodUri,
  resultOf,
} from "@mcptest/pack";
import { describeError } from "./describe.js";
import { mayHave } from "./inventory.js";
import { type Listed, listAll, type PagingLimits } from "./paging.js";
import type { Session } from "./types.js";

/** An extension that a server offers through resources: its interface is among the resources that it lists. */
export interface MappedExtension {
  id: string;
  /** The interface as received; absent where it could not be read. */
  manifest?: JsonObject;
  /** Why there is none, one sentence. */
  problem?: string;
  /** There is none because nothing answered. */
  unanswered?: true;
}

/** The extensions that a server offers through resources on a legacy revision (`mcp-extensions://ID/manifest.json`). */
export interface MappedExtensions {
  /** Their ids in the order in which they are listed; none on a modern revision. The list is read once. */
  ids(): Promise<readonly string[]>;
  /** The one with this very id. Its interface is read once. */
  find(id: string): Promise<MappedExtension | undefined>;
  /** Why the list may be incomplete. `undefined` before it was read, and where it is whole. */
  problem(): string | undefined;
  /** What was found so far, without asking. */
  seen(): readonly MappedExtension[];
}

/** How far the list of resources is followed for them. */
const MAPPED_PAGING: Readonly<PagingLimits> = { maxPages: 100, maxItems: 10_000, maxBytes: 16 * 1024 * 1024 };
/** Extensions of one server that are found. */
const MAX_MAPPED = 100;

/** How to look for them. */
export interface MappedSource {
  /** The list of resources, where somebody has read it already. */
  listed?: Listed;
  /** What was found before; nothing is asked then. */
  known?: readonly MappedExtension[];
}

/** Looks for the extensions that are offered through resources, when somebody asks for them. Never rejects. */
export function createMappedExtensions(session: Session, { listed, known }: MappedSource = {}): MappedExtensions {
  /** By id; without an interface while that was not read. */
  const found = new Map<string, MappedExtension>(known?.map((extension) => [extension.id, extension]));
  const reading = new Map<string, Promise<MappedExtension>>();
  let problem: string | undefined;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { negotiated } = session;
    if (known || negotiated.era === "modern" || !mayHave(negotiated, "resources")) return;
    const list = listed ?? (await listAll(session, "resources/list", "resources", MAPPED_PAGING));
    problem = list.problem;
    for (const id of mappedIds(list.items)) found.set(id, { id });
  }

  async function read(id: string): Promise<MappedExtension> {
    const extension = await readManifest(session, id);
    found.set(id, extension);
    return extension;
  }

  async function ids(): Promise<string[]> {
    looking ??= look();
    await looking;
    return [...found.keys()];
  }

  return {
    ids,
    async find(id) {
      if (!(await ids()).includes(id)) return undefined;
      if (known) return found.get(id);
      const own = reading.get(id) ?? read(id);
      reading.set(id, own);
      return await own;
    },
    problem: () => problem,
    seen: () => [...found.values()],
  };
}

/** The extensions that the server of a session offers through resources; the same for every session of one lane id. */
export type MappedOf = (session: Session) => MappedExtensions;

/** One look for each lane id: a pack may have a connection of another revision, or to another target. */
export function mappedByLane(known?: readonly MappedExtension[]): MappedOf {
  const looks = new Map<string, MappedExtensions>();
  return (session) => {
    const look = looks.get(session.lane) ?? createMappedExtensions(session, known ? { known } : {});
    looks.set(session.lane, look);
    return look;
  };
}

/** The ids whose interface is listed. An id has two segments; what stands deeper is a file. */
function mappedIds(resources: readonly Json[]): string[] {
  const ids = new Set<string>();
  for (const resource of resources) {
    const uri = member(resource, "uri");
    const id = typeof uri === "string" ? idOfManifest(uri) : undefined;
    const segments = id?.split("/") ?? [];
    if (id !== undefined && segments.length === 2 && !segments.includes("")) ids.add(id);
    if (ids.size === MAX_MAPPED) break;
  }
  return [...ids];
}

async function readManifest(session: Session, id: string): Promise<MappedExtension> {
  const exchange = await session.request({ method: "resources/read", params: { uri: manifestUri(id) } });
  const manifest = mappedValue(resultOf(exchange));
  if (manifest) return { id, manifest };
  const error = errorOf(exchange);
  const problem = error ? describeError(error, (value) => value) : (exchange.problem ?? "its text is no JSON object");
  const unanswered = exchange.outcome === "answered" ? {} : { unanswered: true as const };
  return { id, problem: `${manifestUri(id)}: ${problem}`, ...unanswered };
}

/**
 * The URI whose reading calls a method: the fixed one exactly where the arguments are `{}` and the interface has it, else
 * the one with `params`.
 * @throws URIError when the arguments hold a lone surrogate.
 */
export function callUri({ id, manifest }: MappedExtension, method: string, params: JsonObject = {}): string {
  const fixed = methodUri(id, method);
  const own = member(manifest, "methodResources");
  const entry = isObject(own) && Object.hasOwn(own, method) ? own[method] : undefined;
  const hasFixed = member(entry, "uri") === fixed;
  return hasFixed && Object.keys(params).length === 0 ? fixed : methodUri(id, method, params);
}

/** All that is offered, each with its interface. Where one gives no answer, the further ones are not read. */
export async function everyMapped(mapped: MappedExtensions): Promise<MappedExtension[]> {
  const found: MappedExtension[] = [];
  for (const id of await mapped.ids()) {
    const isOver = found.some(({ unanswered }) => unanswered);
    const extension = isOver
      ? { id, problem: `${manifestUri(id)}: not read, since nothing answers` }
      : await mapped.find(id);
    if (extension) found.push(extension);
  }
  return found;
}

/** Names of the methods of an interface, as far as they are names. */
export function mappedMethods({ manifest }: MappedExtension): string[] {
  const methods = member(manifest, "methods");
  return Array.isArray(methods) ? methods.filter((name): name is string => typeof name === "string") : [];
}
