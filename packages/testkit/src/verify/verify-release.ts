import type { LoadedPack, PackRequest } from "@mcptest/core/loader";
import { compareVerdicts, type Report, type VerdictChange } from "@mcptest/core/report";
import { DEFAULT_TIMES, readTranscript, replay } from "@mcptest/core/runner";
import type { BrandedPack } from "@mcptest/pack";
import { packageVersion } from "../server/package-info.js";
import { failWith } from "./assertion.js";
import { manifestChanges } from "./manifest-changes.js";
import { type ReleaseKind, type ReleaseStep, releaseStep } from "./release-kind.js";
import { describeRelease, type ReleaseProblem, type ReleaseProof } from "./release-proof.js";
import {
  type OwnServer,
  ownServers,
  type ReleaseServer,
  type TestkitSettings,
  testkitServers,
} from "./release-servers.js";
import { loadPack, type RunSettings, requestFor, runPack } from "./run-pack.js";
import { optionsForTestkit } from "./tasks-options.js";
import { type Worsened, worsenedBy } from "./worsened.js";

/** How often what looks worse has to show again: on a busy machine some verdicts are a matter of time. */
const CONFIRMATIONS = 2;
/** Servers that are tested at once, unless told otherwise. */
const CONCURRENCY = 4;

/** What {@link verifyRelease} is told. */
export interface VerifyRelease extends RunSettings {
  /** The released pack: itself, its path or its name. */
  before: BrandedPack | string | PackRequest;
  /** The pack to be released. */
  after: BrandedPack | string | PackRequest;
  /** Judges `after` as the next release of that kind, whatever its version says. */
  as?: ReleaseKind;
  /** Options of both. Default: those of {@link optionsForTestkit}. */
  options?: unknown;
  /** Servers of your own. */
  servers?: readonly OwnServer[];
  /** Files that `--save-transcript` wrote. */
  transcripts?: readonly string[];
  /** What the testkit's servers are made with; `false` leaves them out. They are there for the Tasks extension and `*`. */
  testkit?: TestkitSettings | false;
  /** Which servers and transcripts are used, by name: `fault ttl-missing`, `variant null-ttl`. Default: all. */
  only?(name: string): boolean;
  /** Servers that are tested at once. Default 4. */
  concurrency?: number;
  /** Runs packs that have a path or a name in a process of their own, as `mcptest run` does. Default false. */
  isolate?: boolean;
  /** File or folder from which the packs that come with mcptest resolve. */
  bundledFrom?: string;
  /** Called after each server and transcript. */
  onProgress?(progress: { done: number; total: number; name: string }): void;
}

/** Something on which both versions can be judged, more than once. */
interface Ground {
  name: string;
  judge(loaded: LoadedPack): Promise<Report>;
}

/**
 * Runs two versions of a pack on the same servers and over the same transcripts and tells what differs, and what of that
 * their versions do not allow: a patch only makes wrong failures disappear, a minor release may add advisory checks, a major
 * one may do all. What looks worse is judged twice more by both, and counts when it shows each time. Rejects with a
 * `McptestError` for a pack that cannot be loaded, with a `RangeError` when `after` is not newer.
 */
export async function verifyRelease(asked: VerifyRelease): Promise<ReleaseProof> {
  const { isolate, bundledFrom } = asked;
  const loading = { ...(isolate ? { isolate } : {}), ...(bundledFrom === undefined ? {} : { bundledFrom }) };
  const open: LoadedPack[] = [];
  const load = async (pack: VerifyRelease["before"]) => {
    const request = requestFor(pack, "verifyRelease");
    const given = asked.options ?? request.options;
    const loaded = await loadPack(request, given, loading);
    open.push(loaded);
    const options = given === undefined ? optionsForTestkit(loaded.manifest.name) : undefined;
    if (options === undefined) return loaded;
    open.push(await loadPack(request, options, loading));
    return open.at(-1) as LoadedPack;
  };
  try {
    const before = await load(asked.before);
    const after = await load(asked.after);
    const step = await releaseStep(before.manifest.version, after.manifest.version, asked.as);
    return await compare(before, judgedAs(after, step.version), step, asked);
  } finally {
    for (const { close } of open) close?.();
  }
}

/** As {@link verifyRelease}; rejects with an `AssertionError` that lists every problem when there is one. */
export async function expectRelease(asked: VerifyRelease): Promise<ReleaseProof> {
  const proof = await verifyRelease(asked);
  if (proof.ok) return proof;
  return failWith({ message: describeRelease(proof), actual: proof.problems, expected: [] }, expectRelease);
}

/** Which checks are advisory is told by the version. */
function judgedAs(loaded: LoadedPack, version: string): LoadedPack {
  return { ...loaded, pack: { ...loaded.pack, version }, manifest: { ...loaded.manifest, version } };
}

