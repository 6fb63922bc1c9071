import type { Report } from "@mcptest/core/report";
import { type BrandedPack, checksOf, type Era, type Exchange } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import type { ServerOptions } from "../server/options.js";
import { failWith } from "./assertion.js";
import { type Complaint, complaintLine, complaintsOf, standingOf, whyNothing } from "./complaints.js";
import { loadPack, requestFor, runRecorded } from "./run-pack.js";
import { type OpenServer, opened, openTestkit, placeOf, type StartServer } from "./server.js";
import { optionsForTestkit } from "./tasks-options.js";

/** What {@link expectCaught} is told. */
export interface Caught {
  /** Id of the check that has to find the fault. */
  check: string;
  /**
   * What breaks the server: the name of a fault of the testkit (see `listFaults`), hooks of your own for the testkit's
   * server, or, with a function as `server`, the name that it is called with.
   */
  fault: string | Hooks;
  /**
   * The server: options of the testkit's, such as `{ extensions: [widgets] }`, or a function that starts one of your own,
   * with the fault and, called with `undefined`, without. Default: the testkit's server as it is.
   */
  server?: ServerOptions | StartServer;
  /** Options of the pack. */
  options?: unknown;
  /** Profile. Default: the pack's own. */
  profile?: string;
  /** The era that is spoken. Default: one in which the fault shows, else the newest of the server. */
  era?: Era;
  /** How the check has to say it. Default: either way. */
  verdict?: "failed" | "warning";
  /** Checks that may speak beside it, where a fault cannot break one rule alone. */
  besides?: readonly string[];
  /** Runs also where the extension is absent, as `mcptest conformance PACK` does. Default false, as in a suite. */
  asked?: boolean;
}

/** What was seen while {@link expectCaught} held. */
export interface CaughtRun {
  report: Report;
  /** Everything that was sent to the server with the fault, and what came back. */
  exchanges: Exchange[];
  /** What the check said. */
  complaint: Complaint;
}

/**
 * Runs `pack` on a server with a fault and on the same server without it, and holds that with the fault exactly `check`
 * blames the server, and that without it `check` passes and nobody blames it. Rejects with an `AssertionError` that says
 * which of these is not so, and with a `McptestError` for a pack that cannot be loaded or has no such check.
 */
export async function expectCaught(pack: BrandedPack | string, expected: Caught): Promise<CaughtRun> {
  const { check, options, profile, asked, besides = [] } = expected;
  const request = requestFor(pack, "expectCaught");
  const loaded = await loadPack(request, options ?? optionsOf(pack, expected));
  const { name } = loaded.manifest;
  const known = checksOf(loaded.pack).map(({ id }) => id);
  const missing = [check, ...besides].filter((id) => !known.includes(id));
  if (missing.length > 0) {
    failWith({ message: `${name} has no check ${missing.join(", ")}; it has ${known.join(", ")}` }, expectCaught);
  }
  const title = `${name}, ${check}, ${faultName(expected)}`;
  const era = expected.era ?? eraOf(expected);
  const settings = {
    ...(profile === undefined ? {} : { profile }),
    ...(era === undefined ? {} : { era }),
    ...(asked ? { asked } : {}),
  };
  const judge = async (broken: boolean) => {
    const server = await open(expected, era, broken);
    try {
      return await runRecorded(loaded, server.target, settings);
    } finally {
      await server.close();
    }
  };
  const obeying = await judge(false);
  assertJudged(`${title}: without the fault`, obeying);
  assertSilent(title, check, obeying);
  const broken = await judge(true);
  assertJudged(`${title}: with the fault`, broken);
  const complaint = assertFound(title, expected, broken);
  return { report: broken.report, exchanges: broken.exchanges, complaint };
}

type Run = Awaited<ReturnType<typeof runRecorded>>;

function optionsOf(pack: BrandedPack | string, { server }: Caught): unknown {
  return typeof server === "function" ? undefined : optionsForTestkit(typeof pack === "string" ? pack : pack.name);
}

