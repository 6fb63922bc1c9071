import {
  type Era,
  type ExchangeTags,
  encodeHeaderValue,
  type HeaderList,
  isObject,
  type Json,
  type JsonObject,
  META,
  member,
  nameParameter,
  type RequestSpec,
  type Transport,
} from "@mcptest/pack";
import type { Outgoing } from "../wire/types.js";

/** What every request of one lane has in common (L1). */
export interface RequestBase {
  transport: Transport;
  era: Era;
  protocolVersion: string;
  clientInfo: { name: string; version: string };
  /** Legacy HTTP: the session id that the answer to `initialize` carried. */
  sessionId?: string;
  /** Milliseconds for a request that states no limit of its own. */
  timeoutMs: number;
  /** Gives ids that were never used before on this target. */
  nextId: () => number;
}

/** The first revision that wants `MCP-Protocol-Version` on every request after `initialize`. */
const VERSION_HEADER_SINCE = "2025-06-18";

/**
 * Builds one message: the base request of the lane (L1) with the changes that `spec` states, and no other difference.
 * A modern request has the full `_meta` and, over HTTP, every header that goes with it; a modern notification the same
 * headers without `Mcp-Name` (J24). A legacy request has neither, but the session and version headers of its revision.
 */
export function buildRequest(base: RequestBase, spec: RequestSpec, tags: ExchangeTags): Outgoing {
  if (spec.httpMethod !== undefined && spec.httpMethod !== "POST") return withoutBody(base, spec, tags);
  const id: Json | undefined = spec.notification ? undefined : spec.id !== undefined ? spec.id : base.nextId();
  const params = buildParams(base, spec);
  const body = JSON.stringify({ jsonrpc: "2.0", id, method: spec.method, params });
  const awaited = spec.body === undefined ? id : spec.id;
  return {
    body: spec.body ?? body,
    ...(base.transport === "http" ? { headers: changeHeaders(buildHeaders(base, spec), spec.headers) } : {}),
    ...(awaited !== undefined ? { id: awaited } : {}),
    method: spec.method,
    timeoutMs: spec.timeoutMs ?? base.timeoutMs,
    tags: spec.defect === undefined ? tags : { ...tags, defect: spec.defect },
    ...(spec.freshSocket ? { freshSocket: true } : {}),
  };
}

/** A GET or a DELETE: nothing in the body, and no response to wait for. */
function withoutBody(base: RequestBase, spec: RequestSpec, tags: ExchangeTags): Outgoing {
  const accept: HeaderList = spec.httpMethod === "GET" ? [["Accept", "text/event-stream"]] : [];
  const lane: HeaderList =
    base.era === "modern" ? [["MCP-Protocol-Version", base.protocolVersion]] : sessionHeaders(base);
  return {
    body: spec.body ?? "",
    httpMethod: spec.httpMethod,
    headers: changeHeaders([...accept, ...lane], spec.headers),
    timeoutMs: spec.timeoutMs ?? base.timeoutMs,
    tags: spec.defect === undefined ? tags : { ...tags, defect: spec.defect },
    ...(spec.freshSocket ? { freshSocket: true } : {}),
  };
}

function buildParams(base: RequestBase, spec: RequestSpec): JsonObject | undefined {
  const own = member(spec.params, "_meta");
  if (own !== undefined && !isObject(own)) return spec.params;
  const meta = new Map<string, Json>(base.era === "modern" ? modernMeta(base, spec) : []);
  for (const [key, value] of Object.entries(own ?? {})) meta.set(key, value);
  for (const [key, value] of Object.entries(spec.meta ?? {})) {
    if (value === undefined) meta.delete(key);
    else meta.set(key, value);
  }
  if (meta.size === 0 && base.era === "legacy" && own === undefined) return spec.params;
  return { ...spec.params, _meta: Object.fromEntries(meta) };
}

function modernMeta(base: RequestBase, spec: RequestSpec): [string, Json][] {
  const capabilities: JsonObject = { ...spec.capabilities };
  if (spec.extensions) {
    const others = member(spec.capabilities, "extensions");
    capabilities.extensions = { ...(isObject(others) ? others : {}), ...spec.extensions };
  }
  return [
    [META.protocolVersion, base.protocolVersion],
    [META.clientInfo, { ...base.clientInfo }],
    [META.clientCapabilities, capabilities],
  ];
}

function buildHeaders(base: RequestBase, spec: RequestSpec): HeaderList {
  const headers: HeaderList = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
  ];
  if (base.era === "modern") {
    headers.push(["MCP-Protocol-Version", base.protocolVersion], ["Mcp-Method", spec.method]);
    const parameter = spec.notification ? undefined : nameParameter(spec.method);
    const name = parameter === undefined ? undefined : member(spec.params, parameter);
    if (typeof name === "string") headers.push(["Mcp-Name", encodeHeaderValue(name)]);
  } else if (spec.method !== "initialize") {
    headers.push(...sessionHeaders(base));
  }
  return headers;
}

/** The headers that tie a legacy HTTP request to its session: the version from 2025-06-18 on, and the session id. */
export function sessionHeaders(base: Pick<RequestBase, "protocolVersion" | "sessionId">): HeaderList {
  const headers: HeaderList = [];
  if (base.protocolVersion >= VERSION_HEADER_SINCE) headers.push(["MCP-Protocol-Version", base.protocolVersion]);
  if (base.sessionId !== undefined) headers.push(["Mcp-Session-Id", base.sessionId]);
  return headers;
}

/** Sets or, with `null`, removes headers. A header that is set stays in its place and takes the case of the change. */
function changeHeaders(headers: HeaderList, changes: RequestSpec["headers"]): HeaderList {
  let changed = headers;
  for (const [name, value] of Object.entries(changes ?? {})) {
    const wanted = name.toLowerCase();
    const place = changed.findIndex(([key]) => key.toLowerCase() === wanted);
    if (value === null) changed = changed.filter(([key]) => key.toLowerCase() !== wanted);
    else if (place === -1) changed = [...changed, [name, value]];
    else changed = changed.with(place, [name, value]);
  }
  return changed;
}
