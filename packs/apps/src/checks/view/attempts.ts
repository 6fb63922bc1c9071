import type { CspEntry } from "../../meta.js";
import type { OutsideRequest, Violation, VisitRecord } from "../../view/record.js";

/** An attempt to reach an origin outside. */
export interface Attempt {
  url: URL;
  /** What for, as the browser calls it. */
  how: string;
  /** The list of `csp` that it belongs to. */
  list: CspEntry["list"];
}

const BY_DIRECTIVE: readonly [RegExp, CspEntry["list"]][] = [
  [/^connect-src$/, "connectDomains"],
  [/^(frame|child)-src$/, "frameDomains"],
  [/^base-uri$/, "baseUriDomains"],
];
const BY_KIND: ReadonlyMap<string, CspEntry["list"]> = new Map([
  ["document", "frameDomains"],
  ["fetch", "connectDomains"],
  ["xhr", "connectDomains"],
  ["websocket", "connectDomains"],
  ["eventsource", "connectDomains"],
  ["ping", "connectDomains"],
]);

/**
 * Every attempt of a visit, each origin once for each list: those that the browser let out, and those that the content
 * policy kept in, of which no request is made.
 */
export function attemptsOf({ violations, requests, escapes }: VisitRecord): Attempt[] {
  const left = new Set(escapes.map(({ what }) => what));
  const all = [
    ...violations.flatMap(ofViolation),
    // A link that opens is no part of the page.
    ...requests.filter(({ url }) => !left.has(url)).flatMap(ofRequest),
  ];
  return [...new Map(all.map((attempt) => [`${attempt.list} ${attempt.url.origin}`, attempt])).values()];
}

/** The attempt that a violation tells of: none where nothing outside was asked for. */
export function ofViolation({ directive, blocked }: Violation): Attempt[] {
  const url = outside(blocked);
  // What is blocked here by name is of the page itself, where the names of both origins of the harness are.
  if (url === undefined || isLoopback(url.hostname)) return [];
  const [, list = "resourceDomains"] = BY_DIRECTIVE.find(([pattern]) => pattern.test(directive)) ?? [];
  return [{ url, how: directive, list }];
}

function ofRequest({ url, kind }: OutsideRequest): Attempt[] {
  const parsed = outside(url);
  return parsed ? [{ url: parsed, how: kind, list: BY_KIND.get(kind) ?? "resourceDomains" }] : [];
}

function outside(text: string): URL | undefined {
  return /^(https?|wss?):\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** True for this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
