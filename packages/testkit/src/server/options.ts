import type { ExtensionFactory } from "./extension.js";
import type { Hooks } from "./hooks.js";
import type { Tool } from "./tool.js";

/** How a server opens: with per-request `_meta`, with `initialize`, or with either. */
export type EraOption = "modern" | "legacy" | "dual";

/** What a reference server is made of. */
export interface ServerOptions {
  /** Default `dual`. */
  era?: EraOption;
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
