import { type HeaderList, header } from "@mcptest/pack";
import { isSensitiveHeader, MASK } from "./redact.js";
import { isPublicHeader, percentDecoded } from "./target.js";
import type { Outgoing } from "./types.js";

/** The header lines of one request: as they go out, and as they are recorded. */
export interface RequestHeaders {
  sent: HeaderList;
  recorded: HeaderList;
}

/** What the header lines are made from. */
export interface HeaderSource {
  url: URL;
  /** Headers of the target. */
  target: HeaderList;
  /** Headers of this message. One of them replaces every header of the target with the same name. */
  own: HeaderList;
  /** Undefined: the request has no body. */
  body?: string;
  keepAlive: boolean;
}

/**
 * Every header line that goes out, in order: Host, those of the message, those of the target, then what HTTP itself
 * needs (Content-Length, Connection), each only if nobody gave it. Node adds nothing to them. Credentials in the URL
 * become an Authorization header, as in every client. Values that the user gave are masked in the recorded lines.
 */
export function requestHeaders(source: HeaderSource): RequestHeaders {
  const own = source.own.map(([name, value]) => line(name, value, isSensitiveHeader(name)));
  const named = new Set(source.own.map(([name]) => name.toLowerCase()));
  const target = source.target
    .filter(([name]) => !named.has(name.toLowerCase()))
    .map(([name, value]) => line(name, value, !isPublicHeader(name)));
  const given: HeaderList = [...own, ...target].map(({ sent }) => sent);
  const before: Line[] = [];
  const after: Line[] = [];
  const lacks = (name: string) => header(given, name) === undefined;
  if (lacks("host")) before.push(line("Host", source.url.host, false));
  const basic = basicAuthorization(source.url);
  if (basic && lacks("authorization")) after.push(line("Authorization", basic, true));
  if (source.body !== undefined && lacks("content-length") && lacks("transfer-encoding")) {
    after.push(line("Content-Length", String(Buffer.byteLength(source.body)), false));
  }
  if (lacks("connection")) after.push(line("Connection", source.keepAlive ? "keep-alive" : "close", false));
  const lines = [...before, ...own, ...target, ...after];
  return { sent: lines.map(({ sent }) => sent), recorded: lines.map(({ recorded }) => recorded) };
}

interface Line {
  sent: [name: string, value: string];
  recorded: [name: string, value: string];
}

function line(name: string, value: string, masked: boolean): Line {
  return { sent: [name, value], recorded: [name, masked ? MASK : value] };
}

function basicAuthorization(url: URL): string | undefined {
  if (url.username === "" && url.password === "") return undefined;
  const pair = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** The header lines of a response as they came. */
export function responseHeaders(rawHeaders: readonly string[]): HeaderList {
  const headers: HeaderList = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] as string, rawHeaders[index + 1] as string]);
  }
  return headers;
}

/** The media type in a Content-Type: lower case, without parameters. Empty when there is none. */
export function mediaType(headers: HeaderList): string {
  return (header(headers, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The coding of a body that is not sent as it is, in lower case; `undefined` for a body that is. */
export function contentCoding(headers: HeaderList): string | undefined {
  const coding = (header(headers, "content-encoding") ?? "").trim().toLowerCase();
  return coding === "" || coding === "identity" ? undefined : coding;
}

/** Headers that belong to one request alone and not to the replies on its stream. */
const NOT_REPEATED =
  /^(?:mcp-method|mcp-name|mcp-param-.*|last-event-id|content-length|transfer-encoding|accept|content-type)$/i;

/**
 * Headers for a message of ours that answers a request on the stream of `outgoing`: the same session, version and other
 * headers, with the media types that a POST needs.
 */
export function replyHeaders(outgoing: Outgoing): HeaderList {
  return [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ...(outgoing.headers ?? []).filter(([name]) => !NOT_REPEATED.test(name)),
  ];
}
