import { at, excerpt, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import type { ViewMessage, VisitRecord } from "../../view/record.js";

/** Messages of one visit. */
type Messages = Pick<VisitRecord, "messages">;

/** A message that is a JSON object. */
export interface ObjectMessage extends ViewMessage {
  json: JsonObject;
}

/** A request or a notification of the view. */
export interface Asked extends ObjectMessage {
  method: string;
  params: Json | undefined;
}

/** What the view posted, in order. */
export function fromView({ messages }: Messages): ViewMessage[] {
  return messages.filter(({ from }) => from === "view");
}

/** The requests and notifications of the view that have one of these methods, or any. Those without `jsonrpc` count too. */
export function asked(record: Messages, ...methods: string[]): Asked[] {
  return fromView(record).flatMap((message) => {
    const method = member(message.json, "method");
    if (!isJsonObject(message) || typeof method !== "string") return [];
    if (methods.length > 0 && !methods.includes(method)) return [];
    return [{ ...message, method, params: member(message.json, "params") }];
  });
}

/** A request of the view: it has a method and an id. */
export function isRequest({ json }: Pick<ObjectMessage, "json">): boolean {
  return member(json, "method") !== undefined && member(json, "id") !== undefined;
}

/** An answer: no method, and a result or an error. */
export function isAnswer(message: ViewMessage): message is ObjectMessage {
  if (!isJsonObject(message) || member(message.json, "method") !== undefined) return false;
  return member(message.json, "result") !== undefined || member(message.json, "error") !== undefined;
}

/** What `from` answered to the request with this id. */
export function answerTo({ messages }: Messages, from: ViewMessage["from"], id: Json): ObjectMessage | undefined {
  return messages.filter(isAnswer).find((message) => message.from === from && member(message.json, "id") === id);
}

/** The request of the host with this id. */
export function hostRequest({ messages }: Messages, id: string): ViewMessage | undefined {
  return messages.find(({ from, json }) => from === "host" && member(json, "id") === id && member(json, "method"));
}

/** Notifications of the host with this method. */
export function told({ messages }: Messages, method: string): ViewMessage[] {
  return messages.filter(({ from, json }) => from === "host" && member(json, "method") === method);
}

/** The first `ui/initialize` of the view: a JSON object with this method, well formed or not. */
export function initializeOf(record: Messages): Asked | undefined {
  return asked(record, "ui/initialize")[0];
}

/** `appCapabilities` of the view. */
export function appCapabilities(record: Messages): Json | undefined {
  return member(initializeOf(record)?.params, "appCapabilities");
}

/** What the host answered to it: the message with the result. */
export function initializeResult(record: Messages): ObjectMessage | undefined {
  const id = member(initializeOf(record)?.json, "id");
  const answer = id === undefined ? undefined : answerTo(record, "host", id);
  return isObject(member(answer?.json, "result")) ? answer : undefined;
}

/** `hostContext` of that answer. */
export function hostContextOf(record: Messages): Json | undefined {
  return at(initializeResult(record)?.json, "result", "hostContext");
}

/** The message that a text is the JSON of: some views post that in its place. */
export function textMessage({ raw, json }: ViewMessage): JsonObject | undefined {
  if (json !== undefined) return undefined;
  try {
    const text: unknown = JSON.parse(raw);
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `message 3: {…}`: where it stands in the log, and what it is. */
export function quote(message: ViewMessage, limit = 160): string {
  return `message ${message.index}: ${message.json === undefined ? shortened(message.raw, limit) : excerpt(message.json, limit)}`;
}

function shortened(raw: string, limit: number): string {
  return raw.startsWith('"') ? `the text ${raw.length > limit ? `${raw.slice(0, limit)}…` : raw}` : excerpt(raw, limit);
}

function isJsonObject(message: ViewMessage): message is ObjectMessage {
  return isObject(message.json);
}
