import type { Check, PackContext } from "./check.js";
import type { Negotiated } from "./exchange.js";
import type { PackHost } from "./host.js";
import type { Json, JsonObject } from "./json.js";
import type { Era } from "./protocol.js";
import type { StandardSchema } from "./standard-schema.js";

/** The number of the pack contract. A host loads packs whose number it knows; nothing else decides. */
export const CONTRACT = 1;

/** The member that marks an object as a pack, whatever copy of this package made it. */
export const BRAND = "~mcptest";

/** A command-line flag that sets one of the pack's options. */
export interface OptionFlag {
  /** As commander writes it: `--tool-name <name>`, `--require-roles`. */
  flag: string;
  description: string;
  /** Path of the option it sets: `["roles", "task", "tool"]`. */
  option: string[];
  /** How the text is read. `json` is parsed. Default `string`; a flag without an argument is `boolean`. */
  type?: "string" | "number" | "boolean" | "json";
  /** It may be given more than once; the option is then a list. */
  repeats?: true;
}

/** `mcptest NAME conformance TARGET` and `mcptest conformance NAME TARGET`. */
export interface PackCommand {
  /** Short name, such as `tasks`. */
  name: string;
  summary: string;
  /** Profile that the command runs when none is asked for. */
  profile?: string;
  /** Era that the command looks at when none is asked for: that of the checks. Default: the newest that the server speaks. */
  era?: Era;
  flags: OptionFlag[];
}

/** A declaration on a wire that a pack had before extensions existed, such as `capabilities.tasks` on 2025-11-25. */
export interface PreExtensionWire {
  /** What is shown: `Tasks (2025-11-25)`. */
  label: string;
}

/**
 * How a pack can reach its extension. `native`: negotiated on a modern revision. `unofficial`: named in
 * `capabilities.extensions` of a legacy `initialize`, which no legacy revision defines and many servers do. `resources`:
 * published as `mcp-extensions://` resources on a legacy revision; such a pack calls by `callExtension` and asks nothing of
 * the envelope of a result. Its `serverAdvertisement` is then the `capabilities` of the manifest, and the fact `route` of the
 * lane is `resources`.
 */
export type Route = "native" | "unofficial" | "resources";

/** What the simplest form of a pack is given. */
export interface SimpleContext extends PackContext<any> {
  /** Reports a violation; may be called more than once. */
  fail(message: string, evidence?: number[]): void;
}

/** Trace of an extension that is used without being advertised. */
export interface DetectedUse {
  /** What was seen, one sentence. */
  trace: string;
  evidence: number[];
}

/** Everything about a pack but its code. Plain data. */
export interface PackManifest {
  name: string;
  version: string;
  contract: number;
  extension: string;
  title?: string;
  routes?: Route[];
  wants?: "browser"[];
  profiles?: { default: string; names: string[] };
  requiredCheck?: string;
  command?: PackCommand;
  optionsJsonSchema?: JsonObject;
  checks: Omit<Check, "run" | "needs" | "prepares" | "kind">[];
}

/** A pack: the checks for one extension. */
export interface Pack {
  /** npm name. */
  name: string;
  /** semver version of the pack. */
  version: string;
  /** Extension id it handles, or `*`. */
  extension: string;
  title?: string;
  /**
   * Routes on which the pack works, beside its pre-extension wire. Default: `native` and `unofficial`; only `native` for a pack that has
   * `preExtensionWire`.
   */
  routes?: Route[];
  /**
   * What the pack needs of the machine. `browser`: the run looks for one and gives its path as `browser` of the context. A pack
   * in a process of its own may start one only where its package.json says so as well: `"mcptestPack": { "wants": ["browser"] }`.
   */
  wants?: "browser"[];
  /**
   * What the pack's options may be. Two of them the host reads too, in any pack that accepts them: `profile` (the name of
   * one of its profiles) and `requireRoles`.
   */
  options?: StandardSchema;
  /** JSON Schema of the options, for the manifest. */
  optionsJsonSchema?: JsonObject;
  profiles?: { default: string; names: string[] };
  /** The check that fails when a suite requires the extension and it is not there. Default: the host's `extension-required`. */
  requiredCheck?: string;
  command?: PackCommand;
  /** What a server declares for the pre-extension wire, in words for the advice of a message: `capabilities.tasks on 2025-11-25`. */
  preExtensionDeclaration?: string;
  /** Recognises the pack's own pre-extension wire. */
  preExtensionWire?(negotiated: Negotiated): PreExtensionWire | undefined;
  /** Looks for use without advertisement, with safe reads only. */
  detect?(host: PackHost, context: PackContext<any>): Promise<DetectedUse | undefined>;
  /**
   * Facts of the lane beside `transport`, `era` and `protocolVersion`, such as `wire`. They may be asked for, within 10 s; what
   * may not be sent (offline, under a list) has to be done without.
   */
  facts?(context: PackContext<any>): Record<string, string> | Promise<Record<string, string>>;
  /** Members of `discovery` in the result, computed after the last phase. */
  discovery?(context: PackContext<any>, fixtureValue: (name: string) => unknown): Record<string, Json | undefined>;
  checks: Check[];
  /**
   * The simple form: resolving with nothing passes, a returned text or `context.fail` fails; throwing, or returning
   * anything else, is could-not-run.
   */
  run?(context: SimpleContext): Promise<string | void> | string | void;
}

/** A pack with its brand. */
export interface BrandedPack extends Pack {
  "~mcptest": { kind: "pack"; contract: number };
}
