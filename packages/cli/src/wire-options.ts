import { McptestError } from "@mcptest/core/errors";
import { type EraChoice, LEGACY_VERSIONS, MODERN_VERSIONS, type NegotiationOptions } from "@mcptest/core/negotiation";
import { DEFAULT_TIMES } from "@mcptest/core/runner";
import type { WireLimits } from "@mcptest/core/wire";
import { toolVersion } from "./version.js";

/** Flags about eras, time and size, as commander gives them. */
export interface WireFlags {
  era?: string;
  protocolVersion?: string;
  timeout?: number;
  probeTimeout?: number;
  initTimeout?: number;
  maxMessageBytes?: number;
  maxNesting?: number;
}

/** How to speak to a server. */
export interface WireSettings {
  era: EraChoice | "all";
  protocolVersion?: string;
  limits: WireLimits;
  negotiation: Omit<NegotiationOptions, "era" | "protocolVersion" | "identity">;
}

const ERAS: readonly string[] = ["modern", "legacy", "auto", "all"];

/** Reads the flags over the defaults. Throws `USAGE_BAD_VALUE`. */
export function wireSettings(flags: WireFlags, eraDefault: "auto" | "all", defaults: WireLimits): WireSettings {
  const era = (flags.era ?? eraDefault) as WireSettings["era"];
  if (!ERAS.includes(era)) throw badValue(`--era ${JSON.stringify(era)}: there is no such era.`, ERAS);
  const { protocolVersion, timeout, probeTimeout, maxMessageBytes, maxNesting } = flags;
  checkVersion(protocolVersion, era);
  const bytes = maxMessageBytes ?? defaults.maxMessageBytes;
  return {
    era,
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    limits: {
      ...defaults,
      requestTimeoutMs: timeout ?? defaults.requestTimeoutMs,
      maxMessageBytes: bytes,
      maxExchangeBytes: Math.max(defaults.maxExchangeBytes, bytes),
      maxNesting: maxNesting ?? defaults.maxNesting,
    },
    negotiation: {
      firstMs: probeTimeout ?? DEFAULT_TIMES.negotiation.firstMs,
      nextMs: probeTimeout ?? DEFAULT_TIMES.negotiation.nextMs,
      initializeMs: flags.initTimeout ?? DEFAULT_TIMES.negotiation.initializeMs,
      clientInfo: { name: "mcptest", version: toolVersion() },
    },
  };
}

function checkVersion(version: string | undefined, era: string): void {
  if (version === undefined) return;
  const known = [...(era === "legacy" ? [] : MODERN_VERSIONS), ...(era === "modern" ? [] : LEGACY_VERSIONS)];
  if (known.includes(version)) return;
  const where = era === "modern" || era === "legacy" ? ` in the ${era} era` : "";
  const message = `--protocol-version ${JSON.stringify(version)}: mcptest speaks no such revision${where}.`;
  throw badValue(message, known);
}

function badValue(message: string, known: readonly string[]): McptestError {
  return new McptestError("USAGE_BAD_VALUE", message, { fix: `Give one of: ${known.join(", ")}.` });
}
