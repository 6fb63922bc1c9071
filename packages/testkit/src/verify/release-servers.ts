import { APPS_ID } from "../apps/ids.js";
import { listFaults } from "../faults/registry.js";
import type { EraOption, ServerKind, ServerOptions } from "../server/options.js";
import { SKILLS_ID } from "../skills/ids.js";
import { TASKS_ID } from "../tasks/id.js";
import { type OpenServer, opened, openTestkit, placeOf, type StartedServer, type StartServer } from "./server.js";

/** A server of your own on which two versions of a pack are compared. */
export interface OwnServer {
  /** Unique, for the report. */
  name: string;
  /** A server that runs, or a function that starts one: it is called for each run, with `fault`. */
  server: StartedServer | StartServer;
  fault?: string;
}

/** One server, started anew for each run. */
export interface ReleaseServer {
  name: string;
  open(): Promise<OpenServer>;
}

/** What the servers of the testkit are made with. */
export type TestkitSettings = Pick<ServerOptions, "jobMs" | "extensions" | "tools">;

/** Servers of an author. */
export function ownServers(servers: readonly OwnServer[]): ReleaseServer[] {
  return servers.map(({ name, server, fault }) => ({
    name,
    open: async () => opened(typeof server === "function" ? await server(fault) : server, name),
  }));
}

/**
 * The testkit's servers for packs of this extension: those of each era that obey, every variant, and every fault. For
 * packs that run on every server the other kinds as well; none for an extension that the testkit's server does not have.
 */
export function testkitServers(extension: string, settings: TestkitSettings = {}): ReleaseServer[] {
  const kinds = kindsFor(extension);
  if (kinds.length === 0) return [];
  const options = { jobMs: 120, ...settings };
  const eras: EraOption[] = ["dual", "modern", "legacy"];
  const obeying = kinds.flatMap((kind) =>
    eras.map((era): ReleaseServer => {
      const name = kind === "jobs" ? `obeying, ${era}` : `obeying, ${kind}, ${era}`;
      return { name, open: () => openTestkit({ ...options, kind, era }, "http", name) };
    }),
  );
  const broken = listFaults()
    .filter(({ kind, on }) => kind !== "hostile" && (on === undefined ? kinds.includes("jobs") : kinds.includes(on)))
    .map(({ name: fault, kind }): ReleaseServer => {
      const { era, transport, options: place } = placeOf(fault);
      const changed = kind === "variant" ? { variants: [fault] } : { faults: [fault] };
      const name = `${kind} ${fault}`;
      return { name, open: () => openTestkit({ ...options, ...place, era, ...changed }, transport, name) };
    });
  return [...obeying, ...broken];
}

function kindsFor(extension: string): ServerKind[] {
  if (extension === "*") return ["jobs", "generic", "mapped", "apps", "skills"];
  if (extension === TASKS_ID) return ["jobs"];
  if (extension === SKILLS_ID) return ["skills"];
  return extension === APPS_ID ? ["apps"] : [];
}
