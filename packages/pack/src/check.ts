import type { BrowserAccess } from "./browser.js";
import type { Exchange, Negotiated } from "./exchange.js";
import type { Connection, PackHost } from "./host.js";
import type { Json } from "./json.js";
import type { OptionNeed } from "./unavailable.js";
import type { Verdict } from "./verdict.js";

/**
 * What a violation means. `must` fails. `should` and `interop` warn (`interop`: no rule of the specification, but real
 * hosts break). `info` is reported.
 */
export type Level = "must" | "should" | "interop" | "info";

/** When a check runs. Phases follow each other; inside a phase everything runs as its needs become ready. */
export type Phase = "list" | "provoke" | "probe" | "change" | "end";

/** The phases in order. */
export const PHASES: readonly Phase[] = ["list", "provoke", "probe", "change", "end"];

/** Where the rule stands. */
export interface RuleSource {
  /** Number in the wire contract, such as `I09`, or several: `I12, H11`. */
  contract?: string;
  /** Document, such as `ext-tasks`. */
  source: string;
  section?: string;
  revision?: string;
  url?: string;
}

/**
 * What `mcptest explain ID` tells about a check. Plain text, an empty line between paragraphs; a paragraph whose lines all
 * begin with four spaces is an example and stays as it stands. At most 4 000 characters each.
 */
export interface CheckDocs {
  /** What the check sends and what has to come back. */
  asks: string;
  /** What goes wrong for clients and users when the rule is broken. */
  why: string;
  /** What the author of a server changes. */
  fix: string;
  /** A page that tells more: an http or https URL. */
  url?: string;
}

/** What a pack's code is given on one lane. */
export interface PackContext<Options = unknown> {
  host: PackHost;
  /** Validated, defaults applied, secrets taken out. */
  options: Options;
  /** The lane's shared connection. */
  connection: Connection;
  negotiated: Negotiated;
  /** The settings under the pack's id as received (any JSON), or `undefined` when it is not advertised. */
  serverAdvertisement: unknown;
  /**
   * What the server answered that was probably meant as the extension of the pack and does not count as it, in words for
   * a message: settings that are no object, a flat key, an id in another case. `undefined` where there is nothing to say.
   */
  nearMiss?: string;
  /**
   * `transport`, `era`, `protocolVersion`; `also`, which is `yes` where the run has another target for the same server;
   * `route`, by which the pack reaches its extension: `native`, `unofficial`, `resources`, or `own` on its pre-extension wire
   * (absent where the extension is not offered on an older revision, and for a pack with the extension `*`); and what the
   * pack's own `facts` added.
   */
  facts: Readonly<Record<string, string>>;
  /** The profile that runs. Absent where checks were named one by one, and in a pack without profiles. */
  profile?: string;
  /**
   * True when the operator asked for this very pack (`mcptest conformance PACK`, a conformance class): it then runs also
   * where its extension is absent, and its checks say so. False in a suite.
   */
  asked: boolean;
  /**
   * How whoever started the run gives an option of the pack, for the advice of a message: a flag (`--tool-name`), an
   * argument of `--options`, or a property. `path` is that of the option, `example` a value where one has to be shown.
   */
  optionName(path: readonly string[], example?: Json): string;
  /** For a pack that wants a browser. */
  browser?: BrowserAccess;
  /** Aborted when the run is stopped or the time limit of the check has passed. */
  signal: AbortSignal;
}

/** A shared preparation: at most once per lane, lazily, memoized, torn down at the end. */
export interface Fixture<T, Options = any> {
  kind: "fixture";
  name: string;
  needs?: Needs;
  /** An optional role of the operator's configuration: checks that need it are not selected unless it is configured. */
  role?: {
    name: string;
    /** `facts`: those of the lane, for what the run and not an option gives. */
    configured(options: Options, facts: Readonly<Record<string, string>>): boolean;
    /** The option that configures it, for the advice of a report. */
    option?: OptionNeed;
    /** What is missing, and, where no option configures it, how to give it: before, else in place of, the host's reason. */
    missing?: string;
  };
  prepare(values: any, context: PackContext<Options>): Promise<T> | T;
  /** May change state of the server beyond what was made for the run: not prepared in a read-only run. */
  mayChange?: boolean;
  /** Milliseconds that preparing may take, where the options ask for more than the run's check timeout. */
  timeoutMs?(options: Options): number;
  /** Runs once after the last phase, also after a failed or stopped run; its failure is a warning of the pack. */
  teardown?(value: T, context: PackContext<Options>): Promise<void> | void;
}

/** A pure fold over the transcript. It works on a replayed transcript too. */
export interface Projection<T> {
  kind: "projection";
  name: string;
  initial(): T;
  fold(state: T, exchange: Exchange): T;
}

/** What a check or a fixture asks for, by the name under which it receives it. */
export type Needs = Record<string, Fixture<any> | Projection<any>>;

/** The values behind a {@link Needs}. */
export type ValuesOf<N extends Needs> = {
  [K in keyof N]: N[K] extends Fixture<infer T> ? T : N[K] extends Projection<infer T> ? T : never;
};

/** One rule. */
export interface Check {
  kind: "check";
  /** Stable, kebab-case, unique in its pack. */
  id: string;
  category: string;
  title: string;
  description: string;
  level: Level;
  tags?: string[];
  rule: RuleSource;
  /** For people. Without it `mcptest explain` has the description alone. */
  docs?: CheckDocs;
  /** Version of the pack that first had this check. */
  since: string;
  phase: Phase;
  /** Profiles that select the check. Default: every profile. An empty list: the check runs where it is named, and nowhere else. */
  profiles?: string[];
  /** Facts of the lane under which the rule applies; elsewhere the check is not-applicable. */
  on?: Record<string, string | readonly string[]>;
  needs?: Needs;
  /**
   * The check judges only what was recorded, so that it can judge a saved transcript too (`mcptest replay`): its phase is
   * `end`, it needs projections alone, and of the host it may ask for the transcript and nothing else.
   */
  reads?: "transcript";
  /**
   * With `reads`: fixtures that a run prepares first, so that there is something to judge. The check gets none of their
   * values, and does without those that cannot be had: when it then says that it could not run, the reason is theirs.
   * Offline there are none. Their roles select the check as those of `needs` do.
   */
  prepares?: Record<string, Fixture<any>>;
  /** May change state or end a session: runs last and only on what was made for it. */
  mayChange?: boolean;
  /** Limit in milliseconds. Default: the run's check timeout. */
  timeoutMs?: number;
  run(values: any, verdict: Verdict, context: PackContext<any>): Promise<void> | void;
}
