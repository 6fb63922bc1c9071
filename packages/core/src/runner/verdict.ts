import {
  type Check,
  type Evidence,
  type JsonObject,
  member,
  type OptionNeed,
  type Origin,
  type Subject,
  type Verdict,
} from "@mcptest/pack";
import { LEFT_OUT, UNAWAITED } from "../loader/isolate/host-handler.js";
import type { CheckResult, SubjectResult } from "../report/model.js";
import { reportJson, reportText } from "./bounded.js";
import type { Cause } from "./pack-call.js";

/** Findings of one check that are kept, and beyond them the first of each kind, so that the worst is never lost. */
const MAX_FINDINGS = 1_000;
/** Exchange numbers of one finding. */
const MAX_EVIDENCE = 100;
/** Members of `details`. */
const MAX_DETAILS = 100;
/** Needs for options of one check, options of one need, and parts of the path of one option. */
const MAX_LACKS = 20;
const MAX_PATH = 10;
/** Characters of a subject or a variant. */
const MAX_SUBJECT = 200;

const KINDS = ["fail", "warn", "note", "pass", "couldNotRun"] as const;
type Kind = (typeof KINDS)[number];

/** One finding of a check. */
export interface Finding {
  kind: Kind;
  message?: string;
  evidence: number[];
  subject?: string;
  variant?: string;
  origin?: Origin;
}

/** What a check found. */
export interface Collected {
  findings: Finding[];
  /** Findings that were too many to keep, by kind. */
  dropped: ReadonlyMap<Kind, number>;
  notApplicable?: string;
  details: JsonObject;
  /** Options that findings of what could not run name; each has to be met, by any of its options. */
  lacks: readonly (readonly OptionNeed[])[];
}

/** A verdict for the check, and what it collected. */
export interface Collector {
  verdict: Verdict;
  /** A finding of the host itself: the check threw, ran out of time, was blocked. */
  couldNotRun(reason: string, cause?: Pick<Cause, "origin" | "options"> & Partial<Pick<Cause, "evidence">>): void;
  notApplicable(reason: string): void;
  /** Ends the collection: what the check says later is no finding. */
  end(): Collected;
  /** True once the check has said something after the end. */
  isLate(): boolean;
  /** True when another process says that the check ended with a request of its own still open. */
  leftAsking(): boolean;
}

/** What a collector needs from the run. */
export interface CollectorOptions {
  redact: <T>(value: T) => T;
  /** True for the number of an exchange that the server's record has. */
  isExchange: (number: number) => boolean;
  /** Passes the arguments through `structuredClone`, as they would come from an isolated pack. */
  clone: boolean;
}

/** Makes the verdict of one check. Everything it is told is bounded and redacted; numbers of no exchange are dropped. */
export function createCollector(options: CollectorOptions): Collector {
  const { redact } = options;
  const findings: Finding[] = [];
  const kept = new Set<Kind>();
  const dropped = new Map<Kind, number>();
  const details = new Map<string, JsonObject[string]>();
  let notApplicable: string | undefined;
  const lacks: OptionNeed[][] = [];
  let ended = false;
  let late = false;
  let leftAsking = false;

  function add(kind: Kind, message?: string, evidence?: readonly number[], about?: Subject, origin?: Origin): void {
    if (ended) return;
    if (findings.length >= MAX_FINDINGS && kept.has(kind)) {
      dropped.set(kind, (dropped.get(kind) ?? 0) + 1);
      return;
    }
    kept.add(kind);
    findings.push({
      kind,
      ...(message === undefined ? {} : { message: reportText(message, redact) }),
      evidence: evidenceOf(evidence),
      ...(about?.subject === undefined ? {} : { subject: reportText(about.subject, redact, MAX_SUBJECT) }),
      ...(about?.variant === undefined ? {} : { variant: reportText(about.variant, redact, MAX_SUBJECT) }),
      ...(origin === undefined ? {} : { origin }),
    });
  }

  function evidenceOf(numbers: readonly number[] | undefined): number[] {
    const known = (Array.isArray(numbers) ? numbers.slice(0, MAX_FINDINGS) : []).filter(options.isExchange);
    return [...new Set(known)].slice(0, MAX_EVIDENCE);
  }

  function lack(options: unknown): void {
    if (ended || !Array.isArray(options) || lacks.length === MAX_LACKS) return;
    const needs = options.slice(0, MAX_LACKS).filter(isOptionNeed);
    if (needs.length > 0) lacks.push(needs);
  }

  /** As the arguments would arrive from another process. */
  function given<T>(values: T): T {
    late ||= ended;
    return options.clone ? structuredClone(values) : values;
  }

  const verdict: Verdict & Record<typeof LEFT_OUT | typeof UNAWAITED, unknown> = {
    [UNAWAITED](what: "request" | "finding") {
      if (what === "finding") late = true;
      else leftAsking = true;
    },
    [LEFT_OUT](name: string, count: number) {
      const kind = KINDS.find((known) => known === name);
      if (kind && !ended && count > 0) dropped.set(kind, (dropped.get(kind) ?? 0) + count);
    },
    fail: (...args) => add("fail", ...given<[string, Evidence?, Subject?]>(args)),
    warn: (...args) => add("warn", ...given<[string, Evidence?, Subject?]>(args)),
    note: (...args) => add("note", ...given<[string, Evidence?, Subject?]>(args)),
    pass(...args) {
      const [about, evidence] = given<[Subject?, Evidence?]>(args);
      add("pass", undefined, evidence, about);
    },
    couldNotRun(...args) {
      const [reason, more] = given<Parameters<Verdict["couldNotRun"]>>(args);
      const isText = typeof reason === "string";
      const text = isText ? reason : `the reason is no text: ${JSON.stringify(reportJson(reason ?? null, redact))}`;
      add("couldNotRun", text, more?.evidence, more?.about, isText ? originOf(more?.origin) : "pack");
      lack(more?.options);
    },
    notApplicable(reason) {
      const text = given(reason);
      if (!ended) notApplicable ??= reportText(text, redact);
    },
    detail(name, value) {
      const own = given(value);
      if (ended || (details.size >= MAX_DETAILS && !details.has(name))) return;
      details.set(reportText(name, redact, MAX_SUBJECT), reportJson(own, redact));
    },
  };

  return {
    verdict,
    couldNotRun(reason, { origin, evidence, options } = {}) {
      add("couldNotRun", reason, evidence, undefined, origin);
      lack(options);
    },
    notApplicable(reason) {
      if (!ended) notApplicable ??= reportText(reason, redact);
    },
    end() {
      ended = true;
      return {
        findings,
        dropped,
        ...(notApplicable === undefined ? {} : { notApplicable }),
        details: Object.fromEntries(details),
        lacks,
      };
    },
    isLate: () => late,
    leftAsking: () => leftAsking,
  };
}

