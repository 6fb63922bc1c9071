import { type Exchange, header } from "@mcptest/pack";
import type { ErrorCode } from "../errors/index.js";
import { isTlsCause } from "../wire/http-failure.js";

/** Why a detection ends at once: nothing that says which era the server has (C.2, C.3). */
export interface Stop {
  code: ErrorCode;
  /** What happened, one sentence. As long as what the server sent: to be masked and cut before it is shown. */
  headline: string;
  fix?: string;
  /** A remark beside it. */
  note?: string;
}

/**
 * Says whether `exchange` ends the detection: our own signal, a command that does not start, no connection, 401, 403, 429, 5xx, or a
 * redirect that is not followed (C.3). None of these is an era signal, whatever body comes with it.
 */
export function stopReason(exchange: Exchange): Stop | undefined {
  if (exchange.cause === "ABORTED") return { code: "RUN_STOPPED", headline: "The detection was stopped." };
  if (exchange.outcome === "unreachable") return unreachable(exchange);
  const { status } = exchange;
  if (exchange.transport === "stdio" || status === undefined) return undefined;
  if (status === 401) return unauthorized(exchange);
  if (status === 403) return forbidden(exchange);
  if (status === 429 || status >= 500) {
    return { code: "SERVER_HTTP_STATUS", headline: `The endpoint answers with HTTP ${status}.` };
  }
  if (status < 300 || status >= 400) return undefined;
  return {
    code: "SERVER_HTTP_STATUS",
    headline: sentence(exchange.problem ?? `HTTP ${status}`),
    fix: "Give the address that it redirects to, if that is the server you mean.",
  };
}

/** What to do about a server that answers for certain host names only, as a guard against DNS rebinding. */
export const HOST_FIX =
  "Try the other of localhost and 127.0.0.1, or add the host of the URL to the allowed hosts of the server.";

function forbidden({ messages }: Exchange): Stop {
  const aboutHost = messages.some(({ raw }) => /\bhost\b/i.test(raw.slice(0, 1_000)));
  return {
    code: "SERVER_FORBIDDEN",
    headline: "The server forbids the request (HTTP 403).",
    ...(aboutHost ? { fix: HOST_FIX } : {}),
  };
}

function unauthorized({ headers }: Exchange): Stop {
  const bare = header(headers, "WWW-Authenticate") === undefined;
  return {
    code: "SERVER_AUTHORIZATION",
    headline: "The server wants credentials (HTTP 401).",
    ...(bare ? { note: "the 401 has no WWW-Authenticate header, so a client cannot find out where to log in" } : {}),
  };
}

function unreachable({ transport, cause = "", problem = "nothing could be sent" }: Exchange): Stop {
  if (transport === "stdio") return notStarted(cause, problem);
  if (isTlsCause(cause)) {
    return { code: "SERVER_TLS", headline: sentence(problem), ...(isNoTls(cause, problem) ? { fix: NO_TLS_FIX } : {}) };
  }
  return { code: "SERVER_UNREACHABLE", headline: sentence(problem) };
}

function notStarted(cause: string, problem: string): Stop {
  const stop: Stop = { code: "SERVER_COMMAND_NOT_FOUND", headline: problem };
  return cause === "EACCES" || cause === "EPERM" || cause === "ENOEXEC" ? { ...stop, fix: EXECUTE_FIX } : stop;
}

const EXECUTE_FIX =
  "Make the file executable (chmod +x), or name the program that runs it before it, such as node server.js.";

const NO_TLS_FIX = "Write http:// in place of https://: what listens on that port does not speak TLS.";

/** The other side answered the TLS handshake with something else, as a plain HTTP server does. */
function isNoTls(cause: string, problem: string): boolean {
  return cause === "ERR_SSL_WRONG_VERSION_NUMBER" || /wrong version number|packet length too long/i.test(problem);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? "" : "."}`;
}
