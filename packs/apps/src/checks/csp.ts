import { type Check, excerpt, type Verdict } from "@mcptest/pack";
import { wireCheck } from "../define.js";
import { type Page, pageOf } from "../html.js";
import { type CspEntry, cspEntries } from "../meta.js";
import { covers, injectionIn, originProblem, widthOf } from "../origins.js";
import { type Reads, type ReadView, reads as readsFixture } from "../reads.js";
import { few, tell } from "../tell.js";
import { judgePages } from "./judge-views.js";
import { type Place, placed, placesOf } from "./metadata.js";

const NO_CSP = "no view declares csp";

/** What one entry gives: `wrong` fails, `mild` warns, `note` is noted. */
interface OfEntry {
  wrong?: string;
  mild?: string;
  note?: string;
}

interface Words {
  id: string;
  rule: string;
  fix: string;
}

/** Judges each entry of `csp` in both places; one finding for each place. */
function judgeEntries(verdict: Verdict, { views }: Reads, words: Words, ofEntry: (entry: CspEntry) => OfEntry): void {
  const places = placesOf(views)
    .map((place) => ({ place, entries: cspEntries(place.ui) }))
    .filter(({ entries }) => entries.length > 0);
  if (places.length === 0) verdict.notApplicable(NO_CSP);
  for (const { place, entries } of places) {
    const judged = entries.map((entry) => ({ entry, ...ofEntry(entry) }));
    const said = (kind: keyof OfEntry) =>
      judged.flatMap(({ entry, [kind]: problem }) => (problem === undefined ? [] : [`${shown(entry)} ${problem}`]));
    report(verdict, place, words, { wrong: said("wrong"), mild: said("mild"), notes: said("note") });
  }
}

function shown({ list, value }: CspEntry): string {
  return `${list}: ${excerpt(value, 100)}`;
}

function report(
  verdict: Verdict,
  place: Place,
  words: Words,
  { wrong, mild, notes }: { wrong: string[]; mild: string[]; notes: string[] },
): void {
  const about = { subject: place.uri, variant: place.variant };
  const evidence = [place.exchange];
  const text = (came: string[]) => tell({ ...words, sent: placed(place), came: few(came) });
  if (notes.length > 0) verdict.note(`${placed(place)}: ${few(notes)}`, evidence, about);
  if (mild.length > 0) verdict.warn(text(mild), evidence, about);
  if (wrong.length > 0) verdict.fail(text(wrong), evidence, about);
  else verdict.pass(about, evidence);
}

const syntax = wireCheck({
  id: "apps-csp-origin-syntax",
  category: "resources",
  title: "Entries of csp are origins",
  description:
    "Each entry is a scheme (http, https; ws and wss in connectDomains), a host, with *. before it or not, and a port or none. A single slash at the end is noted.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const words = {
      id: "apps-csp-origin-syntax",
      rule: "an entry of csp is an origin: scheme, host and port",
      fix: "write https://cdn.example.com, without a path",
    };
    judgeEntries(verdict, reads, words, (entry) => {
      if (injectionIn(entry.value) !== undefined) return {};
      const found = originProblem(entry);
      if (found === undefined) return {};
      return "problem" in found ? { wrong: found.problem } : { note: found.note };
    });
  },
});

const injection = wireCheck({
  id: "apps-csp-no-injection",
  category: "resources",
  title: "No entry of csp changes the policy of the host",
  description: "No entry of csp has a space, a semicolon, a comma or a quote, and none is data: or blob:.",
  level: "must",
  tags: ["security"],
  phase: "probe",
  source: "mcptest",
  section: "Security",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const words = {
      id: "apps-csp-no-injection",
      rule: "hosts write entries into a Content-Security-Policy header; what ends a source or a directive there opens it",
      fix: "list origins alone; a view that needs eval or blob: has to be built without",
    };
    judgeEntries(verdict, reads, words, ({ value }) => ({ wrong: injectionIn(value) }));
  },
});

const tooWide = wireCheck({
  id: "apps-csp-too-wide",
  category: "resources",
  title: "csp opens a view to named hosts alone",
  description:
    "No entry is open to every host or to a public suffix, and none uses http or ws to another host than the loopback one. A loopback host, which some hosts refuse, warns.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "Security",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const words = {
      id: "apps-csp-too-wide",
      rule: "csp names the hosts that the view talks to, over an encrypted connection",
      fix: "name the hosts one by one, with https or wss",
    };
    judgeEntries(verdict, reads, words, ({ value }) => {
      if (injectionIn(value) !== undefined || value === "*") return {};
      const width = widthOf(value);
      if (width === undefined) return {};
      return "local" in width ? { mild: "is a loopback host, which some hosts refuse" } : { wrong: width.problem };
    });
  },
});

const staticRefs = wireCheck({
  id: "apps-csp-covers-static-refs",
  category: "resources",
  title: "csp covers what the HTML refers to",
  description:
    "Each absolute URL in src, srcset, href of style sheets and preloads, url() and @import has its origin in resourceDomains; each literal fetch or socket in connectDomains; frames in frameDomains; base in baseUriDomains.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    return judgePages(verdict, "apps-csp-covers-static-refs", reads, async (view) => {
      const missing = uncovered(view, await pageOf(view));
      if (missing.length === 0) return undefined;
      return {
        came: few(missing),
        rule: "a host lets a view load nothing but what csp names",
        fix: "add those origins to csp, or put what they give into the HTML",
      };
    });
  },
});

/** References of a page whose origin no entry covers; each origin and list once. */
function uncovered({ meta }: ReadView, { references, base }: Page): string[] {
  const entries = cspEntries(meta);
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const { url, list, where } of references) {
    const absolute = absoluteUrl(url, base);
    const key = `${list} ${absolute?.protocol}//${absolute?.host}`;
    if (!absolute || seen.has(key)) continue;
    seen.add(key);
    const isCovered = entries.some((entry) => entry.list === list && covers(entry.value, absolute));
    if (!isCovered) found.add(`${absolute.protocol}//${absolute.host} (${where}) is not in ${list}`);
  }
  return [...found];
}

/** What a reference names on another origin. */
function absoluteUrl(url: string, base: string | undefined): URL | undefined {
  const full = url.startsWith("//") ? `https:${url}` : url;
  const resolved = URL.canParse(full)
    ? new URL(full)
    : base && URL.canParse(full, base)
      ? new URL(full, base)
      : undefined;
  return resolved && /^(https?|wss?):$/.test(resolved.protocol) ? resolved : undefined;
}

const unused = wireCheck({
  id: "apps-csp-unused",
  category: "resources",
  title: "Origins that a view does not name are named",
  description: "Notes entries of csp whose host stands nowhere in the HTML.",
  level: "info",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const views = reads.views.filter(({ html, meta }) => html !== undefined && cspEntries(meta).length > 0);
    if (views.length === 0) return verdict.notApplicable(NO_CSP);
    for (const { uri, html = "", meta, exchange } of views) {
      const idle = cspEntries(meta).filter(({ value }) => !html.includes(hostIn(value)));
      if (idle.length === 0) continue;
      const text = `csp of ${excerpt(uri, 120)} names hosts that stand nowhere in its HTML: ${few(idle.map(shown))}`;
      verdict.note(text, [exchange.number], { subject: uri });
    }
  },
});

/** Host of an origin, without a wildcard. */
function hostIn(value: string): string {
  return (value.split("://").at(-1) ?? "").replace(/^\*\.?/, "").split(/[/:]/, 1)[0] ?? "";
}

export const cspChecks: Check[] = [syntax, injection, staticRefs, unused, tooWide];
