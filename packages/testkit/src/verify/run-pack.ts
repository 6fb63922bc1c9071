import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { throwAll } from "@mcptest/core/errors";
import { type LoadedPack, loadPacks, type PackRequest } from "@mcptest/core/loader";
import type { PackResult, Report } from "@mcptest/core/report";
import { DEFAULT_TIMES, readTranscript, run } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { BrandedPack, Era, Exchange } from "@mcptest/pack";
import { packageVersion } from "../server/package-info.js";

/** How a pack is run. */
export interface RunSettings {
  /** Profile. Default: the pack's own. */
  profile?: string;
  /** Default `auto`: the newest era that the server speaks. */
  era?: Era | "auto" | "all";
  /** Runs also where the extension is absent, as `mcptest conformance PACK` does. Default false, as in a suite. */
  asked?: boolean;
  /** Milliseconds for one check. Default 120 000. */
  checkTimeoutMs?: number;
}

/** What a pack said about one server. */
export interface PackRun {
  report: Report;
  /** The entry of the pack on each lane; empty when the server could not be tested. */
  packs: PackResult[];
}

/** A pack as a request to the loader. A text is a path or a package name, and counts from the working directory. */
export function requestFor(pack: string | BrandedPack | PackRequest, namedIn: string): PackRequest {
  if (typeof pack === "string") return { name: pack, specifier: pack, from: process.cwd(), namedIn };
  if (!("~mcptest" in pack)) return pack;
  return { name: pack.name, specifier: pack.name, object: pack, from: process.cwd(), namedIn };
}

/** Loads one pack with options. Throws a `McptestError` for what is wrong with it. */
export async function loadPack(
  request: PackRequest,
  options: unknown,
  loading: { isolate?: boolean; bundledFrom?: string } = {},
): Promise<LoadedPack> {
  const withOptions = options === undefined ? request : { ...request, options };
  const { packs, errors } = await loadPacks([withOptions], { bundledFrom: import.meta.url, ...loading });
  throwAll(errors);
  return packs[0] as LoadedPack;
}

/** Runs a loaded pack on one server. */
export async function runPack(
  loaded: LoadedPack,
  target: Target,
  settings: RunSettings & { saveTranscript?: string } = {},
): Promise<PackRun> {
  const { profile, era = "auto", asked = false, checkTimeoutMs, saveTranscript } = settings;
  const version = packageVersion();
  const report = await run({
    tool: { version },
    servers: [target],
    packs: [{ loaded, always: asked, ...(profile === undefined ? {} : { profile }) }],
    require: [],
    era,
    limits: { ...DEFAULT_LIMITS, shutdownGraceMs: 500 },
    ...DEFAULT_TIMES,
    ...(checkTimeoutMs === undefined ? {} : { checkTimeoutMs }),
    negotiation: { ...DEFAULT_TIMES.negotiation, clientInfo: { name: "mcptest", version } },
    ...(saveTranscript === undefined ? {} : { saveTranscript }),
  });
  return { report, packs: report.servers.flatMap(({ packs }) => packs) };
}

/** As {@link runPack}, with everything that was sent and received. */
export async function runRecorded(
  loaded: LoadedPack,
  target: Target,
  settings: RunSettings = {},
): Promise<PackRun & { exchanges: Exchange[] }> {
  const folder = await mkdtemp(join(tmpdir(), "mcptest-verify-"));
  try {
    const saveTranscript = join(folder, "transcript.jsonl");
    const result = await runPack(loaded, target, { ...settings, saveTranscript });
    return { ...result, exchanges: await exchangesIn(saveTranscript) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The exchanges of a file that `--save-transcript` wrote, in the order of sending. Throws `TRANSCRIPT_UNREADABLE`. */
export async function exchangesIn(file: string): Promise<Exchange[]> {
  const { transcript } = await readTranscript(file);
  const exchanges = [...transcript.all()];
  transcript.dispose();
  return exchanges;
}
