import type { ExchangeOutcome } from "@mcptest/pack";

/** How a request failed below HTTP, or in its framing. */
export interface HttpFailure {
  outcome: ExchangeOutcome;
  problem: string;
  cause: string;
}

/** What was known when the error came. */
export interface FailurePoint {
  /** `host:port` for the message. */
  host: string;
  /** The connection stood, so bytes of ours may have been read. */
  connected: boolean;
  /** The request went over a connection that had carried another one before. */
  reused: boolean;
  /** The head of the response had come. */
  inBody: boolean;
}

const TEXTS: ReadonlyMap<string, (host: string) => string> = new Map([
  ["ECONNREFUSED", (host: string) => `connection refused by ${host}`],
  ["ENOTFOUND", (host: string) => `the name of ${host} cannot be found`],
  ["EAI_AGAIN", (host: string) => `the name of ${host} cannot be looked up now`],
  ["EHOSTUNREACH", (host: string) => `no route to ${host}`],
  ["ENETUNREACH", (host: string) => `no network route to ${host}`],
  ["ETIMEDOUT", (host: string) => `no connection to ${host} in time`],
]);

/** Codes of Node for a TLS peer or certificate that is not accepted; OpenSSL's own begin with ERR_SSL or are EPROTO. */
const TLS_CODE =
  /^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|CRL_|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE|ERROR_IN_C)/;

/** True when `cause` is a code of TLS: the handshake, or a certificate that is not accepted. */
export function isTlsCause(cause: string): boolean {
  return TLS_CODE.test(cause);
}

/** Says what `error` means for an exchange. */
export function httpFailure(error: unknown, point: FailurePoint): HttpFailure {
  const cause = codeOf(error);
  const words = error instanceof Error && error.message !== "" ? error.message : "the connection failed";
  if (cause === "HPE_HEADER_OVERFLOW") {
    return { outcome: "limit", problem: `the response headers are larger than Node allows (${cause})`, cause };
  }
  if (cause.startsWith("HPE_")) {
    return { outcome: "closed", problem: `${point.host} answered with something that is not HTTP (${cause})`, cause };
  }
  const known = TEXTS.get(cause)?.(point.host);
  if (!point.connected) {
    const problem = isTlsCause(cause) ? `TLS with ${point.host} failed: ${firstLine(words)}` : (known ?? words);
    return { outcome: "unreachable", problem: `${problem} (${cause})`, cause };
  }
  const when = point.inBody ? "inside the response" : "before a response came";
  const reused = point.reused ? ", on a connection kept from an earlier request" : "";
  return { outcome: "closed", problem: `the connection to ${point.host} ended ${when}${reused} (${cause})`, cause };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "ERROR";
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
