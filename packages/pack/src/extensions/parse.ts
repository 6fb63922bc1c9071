import { OFFICIAL_EXTENSIONS } from "../protocol.js";
import { readGrammar } from "./grammar.js";
import { EXPERIMENTAL_EXTENSIONS, OFFICIAL_PREFIX, OLD_NAMES } from "./known.js";
import { isOneSlip } from "./slip.js";
import type { ExtensionId } from "./types.js";

/** Second labels that make a prefix reserved, exactly in this case (D.1). */
const RESERVED_LABELS: readonly string[] = ["modelcontextprotocol", "mcp"];

/** Top-level domains of the reversed-DNS heuristic (D02); short, since most words are one today. */
const TOP_LEVEL: readonly string[] = ["com", "org", "net", "edu", "gov", "io", "dev", "app", "ai", "co"];

/** Labels for people by the last segment of an id. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["tasks", "Tasks"],
  ["ui", "MCP Apps"],
  ["apps", "MCP Apps"],
  ["skills", "Skills"],
]);

/**
 * Parses an extension identifier: grammar (D.1), reserved prefix (D05), reversed DNS (D02), look-alikes of official ids,
 * label, and the verdict of table D.2. Never throws; `id` may be any text a server sends.
 */
export function parseExtensionId(id: string): ExtensionId {
  const { grammar, prefix, name, problem } = readGrammar(id);
  const official = OFFICIAL_EXTENSIONS.includes(id);
  const didYouMean = lookAlike(id);
  const warnings: string[] = [];
  const notes: string[] = [];
  if (grammar === "loose" && problem) warnings.push(problem);
  if (grammar !== "bad" && prefix !== undefined) {
    if (EXPERIMENTAL_EXTENSIONS.includes(id)) notes.push("This is the id of an experiment or a draft.");
    warnings.push(...[reservedPrefixProblem(id), reversedDomainProblem(prefix)].filter((why) => why !== undefined));
    if (!official && warnings.length === 0 && id !== id.toLowerCase()) {
      notes.push("Identifiers compare with regard to case: this is another one than its lower-case form.");
    }
  }
  const failures = grammar === "bad" ? [`${problem}${suggest(didYouMean)}`] : [];
  return {
    id,
    ...(prefix !== undefined ? { prefix } : {}),
    ...(name !== undefined ? { name } : {}),
    grammar,
    ...(problem !== undefined ? { grammarProblem: problem } : {}),
    reserved: isReserved(secondLabel(prefix)),
    official,
    label: labelOf(id),
    ...(didYouMean !== undefined ? { didYouMean } : {}),
    verdict: failures.length > 0 ? "fail" : warnings.length > 0 ? "warn" : "pass",
    reasons: [...failures, ...warnings, ...notes],
  };
}

/**
 * Why nobody else may use the prefix of an id that is neither official nor a known experiment: it is reserved (D05), or
 * differs from a reserved one only in case (J14). `undefined` where that is not so, and for an id that breaks the grammar.
 */
export function reservedPrefixProblem(id: string): string | undefined {
  const { prefix } = readGrammar(id);
  if (prefix === undefined || OFFICIAL_EXTENSIONS.includes(id) || EXPERIMENTAL_EXTENSIONS.includes(id))
    return undefined;
  const label = secondLabel(prefix);
  if (isReserved(label)) return whyReserved(id, lookAlike(id));
  if (!isReserved(label.toLowerCase())) return undefined;
  return `The prefix differs only in case from one that is reserved for MCP.${suggest(lookAlike(id))}`;
}

/**
 * The id by which packs and extensions are matched: a dotted id without a slash stands for its slash form
 * (`io.modelcontextprotocol.tasks` for `io.modelcontextprotocol/tasks`); every other id stands for itself.
 */
export function canonicalExtensionId(id: string): string {
  const dot = id.lastIndexOf(".");
  if (dot === -1 || id.includes("/")) return id;
  const slashed = `${id.slice(0, dot)}/${id.slice(dot + 1)}`;
  return readGrammar(slashed).grammar === "ok" ? slashed : id;
}

/** The label by the last segment: behind the last slash or, without one, behind the last dot. */
function labelOf(id: string): string {
  const cut = id.includes("/") ? id.lastIndexOf("/") : id.lastIndexOf(".");
  return (cut === -1 ? undefined : LABELS.get(id.slice(cut + 1))) ?? "extension";
}

/** The official id that `id` probably means: dotted, in another case, by an old name, or with one slip in its name. */
function lookAlike(id: string): string | undefined {
  const lower = id.toLowerCase();
  const dotted = `${OFFICIAL_PREFIX}.`;
  const slashed = lower.startsWith(dotted) ? `${OFFICIAL_PREFIX}/${lower.slice(dotted.length)}` : lower;
  const meant = OLD_NAMES.get(slashed) ?? slashed;
  if (OFFICIAL_EXTENSIONS.includes(id) || EXPERIMENTAL_EXTENSIONS.includes(meant)) return undefined;
  return OFFICIAL_EXTENSIONS.find((official) => official === meant || isOneSlip(meant, official));
}

function whyReserved(id: string, didYouMean: string | undefined): string {
  const suggestion = suggest(didYouMean);
  if (didYouMean !== undefined && didYouMean === id.toLowerCase()) {
    return `The prefix is reserved, and the id differs only in case from a known id.${suggestion}`;
  }
  return `The prefix is reserved for MCP, and this is not a known official extension.${suggestion}`;
}

function suggest(didYouMean: string | undefined): string {
  return didYouMean ? ` Did you mean ${didYouMean}?` : "";
}

/** Why a valid prefix does not look like a reversed domain (D02, D06), ignoring case; `undefined` where it does. */
export function reversedDomainProblem(prefix: string): string | undefined {
  const labels = prefix.toLowerCase().split(".");
  if (labels.length === 1) return "The prefix is a single label; it should be a reversed domain such as com.example.";
  const [first = "", last = ""] = [labels[0], labels.at(-1)];
  if (TOP_LEVEL.includes(last) && !TOP_LEVEL.includes(first)) {
    return "The prefix looks like a domain that is not reversed; write com.example, not example.com.";
  }
  return undefined;
}

function isReserved(label: string): boolean {
  return RESERVED_LABELS.includes(label);
}

function secondLabel(prefix: string | undefined): string {
  return prefix?.split(".")[1] ?? "";
}