function faultName({ fault }: Caught): string {
  return typeof fault === "string" ? `fault ${fault}` : "a fault of its own";
}

/** The one era of a fault of the testkit. */
function eraOf({ fault, server }: Caught): Era | undefined {
  if (typeof fault !== "string" || typeof server === "function") return undefined;
  const { era } = placeOf(fault);
  return era === "dual" ? undefined : era;
}

async function open({ fault, server = {} }: Caught, era: Era | undefined, broken: boolean): Promise<OpenServer> {
  if (typeof server === "function") {
    if (typeof fault !== "string") throw new TypeError("expectCaught: a server of your own takes the name of a fault");
    return opened(await server(broken ? fault : undefined), "server");
  }
  const place = typeof fault === "string" ? placeOf(fault) : undefined;
  const options: ServerOptions = { jobMs: 120, ...place?.options, ...(era ? { era } : {}), ...server };
  if (typeof fault !== "string") {
    const hooks = [...(broken ? [fault] : []), ...(options.hooks ?? [])];
    return await openTestkit({ ...options, hooks }, "http", "server");
  }
  const faults = [...(options.faults ?? []), ...(broken ? [fault] : [])];
  return await openTestkit({ ...options, faults }, place?.transport ?? "http", "server");
}

function assertJudged(title: string, run: Run): void {
  const problem = run.report.servers[0]?.problem;
  if (problem) {
    failWith({ message: `${title} the server could not be tested: ${problem.message}` }, expectCaught);
  }
  const why = whyNothing(run);
  if (why !== undefined) failWith({ message: `${title} the pack did not run: ${why}` }, expectCaught);
}

/** Without the fault. */
function assertSilent(title: string, check: string, { packs }: Run): void {
  const complaints = complaintsOf(packs);
  if (complaints.length > 0) {
    failWith(
      {
        message: [
          `${title}: without the fault no check may blame the server, and ${complaints.length} did`,
          ...complaints.map((complaint) => `  ${complaintLine(complaint)}`),
        ].join("\n"),
        actual: complaints.map((complaint) => complaint.check),
        expected: [],
      },
      expectCaught,
    );
  }
  const standing = standingOf(packs, check);
  if (standing === `${check} passed`) return;
  const why = standing ?? notSelected(packs, check);
  failWith(
    {
      message: `${title}: without the fault the check has to pass, or it proves nothing: ${why}`,
      actual: why,
      expected: `${check} passed`,
    },
    expectCaught,
  );
}

/** With the fault. */
function assertFound(title: string, { check, besides = [], verdict }: Caught, { packs }: Run): Complaint {
  const complaints = complaintsOf(packs);
  const own = complaints.find((complaint) => complaint.check === check);
  const others = complaints.filter((complaint) => complaint.check !== check && !besides.includes(complaint.check));
  const actual = complaints.map((complaint) => complaint.check);
  const expected = [check];
  const lines = others.map((complaint) => `  ${complaintLine(complaint)}`);
  if (own === undefined) {
    const head = `${title}: the check did not find it: ${standingOf(packs, check) ?? notSelected(packs, check)}`;
    const found = lines.length > 0 ? ["what was found in its place:", ...lines] : [];
    failWith({ message: [head, ...found].join("\n"), actual, expected }, expectCaught);
  }
  if (others.length > 0) {
    const head = `${title}: the check found it, and so did others; one fault is one finding (or name them in besides)`;
    failWith({ message: [head, ...lines].join("\n"), actual, expected }, expectCaught);
  }
  if (verdict !== undefined && own.verdict !== verdict) {
    const message = `${title}: ${complaintLine(own)}\nexpected: ${verdict}`;
    failWith({ message, actual: own.verdict, expected: verdict }, expectCaught);
  }
  return own;
}

function notSelected(packs: Run["packs"], check: string): string {
  const needs = packs.flatMap((pack) => pack.notSelected).find(({ id }) => id === check)?.needs;
  return needs === undefined
    ? `${check} was not selected: its profile is another`
    : `${check} was not selected: it needs ${needs}`;
}
