import { type Exchange, excerpt, header, META, member, sentJson } from "@mcptest/pack";

/** The version that a request names in `_meta`, or `undefined`. */
export function versionSent(exchange: Exchange): string | undefined {
  const meta = member(member(sentJson(exchange), "params"), "_meta");
  const version = member(meta, META.protocolVersion);
  return typeof version === "string" ? version : undefined;
}

/** The version that an `initialize` asks for. */
function handshakeVersion(exchange: Exchange): unknown {
  return member(member(sentJson(exchange), "params"), "protocolVersion");
}

/** What is wrong with `data` of a `-32022`: kind and words, or `undefined`. */
export function refusalProblem(exchange: Exchange, data: unknown): { kind: string; came: string } | undefined {
  const supported = member(data, "supported");
  if (!Array.isArray(supported) || supported.some((version) => typeof version !== "string")) {
    return { kind: "supported", came: `data.supported is ${excerpt(supported, 120)} and not an array of strings` };
  }
  const requested = member(data, "requested");
  const sent = versionSent(exchange);
  const ofHandshake = exchange.method === "initialize" ? handshakeVersion(exchange) : undefined;
  const inHeader = exchange.request ? header(exchange.request.headers, "MCP-Protocol-Version") : undefined;
  if (typeof requested !== "string") {
    return { kind: "requested", came: `data.requested is ${excerpt(requested, 80)} and not the version that was sent` };
  }
  if (sent !== undefined && requested !== sent && requested !== inHeader && requested !== ofHandshake) {
    return {
      kind: "requested",
      came: `data.requested is ${excerpt(requested, 80)}, and ${excerpt(sent, 80)} was sent`,
    };
  }
  return undefined;
}

/** `data.supported` where it is an array of strings. */
export function supportedIn(data: unknown): string[] | undefined {
  const supported = member(data, "supported");
  const isList = Array.isArray(supported) && supported.every((version) => typeof version === "string");
  return isList ? (supported as string[]) : undefined;
}
