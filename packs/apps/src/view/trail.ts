import { isObject, type Json } from "@mcptest/pack";
import type { Told } from "./page/told.js";
import type { VisitPlan } from "./plan.js";
import type { Escape, OutsideRequest, PageError, Stage, VisitRecord } from "./record.js";

/** Entries of each list beside the messages; characters of one message and of all that is recorded, of a URL, of a text. */
const MAX_ENTRIES = 500;
const MAX_RAW = 64 * 1024;
const MAX_ALL = 16 * 1024 * 1024;
const MAX_URL = 2_000;
const MAX_TEXT = 4_000;
/** Characters of a message that is kept even when there is no room for more: an answer of the view must not be missed. */
const MAX_SMALL = 1_000;

/** A record that is being written. Milliseconds are those of the wall clock; nothing is taken once it has ended. */
export interface Trail {
  record: VisitRecord;
  /** The view begins to load. */
  start(): void;
  /** Begins a stage; without a time: now. */
  stage(name: Stage, at?: number): void;
  take(told: Told): void;
  request(url: string, kind: string): void;
  error(kind: PageError["kind"], message: string): void;
  escape(kind: Escape["kind"], what: string, at?: number): void;
  /** The view has sent a request of this method, or an answer with this id. */
  hasAsked(method: string): boolean;
  hasAnswered(id: string): boolean;
  /** Resolves as soon as `isSo`, which is asked after everything that is taken. */
  until(isSo: () => boolean): Promise<void>;
  end(): void;
}

/** Makes an empty record. */
export function beginTrail({ profile, scenario, room }: Pick<VisitPlan, "profile" | "scenario" | "room">): Trail {
  // No visit takes all that is left: some are yet to come.
  const limit = room ? Math.min(MAX_ALL, room.left / 4) : MAX_ALL;
  let startedAt = now();
  const record: VisitRecord = {
    profile,
    scenario,
    ended: "done",
    messages: [],
    violations: [],
    requests: [],
    errors: [],
    escapes: [],
    calls: [],
    looks: {},
    durationMs: 0,
  };
  const stages: { name: Stage; at: number }[] = [{ name: "load", at: startedAt }];
  let waiting: { isSo: () => boolean; resolve: () => void }[] = [];
  const asked = new Set<string>();
  const answered = new Set<string>();
  let characters = 0;
  let hasEnded = false;

  const when = (at = now()) => {
    const stage = stages.findLast((stage) => stage.at <= at)?.name ?? "load";
    return { atMs: Math.max(0, Math.round(at - startedAt)), stage };
  };
  const add = <T>(list: T[], entry: T) => {
    if (hasEnded) return;
    if (list.length < MAX_ENTRIES && characters < limit) {
      list.push(entry);
      characters += JSON.stringify(entry).length;
    } else record.cut = true;
    wake();
  };
  const wake = () => {
    const woken = waiting.filter(({ isSo }) => isSo());
    waiting = waiting.filter((waiter) => !woken.includes(waiter));
    for (const { resolve } of woken) resolve();
  };
  const stage = (name: Stage, at = now()) => {
    if (stages.some((known) => known.name === name)) return;
    stages.push({ name, at });
  };
  const message = (told: Extract<Told, { kind: "message" }>) => {
    const json = told.isJson ? (JSON.parse(told.text) as Json) : undefined;
    const method = methodOf(json);
    if (told.from === "view") {
      if (method === undefined && isObject(json) && typeof json.id === "string") answered.add(json.id);
      if (method !== undefined) asked.add(method);
    }
    if (told.from === "view" && method === "ui/initialize") stage("initialize", told.at);
    if (told.from === "host" && method?.startsWith("ui/notifications/tool-input")) stage("input", told.at);
    if (told.from === "host" && /^ui\/notifications\/tool-(result|cancelled)$/.test(method ?? "")) {
      stage("result", told.at);
    }
    const raw = told.text.slice(0, MAX_RAW);
    const isTooMuch = characters + told.text.length > limit && told.text.length > MAX_SMALL;
    if (!isTooMuch) characters += told.text.length;
    if (isTooMuch || told.short || raw.length < told.text.length) record.cut = true;
    record.messages.push({
      index: record.messages.length,
      ...when(told.at),
      from: told.from,
      raw: isTooMuch ? "" : raw,
      ...(typeof json === "object" && json !== null && !isTooMuch ? { json } : {}),
      ...(told.garbage ? { garbage: true } : {}),
    });
  };
  const addEscape: Trail["escape"] = (kind, what, at) => {
    const text = what.slice(0, MAX_URL);
    if (record.escapes.some((known) => known.kind === kind && known.what === text)) return;
    add(record.escapes, { ...when(at), kind, what: text });
  };
  return {
    record,
    start() {
      startedAt = now();
      stages.splice(0, stages.length, { name: "load", at: startedAt });
    },
    stage,
    escape: addEscape,
    take(told) {
      if (hasEnded) return;
      if (told.kind === "message") message(told);
      else if (told.kind === "initialized") {
        if (asked.has("ui/initialize")) record.readyMs ??= when(told.at).atMs;
      } else if (told.kind === "cut") record.cut = true;
      else if (told.kind === "problem")
        record.problem ??= `the host page has failed: ${told.message}`.slice(0, MAX_TEXT);
      else if (told.kind === "parent-access" || told.kind === "download") addEscape(told.kind, told.what, told.at);
      else if (told.kind === "violation") {
        const { directive, blocked, sample } = told;
        add(record.violations, {
          ...when(told.at),
          directive: directive.slice(0, MAX_URL),
          blocked: blocked.slice(0, MAX_URL),
          ...(sample === "" ? {} : { sample: sample.slice(0, MAX_URL) }),
        });
      }
      wake();
    },
    request: (url, kind) => add<OutsideRequest>(record.requests, { ...when(), url: url.slice(0, MAX_URL), kind }),
    error: (kind, text) => add(record.errors, { ...when(), kind, message: text.slice(0, MAX_TEXT) }),
    hasAsked: (method) => asked.has(method),
    hasAnswered: (id) => answered.has(id),
    until: (isSo) => new Promise((resolve) => (isSo() ? resolve() : waiting.push({ isSo, resolve }))),
    end() {
      hasEnded = true;
      if (room) room.left -= Math.min(characters, limit);
      record.durationMs = Math.round(now() - startedAt);
    },
  };
}

/** The method of a message, where it has one. */
export function methodOf(json: Json | undefined): string | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json) || !Object.hasOwn(json, "method"))
    return undefined;
  return typeof json.method === "string" ? json.method : undefined;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
