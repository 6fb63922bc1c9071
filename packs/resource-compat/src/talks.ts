import {
  type Connection,
  defineFixture,
  isUnavailable,
  LEGACY_VERSIONS,
  member,
  type PackContext,
  type Trouble,
  unavailable,
  type Verdict,
} from "@mcptest/pack";
import { type Interface, readInterfaces } from "./interfaces.js";
import { addressesOf, isMapped, type Listing, pagesOf, readListing } from "./listing.js";
import type { CompatOptions } from "./options.js";

/** What one revision shows of the extensions of a server. */
export interface Talk {
  version: string;
  connection: Connection;
  resources: Listing;
  templates: Listing;
  /** Empty where nothing mapped is listed on this revision. */
  interfaces: Interface[];
}

/** The older revisions of a server. */
export interface Talks {
  /** Those on which something mapped is listed, the lane's own first. */
  mapped: Talk[];
  /** Those that the server speaks and where nothing mapped is listed. */
  bare: Talk[];
  /** Those of which it could not be found out. */
  unclear: (Trouble & { version: string; evidence?: number[] })[];
}

type Door = Pick<PackContext<CompatOptions>, "host" | "connection" | "negotiated">;

/**
 * Reads both lists and every manifest on each older revision that the server speaks. On stdio each has a process of its own,
 * so that what a probe breaks is nobody else's.
 */
export const talks = defineFixture<Talks, Record<never, never>, CompatOptions>({
  name: "older revisions",
  async prepare(_values, context) {
    const own = context.negotiated.protocolVersion;
    const versions = [own, ...LEGACY_VERSIONS.filter((version) => version !== own)];
    const all = await Promise.all(versions.map((version) => talkOn(context, version)));
    const spoken = all.flatMap((one) => (one && "connection" in one ? [one] : []));
    const unclear = all.flatMap((one) => (one && !("connection" in one) ? [one] : []));
    const [bare, mapped] = [false, true].map((wanted) =>
      spoken.filter((talk) => talk.interfaces.length > 0 === wanted),
    );
    const [trouble] = unclear;
    if (mapped?.length === 0 && trouble) throw unavailable(trouble.reason, trouble);
    if (mapped?.length === 0) {
      const evidence = spoken
        .slice(0, 1)
        .flatMap(({ resources, templates }) => [...pagesOf(resources), ...pagesOf(templates)]);
      throw unavailable("the server lists no mcp-extensions:// address", { notApplicable: true, evidence });
    }
    return { mapped: mapped ?? [], bare: bare ?? [], unclear };
  },
  async teardown({ mapped, bare }, { host, connection }) {
    const own = [...mapped, ...bare].filter((talk) => talk.connection.id !== connection.id);
    await Promise.all(own.map((talk) => host.close(talk.connection)));
  },
});

/** What a revision shows; nothing where the server does not speak it. */
async function talkOn(context: Door, version: string): Promise<Talk | Talks["unclear"][number] | undefined> {
  const { host } = context;
  try {
    const connection = await connectionOf(context, version);
    const defect = undeclared(connection);
    const resources = await readListing(host, connection, "resources", { defect });
    const templates = await readListing(host, connection, "templates", { defect });
    const trouble = [resources, templates].find(({ end }) => end?.by === "trouble")?.end;
    if (trouble?.trouble) return { version, ...trouble.trouble, evidence: [trouble.exchange.number] };
    const isBare = ![...addressesOf(resources), ...addressesOf(templates)].some(isMapped);
    const interfaces = isBare ? [] : await readInterfaces(host, connection, { resources, templates });
    return { version, connection, resources, templates, interfaces };
  } catch (reason) {
    if (!isUnavailable(reason)) throw reason;
    if (reason.notApplicable) return undefined;
    return { version, reason: `on ${version}: ${reason.message}`, origin: reason.origin ?? "environment" };
  }
}

async function connectionOf({ host, connection, negotiated }: Door, version: string): Promise<Connection> {
  const { protocolVersion, transport } = negotiated;
  if (version === protocolVersion && transport === "http") return connection;
  return await host.open({ fresh: true, protocolVersion: version });
}

/** A server without the capability need not know the lists: asking is a probe, which breaks a rule on purpose. */
export function undeclared({ negotiated }: Connection): string | undefined {
  if (member(negotiated.capabilities, "resources") !== undefined) return undefined;
  return "the lists of resources, which the server does not declare";
}

/** The revisions to judge; those of which nothing could be found out are said not to have been. */
export function judged({ mapped, unclear }: Talks, verdict: Verdict): Talk[] {
  for (const { version, reason, origin, evidence } of unclear) {
    verdict.couldNotRun(reason, { origin, ...(evidence ? { evidence } : {}), about: { variant: version } });
  }
  verdict.detail(
    "revisions",
    mapped.map(({ version }) => version),
  );
  return mapped;
}

/** One interface whose manifest could be read, on one revision. */
export interface Read {
  talk: Talk;
  version: string;
  id: string;
  prefix: string;
  manifest: NonNullable<Interface["manifest"]>;
  /** Number of the exchange that gave the manifest. */
  evidence: number;
}

/** Every interface that can be judged by its manifest. What cannot be read is another check's. */
export function manifests(all: Talks, verdict: Verdict): Read[] {
  return judged(all, verdict).flatMap((talk) =>
    talk.interfaces.flatMap(({ id, prefix, manifest, read }) =>
      manifest ? [{ talk, version: talk.version, id, prefix, manifest, evidence: read.number }] : [],
    ),
  );
}
