import { excerpt, LEGACY_VERSIONS, MODERN_VERSIONS, type OpenOptions } from "@mcptest/pack";

/** What is wrong with the revision that a pack asks for, in words; `undefined` where it asks for none, or for one that there is. */
export function openProblem({ era, protocolVersion, handshake }: OpenOptions): string | undefined {
  if (protocolVersion === undefined) return undefined;
  if (handshake === false) return "a connection without a handshake has no revision of its own (protocolVersion)";
  const known = era === "modern" ? MODERN_VERSIONS : era === "legacy" ? LEGACY_VERSIONS : ALL_VERSIONS;
  if (known.includes(protocolVersion)) return undefined;
  return `protocolVersion: ${excerpt(protocolVersion, 40)} is none of ${known.join(", ")}`;
}

const ALL_VERSIONS = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];
