import { type Check, excerpt, isObject, type JsonObject } from "@mcptest/pack";
import { type CspEntry, cspEntries } from "../../meta.js";
import { covers } from "../../origins.js";
import type { Violation, VisitRecord } from "../../view/record.js";
import { type Attempt, attemptsOf, isLoopback, ofViolation } from "./attempts.js";
import { awaitedRequests } from "./network.js";
import { type Said, viewRule } from "./rule.js";

const SECTION = "Security";
const OWN_ORIGIN = "an address of its own origin";

/** Blocked code that is made of text. */
const isEval = ({ blocked }: Violation) => blocked === "eval" || blocked === "wasm-eval";

/**
 * Violations but for the harmless probe: libraries for schemas try one `new Function("")` as they start, and do without where
 * it is blocked. It is allowed once, while the view starts, and only where nothing was said of it.
 */
export function violationsOf({ violations, errors }: VisitRecord): Violation[] {
  const isStart = ({ stage }: Pick<Violation, "stage">) => stage === "load" || stage === "initialize";
  const isSaid = errors.some((error) => isStart(error) && isPolicyError(error.message));
  const probe = isSaid ? undefined : violations.find((each) => isEval(each) && isStart(each));
  return violations.filter((each) => each !== probe);
}

/** Whether an error is what the browser throws where the policy blocks code. */
export function isPolicyError(message: string): boolean {
  return /Content Security Policy|unsafe-eval|EvalError/.test(message);
}

const clean = viewRule({
  id: "apps-view-csp-clean",
  title: "A view keeps to the content policy",
  description:
    "Under the policy of the specification nothing of a view is blocked, from its load to its end. One blocked eval as it starts, which is the probe of a library and of which nothing is said on the console, is allowed.",
  level: "interop",
  source: "ext-apps",
  section: SECTION,
  rule: "a view does without eval, blob: and workers, and without every origin that it has not declared",
  fix: "build the view without eval, new Function, blob: and WebAssembly, and declare its origins in _meta.ui.csp",
  judge({ profile, main, view: { meta } }) {
    if (profile !== "strict") return { unjudged: "its policy is looser than the specification" };
    const entries = cspEntries(meta);
    // What it reaches for without having declared it, or over http, other checks tell.
    const all = violationsOf(main).filter(
      (each) => !ofViolation(each).some((one) => isPlain(one) || !isDeclared(entries, one)),
    );
    return [...readingNote(meta, all), ...distinct(all).map((each): Said => ({ came: blockedBy(each) }))];
  },
});

/**
 * For a view that declares no `csp` the specification has two policies: a short list, and what its construction gives where
 * every list is empty. They differ in what a view may load from its own origin; the stricter is in force here.
 */
function readingNote(meta: JsonObject, violations: readonly Violation[]): Said[] {
  const hangsOnIt = violations.some(
    ({ directive, blocked }) => /^(connect|font)-src$/.test(directive) && placeOf(blocked) === OWN_ORIGIN,
  );
  if (isObject(meta.csp) || !hangsOnIt) return [];
  const came =
    "it declares no csp, for which the specification has two policies: this is blocked under the stricter alone, and csp: {} asks for the other";
  return [{ as: "note", came }];
}

const referenceOnly = viewRule({
  id: "apps-view-csp-reference-only",
  title: "A view works in strict hosts as in lenient ones",
  description:
    "What the policy of the specification blocks and that of the public reference host does not: such a view works in lenient hosts only.",
  level: "info",
  source: "mcptest",
  section: SECTION,
  rule: "a view that works only where the policy is looser breaks in hosts that keep to the specification",
  fix: "test the view under the policy of the specification",
  judge({ profile, main, others }) {
    const lenient = others.find((each) => each.profile === "reference" && each.scenario === "main");
    if (profile !== "strict" || lenient === undefined) return { unjudged: "it is compared under the strict policy" };
    const kept = new Set(lenient.violations.map(keyOf));
    const gone = distinct(violationsOf(main)).filter((each) => !kept.has(keyOf(each)));
    return gone.map((each) => ({ came: `${blockedBy(each)}, and is not under the policy of the reference host` }));
  },
});

