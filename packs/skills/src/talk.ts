import { type Connection, type Exchange, errorOf, excerpt, member, type PackHost, resultOf } from "@mcptest/pack";

/** Codes of JSON-RPC errors. */
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
/** Of an unknown resource before 2026-07-28. */
export const RESOURCE_NOT_FOUND = -32002;

/** Reads a resource. */
export function readUri(host: PackHost, on: Connection, uri: string, defect?: string): Promise<Exchange> {
  return host.exchange(on, { method: "resources/read", params: { uri }, ...(defect === undefined ? {} : { defect }) });
}

/** The code of the error that came. */
export function codeOf(exchange: Exchange): unknown {
  return member(errorOf(exchange), "code");
}

/** A result came, whatever is in it. */
export function succeeded(exchange: Exchange): boolean {
  return resultOf(exchange) !== undefined;
}

/** A request as it is told: `skills/get skill://a/SKILL.md`. */
export function sentWords(method: string, uri?: string): string {
  return uri === undefined ? method : `${method} ${excerpt(uri, 160)}`;
}
