import { LEGACY_VERSIONS, MODERN_VERSIONS } from "@mcptest/pack";
import { McptestError } from "../errors/index.js";
import type { EraChoice } from "./types.js";

/** The revisions that detection may offer, newest first. A list is empty when its era is not asked for. */
export interface OfferedVersions {
  modern: readonly string[];
  legacy: readonly string[];
}

/**
 * The revisions that `era` and `protocolVersion` leave.
 * @throws McptestError `USAGE_BAD_VALUE` when mcptest does not speak `protocolVersion`, or `era` excludes it.
 */
export function offeredVersions(era: EraChoice, protocolVersion?: string): OfferedVersions {
  const modern = era === "legacy" ? [] : MODERN_VERSIONS;
  const legacy = era === "modern" ? [] : LEGACY_VERSIONS;
  if (protocolVersion === undefined) return { modern, legacy };
  const only = (versions: readonly string[]) => versions.filter((version) => version === protocolVersion);
  const offered = { modern: only(modern), legacy: only(legacy) };
  if (offered.modern.length + offered.legacy.length > 0) return offered;
  const known = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];
  throw new McptestError(
    "USAGE_BAD_VALUE",
    known.includes(protocolVersion)
      ? `The protocol version ${protocolVersion} is not of the era ${era} that was asked for.`
      : `mcptest does not speak the protocol version ${JSON.stringify(protocolVersion)}.`,
    { fix: `Use one of ${known.join(", ")}, or leave the version out.` },
  );
}
