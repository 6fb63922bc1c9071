import { decodeHeaderValue, isObject, type Json, member, type RequestSpec } from "@mcptest/pack";

/** A message that a request of a pack would put on the wire. */
export interface SentCall {
  method: string;
  params: Json | undefined;
  /** The body is a call of a tool of its own, and a header alone gives this name. */
  misnamed?: true;
}

/**
 * The messages of a request as any server would read them, or `undefined` where that cannot be told: raw text that is not
 * JSON in the form in which we write it ourselves, since a member that stands twice, an escape or a slip may be read in
 * more ways than one. `spec` has to be plain data that nobody changes any more.
 */
export function messagesOf(spec: RequestSpec): SentCall[] | undefined {
  const bodies = spec.body === undefined ? [{ method: spec.method as Json, params: spec.params }] : parsed(spec.body);
  const calls = bodies?.map((body) => callOf(body as Json));
  return calls?.every((call) => call !== undefined) ? [...calls, ...routed(spec)] : undefined;
}

function parsed(body: string): Json[] | undefined {
  try {
    const value = JSON.parse(body) as Json;
    if (JSON.stringify(value) !== body) return undefined;
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

function callOf(body: Json): SentCall | undefined {
  const method = member(body, "method");
  if (!isObject(body) || (method !== undefined && typeof method !== "string")) return undefined;
  return { method: method ?? "", params: member(body, "params") };
}

/** Headers that say another method or name than the body: a gateway may go by them. */
function routed({ headers = {}, method: own, params, body }: RequestSpec): SentCall[] {
  const value = (name: string) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const method = value("mcp-method");
  const name = value("mcp-name");
  if (typeof method !== "string" && typeof name !== "string") return [];
  const call = { method: method ?? own, params: { name: name ?? member(params, "name") ?? null } };
  const isCall = body === undefined && isToolCall({ method: own, params });
  if (!isCall || typeof name !== "string") return [call];
  return readings(name).map((read) => ({ ...call, params: { name: read }, misnamed: true }));
}

const WRAPPED = /^\s*=\?base64\?(.*)\?=\s*$/s;

/** The names that somebody may read in a header: as it stands, decoded by the rules, and by a decoder that skips slips. */
function readings(value: string): string[] {
  const wrapped = WRAPPED.exec(value)?.[1];
  const lenient = wrapped === undefined ? value.trim() : Buffer.from(wrapped, "base64").toString("utf8");
  return [...new Set([value, decodeHeaderValue(value) ?? value, lenient])];
}

/** True for `tools/call`, also as a lenient server may read it. */
export function isToolCall({ method }: SentCall): boolean {
  return /^[^a-z]*tools[^a-z]*call[^a-z]*$/i.test(method);
}
