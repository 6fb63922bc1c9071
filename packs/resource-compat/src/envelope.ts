import {
  excerpt,
  idOfManifest,
  isObject,
  type JsonObject,
  member,
  normalForm,
  owningId,
  resultOf,
} from "@mcptest/pack";
import type { Violation } from "./findings.js";
import { callsMethod } from "./manifest.js";
import { type RecordedRead, recordedManifests } from "./recorded.js";

/** What an address is: its result is judged by that. */
type Kind = "manifest" | "method" | "file";

const WORDS = {
  manifest: "a manifest is read as one item of JSON",
  method: "the value of a method is JSON serialised into result.contents[0].text",
  file: "what is read identifies the requested URI",
} as const;
const FIX =
  'answer with { "contents": [{ "uri": the requested URI, "mimeType": "application/json", "text": JSON }] } and nothing beside it';

/** Everything in which the results of reads are no plain results of `resources/read`. */
export function envelopeViolations(reads: readonly RecordedRead[]): Violation[] {
  const manifests = [...recordedManifests(reads)];
  const seen = new Set<string>();
  return reads.flatMap((read) => {
    const result = resultOf(read.exchange);
    if (!isObject(result) || read.exchange.messages.some(({ cut }) => cut)) return [];
    const mine = manifests.filter(([key]) => key.startsWith(`${read.version} `)).map(([, one]) => one);
    const kind = kindOf(read.uri, mine);
    const problems = [...outerProblems(result), ...itemProblems(kind, read.uri, result)];
    return problems.flatMap(({ came, outcome, what }): Violation[] => {
      const [subject = ""] = read.uri.split("?", 1);
      const key = JSON.stringify([subject, read.version, what]);
      if (seen.has(key)) return [];
      seen.add(key);
      const sent = `resources/read of ${excerpt(read.uri)}`;
      const asks = what === "outer" ? "the outer result has only contents" : WORDS[kind];
      return [
        { subject, version: read.version, sent, came, asks, fix: FIX, evidence: [read.exchange.number], outcome },
      ];
    });
  });
}

interface Problem {
  what: string;
  came: string;
  outcome?: "fail" | "warn";
}

function kindOf(uri: string, manifests: readonly { id: string; manifest: JsonObject }[]): Kind {
  if (idOfManifest(uri) !== undefined) return "manifest";
  const id = owningId(
    uri,
    manifests.map((one) => one.id),
  );
  const own = manifests.find((one) => one.id === id);
  return own && callsMethod(own.id, own.manifest, uri) ? "method" : "file";
}

function outerProblems(result: JsonObject): Problem[] {
  const more = Object.keys(result).filter((key) => key !== "contents" && key !== "_meta");
  if (more.length === 0) return [];
  return [{ what: "outer", came: `the result has ${excerpt(more)} beside contents` }];
}

function itemProblems(kind: Kind, uri: string, result: JsonObject): Problem[] {
  const contents = member(result, "contents");
  const items = Array.isArray(contents) ? contents : [];
  const [first] = items;
  // A manifest without an item is one that cannot be read, which another check says.
  if (kind === "manifest" && !isObject(first)) return [];
  if (kind === "file") return isObject(first) ? uriProblems(uri, first) : [];
  if (items.length !== 1 || !isObject(first)) {
    return [{ what: "items", came: `contents is ${excerpt(contents, 120)}, not exactly one item` }];
  }
  const type = member(first, "mimeType");
  const isJson = typeof type === "string" && /^\s*application\/json\s*(;|$)/i.test(type);
  const typeProblem = { what: "type", came: `contents[0].mimeType is ${excerpt(type)}, not application/json` };
  const isValue = kind === "manifest" || isJsonObject(member(first, "text"));
  const textProblem = {
    what: "text",
    came: `contents[0].text is ${excerpt(member(first, "text"), 120)}, no JSON object`,
  };
  return [...(isJson ? [] : [typeProblem]), ...(isValue ? [] : [textProblem]), ...uriProblems(uri, first)];
}

function uriProblems(uri: string, item: JsonObject): Problem[] {
  const given = member(item, "uri");
  if (given === uri) return [];
  const isNear = typeof given === "string" && isEquivalent(given, uri);
  const came = `contents[0].uri is ${excerpt(given)}, which is not the URI that was read${isNear ? ", by normalisation alone" : ""}`;
  return [{ what: "uri", came, outcome: isNear ? "warn" : "fail" }];
}

/** True for URIs that RFC 3986 calls equivalent: what an escape of a reserved character stands for is not one of them. */
function isEquivalent(one: string, other: string): boolean {
  return normalForm(one) === normalForm(other) && reservedEscapes(one) === reservedEscapes(other);
}

/** The escapes in a URI that change its meaning when they are decoded, in order. */
function reservedEscapes(uri: string): string {
  const escapes = [...uri.matchAll(/%[0-9a-f]{2}/gi)].map(([text]) => text.toUpperCase());
  return escapes
    .filter((text) => !/[A-Z0-9\-._~]/i.test(String.fromCharCode(Number.parseInt(text.slice(1), 16))))
    .join("");
}

function isJsonObject(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
