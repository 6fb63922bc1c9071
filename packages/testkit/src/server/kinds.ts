import { type Era, type JsonObject, LEGACY_VERSIONS, MODERN_VERSIONS } from "@mcptest/pack";
import { appsPart } from "../apps/part.js";
import { genericParts } from "../generic/parts.js";
import { LEGACY_VERSION } from "../legacy/version.js";
import { mappedPart } from "../mapped/parts.js";
import { skillsPart } from "../skills/part.js";
import { tasksExtension } from "../tasks/extension.js";
import { jobTools } from "../tools/jobs.js";
import { plainTools } from "../tools/plain.js";
import type { ExtensionFactory } from "./extension.js";
import type { EraOption, HttpForm, ServerKind, ServerOptions } from "./options.js";
import type { Policies } from "./policy.js";
import type { Tool } from "./tool.js";

/** What one kind of server is put together from. */
export interface ServerParts {
  extensions: ExtensionFactory[];
  tools: Tool[];
  instructions: string;
  /** Capabilities ahead of those of the extensions. */
  capabilities(era: Era, policies: Policies): JsonObject;
}

/** The parts of a kind of server. */
export function partsOf(kind: ServerKind): ServerParts {
  if (kind === "generic") {
    return {
      extensions: genericParts(),
      tools: plainTools,
      instructions:
        "A reference server for testing. echo and region need an argument; toggle changes the list of tools.",
      capabilities: () => ({ tools: { listChanged: true } }),
    };
  }
  if (kind === "mapped") {
    return {
      extensions: [mappedPart],
      tools: plainTools,
      instructions: "A reference server for testing. Its extensions are native on 2026-07-28, and resources before.",
      capabilities: () => ({ tools: {} }),
    };
  }
  if (kind === "apps") {
    return {
      extensions: [appsPart],
      tools: plainTools,
      instructions: "A reference server for testing. Its tools of forecasts and of a board have views.",
      capabilities: () => ({ tools: {} }),
    };
  }
  if (kind === "skills") {
    return {
      extensions: [skillsPart],
      tools: plainTools,
      instructions: "A reference server for testing. Read skill://deploy/SKILL.md before a release.",
      capabilities: () => ({ tools: {} }),
    };
  }
  return {
    extensions: [tasksExtension],
    tools: [...plainTools, ...jobTools],
    instructions: "A reference server for testing. Every tool can be called without arguments, except echo.",
    capabilities: (era, policies) => ({
      tools: {},
      ...(era === "modern" && policies.core.documents ? { prompts: {}, resources: {} } : {}),
    }),
  };
}

/** How a server opens and what it speaks. */
export interface Spoken {
  era: EraOption;
  http: HttpForm;
  /** Legacy revisions, newest first; none on a modern server. */
  legacyVersions: string[];
  /** All revisions, newest first. */
  versions: string[];
}

/** Era, form and revisions of the server with these options. Throws an error for people where they contradict each other. */
export function spokenBy(options: ServerOptions): Spoken {
  const { kind = "jobs", http = "streamable" } = options;
  const era = options.era ?? (http === "sse" ? "legacy" : "dual");
  const first = http === "sse" ? ["2024-11-05"] : kind === "jobs" ? [LEGACY_VERSION] : [...LEGACY_VERSIONS];
  const asked = options.versions ?? first;
  if (http === "sse" && (kind === "jobs" || era === "modern")) {
    throw new Error(
      "HTTP+SSE is the transport of 2024-11-05: it needs another server than the one with Tasks, and no modern era",
    );
  }
  const unknown = asked.find((version) => !first.includes(version));
  if (unknown !== undefined) throw new Error(`${unknown} is not spoken here: it is ${first.join(", ")}`);
  if (asked.length === 0 && era !== "modern") throw new Error("A server that is not modern needs a legacy revision");
  const legacyVersions = era === "modern" ? [] : first.filter((version) => asked.includes(version));
  const modernVersions = era === "legacy" || http === "sse" ? [] : MODERN_VERSIONS;
  return {
    era: http === "sse" ? "legacy" : era,
    http,
    legacyVersions,
    versions: [...modernVersions, ...legacyVersions],
  };
}
