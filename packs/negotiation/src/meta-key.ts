import { META, parseExtensionId, reversedDomainProblem } from "@mcptest/pack";

/** The name of a key without a prefix; it may be empty. */
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** Second labels of a prefix that are reserved (D.1, 2025-11-25 and later). */
const RESERVED: readonly string[] = ["modelcontextprotocol", "mcp"];

/** Keys under a reserved prefix that the specification defines (D.3). */
const DEFINED: readonly string[] = [
  META.protocolVersion,
  META.clientInfo,
  META.clientCapabilities,
  META.logLevel,
  META.serverInfo,
  META.subscriptionId,
];

/** Those of the tasks of 2025-11-25, known there alone. */
const LEGACY_TASKS: readonly string[] = [META.relatedTask, "io.modelcontextprotocol/model-immediate-response"];

/** The prefix that official Skills recommends for the members of a frontmatter. */
const SKILLS_PREFIX = "io.modelcontextprotocol.skills";

/** The prefix of a key of Apps from before there were prefixes (D.3). */
const APPS_PREFIX = "ui";

/** Why a `_meta` key breaks the grammar of D.1; `undefined` where it does not. The name may be empty (J13). */
export function grammarProblem(key: string): string | undefined {
  if (key.includes("/")) {
    const { grammar, grammarProblem: problem } = parseExtensionId(key);
    return grammar === "bad" ? problem : undefined;
  }
  if (NAME.test(key)) return undefined;
  if (/[^\x21-\x7e]/.test(key)) return "Only ASCII letters, digits and . - _ are allowed in a key, and no white space.";
  if (/[^A-Za-z0-9._-]/.test(key)) return "The name has only letters, digits, dots, hyphens and underscores.";
  return "The name must start and end with a letter or a digit.";
}

/** Why the prefix of a key does not look like a reversed domain (D02). `ui/resourceUri` is exempt. */
export function reversedDnsProblem(key: string): string | undefined {
  const { prefix } = parseExtensionId(key);
  return prefix === undefined || prefix === APPS_PREFIX ? undefined : reversedDomainProblem(prefix);
}

/**
 * Why a key does not belong under its prefix (D03): the prefix is reserved and the key is none that is known in
 * `version`, or the prefix differs from a reserved one only in case (J14).
 */
export function reservedProblem(key: string, version: string): string | undefined {
  const { prefix } = parseExtensionId(key);
  const label = prefix?.split(".")[1] ?? "";
  if (prefix === undefined || !RESERVED.includes(label.toLowerCase())) return undefined;
  if (!RESERVED.includes(label)) return "The prefix differs only in case from one that is reserved for MCP.";
  if (prefix === SKILLS_PREFIX || DEFINED.includes(key)) return undefined;
  if (LEGACY_TASKS.includes(key)) {
    return version === "2025-11-25" ? undefined : "The key belongs to the tasks of 2025-11-25 and to no other version.";
  }
  return "The prefix is reserved for MCP, and this is no key of the specification or of an official extension.";
}
