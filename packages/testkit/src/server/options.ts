import type { ExtensionFactory } from "./extension.js";
import type { Hooks } from "./hooks.js";
import type { Tool } from "./tool.js";

/** How a server opens: with per-request `_meta`, with `initialize`, or with either. */
export type EraOption = "modern" | "legacy" | "dual";

/**
 * Which reference server: `jobs` has Tasks and a tool for each of their roles, `generic` a toy extension, `mapped`
 * extensions that are native on 2026-07-28 and resources in the older revisions, and `apps` MCP Apps.
 */
export type ServerKind = "jobs" | "generic" | "mapped" | "apps" | "skills";

/** How HTTP is spoken: Streamable HTTP, or the deprecated HTTP+SSE of 2024-11-05. */
export type HttpForm = "streamable" | "sse";

/** What a reference server is made of. */
export interface ServerOptions {
  /** Default `jobs`. */
  kind?: ServerKind;
  /** Default `dual`. */
  era?: EraOption;
  /** Legacy revisions that it speaks. Default: 2025-11-25 (`jobs`), all four (the others), 2024-11-05 (HTTP+SSE). */
  versions?: string[];
  /** Default `streamable`. `sse` is for every server but that with jobs, which then is a legacy one. */
  http?: HttpForm;
  /** Names of faults, see `listFaults`. Each breaks one rule. */
  faults?: string[];
  /** Names of variants: unusual, and legal. */
  variants?: string[];
  /** Milliseconds that a job takes; steps and poll intervals scale with it. Default 500. */
  jobMs?: number;
  /** Form of HTTP answers that may have either. Default `json`. */
  answers?: "json" | "sse";
  /** Changes of your own, inside those of faults and variants. */
  hooks?: Hooks[];
  /** Extensions beside Tasks. */
  extensions?: ExtensionFactory[];
  /** Tools beside the built-in ones. */
  tools?: Tool[];
}
