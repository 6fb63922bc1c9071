import {
  type Check,
  EXPERIMENTAL_EXTENSIONS,
  excerpt,
  type Finding,
  isObject,
  member,
  OFFICIAL_EXTENSIONS,
  parseExtensionId,
  reservedPrefixProblem,
  reversedDomainProblem,
  say,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { type Advertisement, advertisedEntries, advertisements } from "../extensions/advertisements.js";
import { passive } from "../record.js";

/** Keys of one object that are looked at. */
const MOST_KEYS = 10_000;

/** D04. */
const grammar = modernCheck({
  ...passive,
  id: "ext-id-grammar",
  category: "ids",
  title: "Extension ids have a prefix and a name",
  description: "Every key of capabilities.extensions has the form prefix/name. An empty name warns.",
  level: "must",
  contract: "D04",
  source: "basic/versioning",
  section: "Extension Negotiation",
  async run(_values, verdict, context) {
    for (const { id, grammar: read, grammarProblem, reasons, exchange, prefix } of await advertisedEntries(
      verdict,
      context,
    )) {
      const about = { subject: id };
      const finding = say({
        sent: "server/discover",
        came: `capabilities.extensions has the key ${excerpt(id, 100)}. ${reasons[0] ?? grammarProblem ?? ""}`,
        rule: "D04: an extension id is a prefix of labels that are joined by dots, one slash, and a name",
        fix: "write it as a domain of yours, reversed, a slash and a name, such as com.example/my-extension",
      });
      if (read === "bad") verdict.fail(finding, [exchange], about);
      else if (read === "loose") verdict.warn(finding, [exchange], about);
      else {
        verdict.pass(about, [exchange]);
        const differs = "differs from its lower-case form: identifiers compare with regard to case";
        if (id !== id.toLowerCase() && reservedPrefixProblem(id) === undefined && prefix !== undefined) {
          verdict.note(`the extension id ${excerpt(id, 100)} ${differs}`, [exchange], about);
        }
      }
    }
  },
});

/** D05. */
const reserved = modernCheck({
  ...passive,
  id: "ext-id-reserved",
  category: "ids",
  title: "Reserved prefixes hold official extensions only",
  description:
    "An id under a prefix that is reserved for MCP is that of a known official extension or experiment, or one that the option knownIds names. A prefix that differs from a reserved one only in case warns too.",
  level: "should",
  contract: "D05",
  source: "basic/index",
  section: "_meta",
  async run(_values, verdict, context) {
    for (const { id, grammar: read, exchange } of await advertisedEntries(verdict, context)) {
      if (read !== "ok" || context.options.knownIds.includes(id)) continue;
      judge(verdict, { id, exchange }, reservedPrefixProblem(id), {
        rule: "D05: a prefix whose second label is modelcontextprotocol or mcp is reserved; official ids begin with io.modelcontextprotocol/",
        fix: "name an extension of your own under your own domain; if this is an official one that mcptest does not know yet, list it in the option knownIds",
      });
    }
  },
});

/** D06. */
const ownedDomain = modernCheck({
  ...passive,
  id: "ext-id-owned-domain",
  category: "ids",
  title: "The prefix of an extension id is a reversed domain",
  description: "The prefix of an extension id has the shape of a reversed domain: com.example/x, not example.com/x.",
  level: "should",
  contract: "D06",
  source: "SEP-2133",
  section: "Definition",
  async run(_values, verdict, context) {
    for (const { id, prefix, exchange } of await advertisedEntries(verdict, context)) {
      if (prefix === undefined) continue;
      judge(verdict, { id, exchange }, reversedDomainProblem(prefix), {
        rule: "D06: the prefix of an extension is a reversed domain that its author controls",
        fix: "take a domain of yours and write its labels in reverse order",
      });
    }
  },
});

/** Passes an id, or tells the problem that its prefix has. */
function judge(
  verdict: Verdict,
  { id, exchange }: { id: string; exchange: number },
  problem: string | undefined,
  words: Pick<Finding, "rule" | "fix">,
): void {
  const about = { subject: id };
  const came = `the extension ${excerpt(id, 100)} is advertised. ${problem}`;
  if (problem === undefined) verdict.pass(about, [exchange]);
  else verdict.fail(say({ sent: "server/discover", came, ...words }), [exchange], about);
}

/** E23. */
const place = modernCheck({
  ...passive,
  id: "ext-declared-place",
  category: "ids",
  title: "Extension ids stand under capabilities.extensions",
  description:
    "No id of an official extension, nor one that looks like it, stands under capabilities.experimental, and no extension id at the top level of capabilities.",
  level: "should",
  contract: "E23",
  source: "SEP-2133",
  section: "Negotiation",
  async run(_values, verdict, context) {
    const list = await advertisements(context);
    if (list.length === 0) return verdict.notApplicable("server/discover gave no capabilities");
    const told = new Set<string>();
    for (const { id, where, exchange } of list.flatMap(misplaced)) {
      if (told.has(id + where)) continue;
      told.add(id + where);
      const about = { subject: id, variant: where };
      const official = officialOf(id);
      if (where === "experimental" && official === undefined) {
        const hint = `if it is an extension, list it under capabilities.extensions`;
        verdict.note(`capabilities.experimental has the key ${excerpt(id, 100)}: ${hint}`, [exchange], about);
        continue;
      }
      const asks = official === undefined || official === id ? "" : `, which looks like ${official}`;
      verdict.fail(
        say({
          sent: "server/discover",
          came: `capabilities${where === "experimental" ? ".experimental" : ""} has the key ${excerpt(id, 100)}${asks}; clients look for it under capabilities.extensions`,
          rule: "E23: an extension id stands under capabilities.extensions, not under experimental and not at the top level",
          fix: `advertise it as capabilities.extensions[${excerpt(official ?? id, 100)}]: {}`,
        }),
        [exchange],
        about,
      );
    }
  },
});

/** E26. */
const experimental = modernCheck({
  ...passive,
  id: "ext-experimental-id",
  category: "ids",
  title: "Ids of experiments are named as such",
  description: "Notes the id of a published experiment or draft, which may change or be archived.",
  level: "info",
  contract: "E26",
  source: "extensions/overview",
  section: "Experimental Extensions",
  async run(_values, verdict, context) {
    const list = await advertisements(context);
    if (list.length === 0) return verdict.notApplicable("server/discover gave no capabilities");
    for (const id of EXPERIMENTAL_EXTENSIONS) {
      const shown = list.find(({ capabilities }) =>
        [member(capabilities, "extensions"), member(capabilities, "experimental")].some(
          (map) => member(map, id) !== undefined,
        ),
      );
      if (shown === undefined) continue;
      const what = "is the id of a published experiment or draft: it may change, or be archived";
      verdict.note(`${id} ${what} (E26)`, [shown.exchange], { subject: id });
    }
  },
});

interface Misplaced {
  id: string;
  where: "experimental" | "top";
  exchange: number;
}

/** Keys of the form of an extension id outside `extensions`, and keys under `experimental` that look like an official one. */
function misplaced({ capabilities, exchange }: Advertisement): Misplaced[] {
  const under = member(capabilities, "experimental");
  const keys = (map: unknown) => (isObject(map) ? Object.keys(map).slice(0, MOST_KEYS) : []);
  const isId = (key: string) => officialOf(key) !== undefined || parseExtensionId(key).grammar === "ok";
  return [
    ...keys(capabilities).map((id) => ({ id, where: "top" as const, exchange })),
    ...keys(under).map((id) => ({ id, where: "experimental" as const, exchange })),
  ].filter(({ id }) => !EXPERIMENTAL_EXTENSIONS.includes(id) && isId(id));
}

/** The official id that a key is, or looks like. */
function officialOf(key: string): string | undefined {
  return OFFICIAL_EXTENSIONS.includes(key) ? key : parseExtensionId(key).didYouMean;
}

export const extensionIdsChecks: Check[] = [grammar, reserved, ownedDomain, place, experimental];
