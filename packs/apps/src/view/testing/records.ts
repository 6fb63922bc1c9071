import type { Json } from "@mcptest/pack";
import type { Look, PageError, Stage, ViewMessage, VisitRecord } from "../record.js";

/** What is posted in a record of a test: who posts it, the message or a text that is none, and when. */
export interface Posted {
  from: ViewMessage["from"];
  json?: Json;
  raw?: string;
  stage?: Stage;
  atMs?: number;
}

export const fromView = (json: Json, more: Partial<Posted> = {}): Posted => ({ from: "view", json, ...more });
export const fromHost = (json: Json, more: Partial<Posted> = {}): Posted => ({ from: "host", json, ...more });
/** A text that a view posts in place of a message. */
export const textFromView = (text: string): Posted => ({ from: "view", raw: JSON.stringify(text) });

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "ui/initialize",
  params: { protocolVersion: "2026-01-26", appInfo: { name: "view", version: "1.0.0" }, appCapabilities: {} },
};
export const INITIALIZED = { jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} };
const ANSWER = { jsonrpc: "2.0", id: 0, result: { hostContext: { theme: "light" }, hostCapabilities: {} } };

/** A whole handshake. */
export const HANDSHAKE: readonly Posted[] = [fromView(INITIALIZE), fromHost(ANSWER), fromView(INITIALIZED)];

/** A record of an ordinary visit with these messages, ten milliseconds apart, and whatever else differs. */
export function recordOf(posted: readonly Posted[], more: Partial<VisitRecord> = {}): VisitRecord {
  const messages = posted.map(
    ({ from, json, raw = JSON.stringify(json), stage = "result", atMs }, index): ViewMessage => ({
      index,
      atMs: atMs ?? index * 10,
      stage,
      from,
      raw,
      ...(json === undefined ? {} : { json }),
    }),
  );
  return {
    profile: "strict",
    scenario: "main",
    ended: "done",
    messages,
    violations: [],
    requests: [],
    errors: [],
    escapes: [],
    calls: [],
    looks: {},
    durationMs: 1_000,
    ...more,
  };
}

/** A record of a view that has ended the handshake, and of what it posted after that. */
export function connected(posted: readonly Posted[] = [], more: Partial<VisitRecord> = {}): VisitRecord {
  return recordOf([...HANDSHAKE, ...posted], { readyMs: 20, ...more });
}

/** An exception of a view. */
export function exception(message: string, stage: Stage = "result", atMs = 100): PageError {
  return { atMs, stage, kind: "exception", message };
}

/** A look at a view of 640 by 400 pixels that shows a text. */
export function lookOf(more: Partial<Look> = {}): Look {
  return {
    text: "Oslo",
    graphics: 0,
    scrollWidth: 640,
    clientWidth: 640,
    scrollHeight: 400,
    clientHeight: 400,
    contentHeight: 400,
    flat: false,
    styles: {},
    title: "A view",
    lang: "en",
    unnamed: 0,
    ...more,
  };
}
