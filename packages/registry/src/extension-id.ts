import { RegistrationError } from "./errors.js";

const LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?";
/** The grammar of extension ids (D.1). */
const EXTENSION_ID = new RegExp(`^(${LABEL}(?:\\.${LABEL})*)/${NAME}$`);

/** Second labels that make a prefix reserved (D.1). */
const RESERVED_LABELS: readonly string[] = ["modelcontextprotocol", "mcp"];

/** Ids under a reserved prefix that anyone may serve: those of the official extensions (D.4). */
export const OFFICIAL_IDS: readonly string[] = [
  "io.modelcontextprotocol/tasks",
  "io.modelcontextprotocol/ui",
  "io.modelcontextprotocol/skills",
  "io.modelcontextprotocol/oauth-client-credentials",
  "io.modelcontextprotocol/enterprise-managed-authorization",
];

/**
 * Refuses an id that breaks the grammar (D04) or uses a reserved prefix without being official (D05). Returns what is
 * accepted with a warning: a prefix that differs from a reserved one only in case (J14).
 */
export function checkExtensionId(id: string): string[] {
  const match = typeof id === "string" ? EXTENSION_ID.exec(id) : null;
  if (match === null) throw new RegistrationError("ID_GRAMMAR", `${JSON.stringify(id)} is no extension id.`);
  const second = match[1]?.split(".")[1] ?? "";
  if (RESERVED_LABELS.includes(second) && !OFFICIAL_IDS.includes(id)) {
    throw new RegistrationError("ID_RESERVED", `The prefix of ${id} is reserved, and it is no official extension.`);
  }
  if (!RESERVED_LABELS.includes(second) && RESERVED_LABELS.includes(second.toLowerCase())) {
    return [`The prefix of ${id} differs from one that is reserved for MCP only in case.`];
  }
  return [];
}