async function compare(
  before: LoadedPack,
  after: LoadedPack,
  step: ReleaseStep,
  asked: VerifyRelease,
): Promise<ReleaseProof> {
  if (before.manifest.name !== after.manifest.name) {
    throw new TypeError(`${before.manifest.name} and ${after.manifest.name} are two packs, not two versions of one`);
  }
  const grounds = groundsFor(after, asked);
  const results = await compareAll(grounds, before, after, asked);
  const manifest = await manifestChanges(before.manifest, after.manifest, step);
  const found: ReleaseProblem[] = [
    ...manifest.problems,
    ...results.flatMap(({ worse }) => worse.map(withoutKey)),
    ...results.flatMap(({ untested }) => untested),
  ];
  if (!results.some(({ judged }) => judged)) {
    const message = "the old version judged nothing, on no server and in no transcript: name servers of its extension";
    found.push({ kind: "nothing-judged", message });
  }
  const problems = step.promised ? found : [];
  return {
    schemaVersion: 1,
    pack: after.manifest.name,
    before: { version: before.manifest.version, origin: before.origin },
    after: { version: step.version, origin: after.origin },
    release: step.kind,
    promised: step.promised,
    ok: problems.length === 0,
    problems,
    remarks: [
      ...(step.promised ? [] : found.map(({ message }) => message)),
      ...manifest.remarks,
      ...results.flatMap(({ unsteady }) => unsteady.map((name) => `seen, but not each time: ${name}`)),
    ],
    changes: results.flatMap(({ changes }) => changes),
    compared: results.filter(({ judged }) => judged).map(({ name }) => name),
  };
}

function withoutKey({ key: _key, ...problem }: Worsened): ReleaseProblem {
  return problem;
}

function groundsFor({ manifest }: LoadedPack, asked: VerifyRelease): Ground[] {
  const { servers = [], transcripts = [], testkit = {}, only = () => true } = asked;
  const started = [...(testkit === false ? [] : testkitServers(manifest.extension, testkit)), ...ownServers(servers)];
  return [
    ...started.map((server) => ({ name: server.name, judge: (loaded: LoadedPack) => judgeOn(server, loaded, asked) })),
    ...transcripts.map((file) => ({ name: file, judge: (loaded: LoadedPack) => judgeRecord(file, loaded, asked) })),
  ].filter(({ name }) => only(name));
}

async function judgeOn(server: ReleaseServer, loaded: LoadedPack, asked: VerifyRelease): Promise<Report> {
  const { target, close } = await server.open();
  try {
    return (await runPack(loaded, target, asked)).report;
  } finally {
    await close();
  }
}

async function judgeRecord(file: string, loaded: LoadedPack, { profile, checkTimeoutMs }: VerifyRelease) {
  const saved = await readTranscript(file);
  return await replay({
    tool: { version: packageVersion() },
    saved,
    packs: [{ loaded, ...(profile === undefined ? {} : { profile }) }],
    checkTimeoutMs: checkTimeoutMs ?? DEFAULT_TIMES.checkTimeoutMs,
    runTimeoutMs: DEFAULT_TIMES.runTimeoutMs,
  });
}

interface Compared {
  name: string;
  /** Whether the old version decided anything. */
  judged: boolean;
  changes: VerdictChange[];
  worse: Worsened[];
  /** Trouble with the server or with the record. */
  untested: ReleaseProblem[];
  /** What looked worse and did not show again. */
  unsteady: string[];
}

async function compareAll(
  grounds: readonly Ground[],
  before: LoadedPack,
  after: LoadedPack,
  { concurrency = CONCURRENCY, onProgress }: VerifyRelease,
): Promise<Compared[]> {
  const results: Compared[] = [];
  const queue = [...grounds.entries()];
  let done = 0;
  const workers = Array.from({ length: Math.max(1, concurrency) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, ground] = next;
      results[index] = await compareOn(ground, before, after);
      done++;
      onProgress?.({ done, total: grounds.length, name: ground.name });
    }
  });
  await Promise.all(workers);
  return results;
}

async function compareOn({ name, judge }: Ground, before: LoadedPack, after: LoadedPack): Promise<Compared> {
  const look = async () => {
    const one = await judge(before);
    const other = await judge(after);
    const changes = compareVerdicts(one, other);
    return { one, other, changes, worse: worsenedBy(changes, one, other) };
  };
  const { one, other, changes, worse } = await look();
  const result = { name, judged: hasDecided(one), changes, untested: untestedIn(name, [one, other]) };
  if (worse.length === 0) return { ...result, worse, unsteady: [] };
  let steady = worse;
  for (let round = 0; round < CONFIRMATIONS && steady.length > 0; round++) {
    const again = new Set((await look()).worse.map(({ key }) => key));
    steady = steady.filter(({ key }) => again.has(key));
  }
  return {
    ...result,
    worse: steady,
    unsteady: worse.filter((one) => !steady.includes(one)).map(({ message }) => message),
  };
}

function hasDecided({ servers }: Report): boolean {
  return servers.some(({ packs }) => packs.some(({ checks }) => checks.some(({ status }) => status !== "skipped")));
}

function untestedIn(name: string, reports: readonly Report[]): ReleaseProblem[] {
  const problem = reports.flatMap(({ servers }) => servers.flatMap((server) => server.problem ?? []))[0];
  if (problem === undefined) return [];
  return [{ kind: "untested", server: name, message: `${name}: ${problem.message.split("\n", 1)[0]}` }];
}