function isOptionNeed(value: unknown): value is OptionNeed {
  const path = member(value, "path");
  const isPath = Array.isArray(path) && path.length <= MAX_PATH && path.every(isShort);
  return isPath && (JSON.stringify(member(value, "example")) ?? "").length <= MAX_SUBJECT;
}

function isShort(text: unknown): boolean {
  return typeof text === "string" && text.length <= MAX_SUBJECT;
}

function originOf(origin: unknown): Origin | undefined {
  return origin === "pack" || origin === "host" || origin === "environment" ? origin : undefined;
}

/** The part of a result that the findings decide. */
export type Judgement = Pick<
  CheckResult,
  "status" | "skipReason" | "origin" | "warnings" | "notes" | "error" | "details" | "subjects" | "evidence"
>;

/**
 * The verdict of a check: the worst of its findings. The level says what a violation means: `must` fails, `should` and
 * `interop` warn, `info` is a note. Without any finding it passed.
 */
export function judge(level: Check["level"], collected: Collected): Judgement {
  const { findings, dropped } = collected;
  const statuses = findings.map((finding) => statusOf(finding.kind, level));
  const seen = new Set(statuses);
  const messages = (wanted: SubjectResult["status"]) =>
    findings.flatMap(({ message }, index) => (statuses[index] === wanted && message !== undefined ? [message] : []));
  const evidence = [...new Set(findings.flatMap((finding) => finding.evidence))].sort((one, other) => one - other);
  const notes = [...messages("note"), ...leftOut(dropped)];
  return {
    ...overall(seen, messages, collected),
    ...(messages("warning").length > 0 ? { warnings: messages("warning") } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(Object.keys(collected.details).length > 0 ? { details: collected.details } : {}),
    ...(hasSubjects(findings) ? { subjects: findings.map((finding) => subjectOf(finding, level)) } : {}),
    ...(evidence.length > 0 ? { evidence } : {}),
  };
}

function overall(
  seen: ReadonlySet<SubjectResult["status"]>,
  messages: (wanted: SubjectResult["status"]) => string[],
  { findings, notApplicable }: Collected,
): Pick<CheckResult, "status" | "skipReason" | "origin" | "error"> {
  if (seen.has("failed")) return { status: "failed", error: { message: oneOf(messages("failed")) } };
  if (seen.has("could-not-run")) {
    const origin = findings.find((finding) => finding.kind === "couldNotRun" && finding.origin)?.origin;
    return {
      status: "skipped",
      skipReason: "could-not-run",
      ...(origin ? { origin } : {}),
      error: { message: oneOf(messages("could-not-run")) },
    };
  }
  if (notApplicable === undefined || seen.has("passed") || seen.has("warning")) return { status: "passed" };
  return { status: "skipped", skipReason: "not-applicable", error: { message: notApplicable } };
}

function statusOf(kind: Kind, level: Check["level"]): SubjectResult["status"] {
  switch (kind) {
    case "fail":
      return level === "must" ? "failed" : level === "info" ? "note" : "warning";
    case "warn":
      return level === "info" ? "note" : "warning";
    case "note":
      return "note";
    case "pass":
      return "passed";
    case "couldNotRun":
      return "could-not-run";
  }
}

function subjectOf({ kind, subject, variant, message, evidence }: Finding, level: Check["level"]): SubjectResult {
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(variant === undefined ? {} : { variant }),
    status: statusOf(kind, level),
    ...(message === undefined ? {} : { message }),
    evidence,
  };
}

/** Findings are listed when there is more to say than the message, the warnings and the evidence of the check do. */
function hasSubjects(findings: Finding[]): boolean {
  const named = findings.some(({ subject, variant }) => subject !== undefined || variant !== undefined);
  return named || findings.filter(({ kind }) => kind !== "pass").length > 1;
}

function leftOut(dropped: ReadonlyMap<Kind, number>): string[] {
  const count = [...dropped.values()].reduce((sum, more) => sum + more, 0);
  return count === 0 ? [] : [`${count} more findings were left out`];
}

/** Several messages in one: the first, and how many more there are. */
export function oneOf(messages: string[]): string {
  const [first = "(no message)", ...others] = [...new Set(messages)];
  return others.length === 0 ? first : `${first} (and ${others.length} more)`;
}