/** Each kind of violation once. */
function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((each) => [keyOf(each), each])).values()];
}

function keyOf({ directive, blocked }: Violation): string {
  return `${directive.replace(/-(elem|attr)$/, "")} ${placeOf(blocked)}`;
}

function blockedBy({ directive, blocked, stage }: Violation): string {
  return `${directive} blocked ${excerpt(placeOf(blocked), 120)} (${stage})`;
}

/** An address without what differs from run to run. */
function placeOf(blocked: string): string {
  if (!URL.canParse(blocked)) return blocked;
  const { hostname, origin, protocol } = new URL(blocked);
  if (isLoopback(hostname)) return OWN_ORIGIN;
  return hostname === "" ? protocol : origin;
}

const undeclared = viewRule({
  id: "apps-view-undeclared-origin",
  title: "A view declares each origin that it uses",
  description:
    "Each origin that a view tries to reach, also where it is blocked, is covered by an entry of csp for what it is used for: connectDomains, resourceDomains, frameDomains or baseUriDomains.",
  level: "should",
  source: "mcptest",
  section: "UI Resource Format",
  rule: "a host opens only the origins that _meta.ui.csp names, each for what its list is for",
  fix: "name the origin in the list of csp for this use, or put what it gives into the HTML",
  judge({ view: { meta }, main }) {
    const entries = cspEntries(meta);
    const missing = attemptsOf(main).filter((attempt) => !isDeclared(entries, attempt));
    return missing.map(({ url, how, list }) => ({
      came: `${how} of ${excerpt(url.origin, 120)}, which ${list} does not name`,
    }));
  },
});

/** An attempt over a connection without TLS, to another machine. */
function isPlain({ url }: Attempt): boolean {
  return /^(http|ws):$/.test(url.protocol) && !isLoopback(url.hostname);
}

/** Covered by an entry of the list. An entry with https covers http here: which of them is used is another question. */
function isDeclared(entries: readonly CspEntry[], { url, list }: Attempt): boolean {
  const secure = new URL(url.href.replace(/^http:/i, "https:").replace(/^ws:/i, "wss:"));
  return entries.some((entry) => entry.list === list && [url, secure].some((each) => covers(entry.value, each)));
}

const onlyHttps = viewRule({
  id: "apps-view-declared-only-https",
  title: "A view talks to other hosts over https alone",
  description: "No attempt of a view goes to another host than the loopback one over http or ws.",
  level: "should",
  source: "mcptest",
  section: SECTION,
  rule: "what a view loads comes over a connection that nobody on the way can change",
  fix: "use https or wss, in the code and in csp",
  judge({ main }) {
    return attemptsOf(main)
      .filter(isPlain)
      .map(({ url, how }) => ({ came: `${how} of ${excerpt(url.origin, 120)}` }));
  },
});

const noNetwork = viewRule({
  id: "apps-view-no-network",
  title: "A view starts without a network",
  description:
    "With every request outside blocked, a view still ends the handshake, and shows something. Only views that ask for scripts, styles or data outside are judged.",
  level: "should",
  source: "mcptest",
  section: "Lifecycle",
  rule: "a view connects to its host first, and says so where something that it loads does not come",
  fix: "begin the handshake ahead of loading libraries, or put them into the HTML",
  judge({ main }) {
    const [first] = awaitedRequests(main);
    if (first === undefined) return [];
    const wanted = `${first.kind} of ${excerpt(first.url, 120)} was blocked`;
    if (main.readyMs === undefined && first.stage === "load") return [{ came: `${wanted}, and no handshake came` }];
    const look = main.looks.result;
    const isBlank = look !== undefined && look.text.trim() === "" && look.graphics === 0;
    return isBlank ? [{ came: `${wanted}, and the view shows nothing` }] : [];
  },
});

/** The checks of what a view may load. */
export const policyChecks: Check[] = [clean, referenceOnly, undeclared, onlyHttps, noNetwork];
