import type { BrowserAccess, Json, JsonObject, OptionNeed, PackManifest } from "@mcptest/pack";
import type { OptionNaming } from "../option-name.js";

/** A function of a pack, by where it stands in the pack's structure. */
export type FunctionName =
  | { of: "check"; index: number }
  | { of: "fixture"; index: number; name: "prepare" | "teardown" | "timeoutMs" | "configured" }
  | { of: "projection"; index: number }
  | { of: "pack"; name: "preExtensionWire" | "detect" | "facts" | "discovery" | "validate" };

/** A value that stays in the process of the pack; the host only passes its number on. */
export interface Held {
  held: number;
}

/** The context of a call without what cannot travel: the host and the signal are on the other side. */
export interface SentContext {
  connection: Json;
  negotiated: Json;
  serverAdvertisement?: Json;
  nearMiss?: string;
  profile?: string;
  facts: Record<string, string>;
  asked: boolean;
  browser?: BrowserAccess;
  /** Validated options: held since their validation, or as JSON. */
  options: Held | { json: Json };
  naming: OptionNaming;
}

/** What the host sends to the process of a pack. */
export type ToPack =
  | { kind: "load"; url: string; packageJson?: { name: string; version: string } }
  | { kind: "call"; call: number; function: FunctionName; scope?: string; context?: SentContext; input?: CallInput }
  | { kind: "abort"; call: number; reason: string }
  | { kind: "answer"; call: number; request: number; value?: Json; error?: SentError }
  /** A lane is over: whatever is kept for `scope` is let go. */
  | { kind: "release"; scope: string }
  | { kind: "ping"; ping: number };

/** What a function is called with, beside its context. */
export interface CallInput {
  /** Values of its needs, by name. */
  values?: Record<string, Held>;
  /** The value that a fixture prepared. */
  value?: Held;
  /** `validate`: the options as given. */
  options?: Json;
  /** A projection: the numbers of the exchanges to fold, and those of them that were not sent before or have changed. */
  numbers?: number[];
  exchanges?: Json[];
}

/** The number of trouble that code makes which runs for no call. */
export const NO_CALL = 0;

/** What the process of a pack sends where it keeps to this; nothing of it is believed before it was looked at. */
export type FromPack =
  | { kind: "loaded"; structure: PackStructure }
  | { kind: "refused"; why: LoadRefusal }
  /** Code of this call is about to run; what comes to pass next is most likely its doing. */
  | { kind: "at"; call: number }
  | { kind: "host"; call: number; request: number; method: string; arguments: Json[] }
  | { kind: "finding"; call: number; method: string; arguments: Json[] }
  | { kind: "ended"; call: number; value?: Json; held?: number; error?: SentError }
  | { kind: "trouble"; call: number; what: string }
  | { kind: "noise"; call: number; text: string }
  | { kind: "pong"; ping: number };

/** Something thrown. */
export interface SentError {
  /** As `describeThrown` tells it, or the reason of an `Unavailable`. */
  message: string;
  /** Set for an `Unavailable`. */
  unavailable?: { origin?: string; notApplicable: boolean; evidence?: number[]; options?: unknown[] };
}

/** Why there is no pack. */
export type LoadRefusal =
  | { what: "import"; message: string; place?: string; missing?: string }
  | { what: "no-pack"; message: string };

/** A pack without its code. */
export interface PackStructure {
  manifest: PackManifest;
  /** What breaks the contract, one line each. */
  problems: string[];
  preExtensionDeclaration?: string;
  /** Functions of the pack that exist. */
  functions: string[];
  hasOptions: boolean;
  /** Needs of the checks, in the order of the manifest. */
  checks: { needs?: NeedIndexes; prepares?: NeedIndexes }[];
  fixtures: {
    name: string;
    needs?: NeedIndexes;
    role?: { name: string; option?: OptionNeed; missing?: string };
    mayChange?: boolean;
    teardown: boolean;
    timeoutMs: boolean;
  }[];
  projections: { name: string }[];
}

/** Needs by name: indexes of fixtures and projections. */
export type NeedIndexes = Record<string, { fixture: number } | { projection: number }>;

const { parse, stringify } = JSON;

/** Members of an object as JSON; what cannot travel is left out. */
export function asJson(value: unknown): Json {
  return (parse(stringify(value) ?? "null") ?? null) as Json;
}

/** The same for an object. */
export function asJsonObject(value: object): JsonObject {
  return asJson(value) as JsonObject;
}
