import { type HeaderList, header } from "@mcptest/pack";
import { displayUrl } from "./target.js";

/** Redirects of one request that are followed. */
const MAX_REDIRECTS = 5;

/** What to do about a response: follow it to `to`, or take it as it is, with `problem` when it is a redirect. */
export interface Redirect {
  to?: URL;
  problem?: string;
}

/**
 * 307 and 308 to the same origin are followed, `followed` times so far; every other redirect stops the request (C.3), so
 * that no credentials travel to another origin.
 */
export function redirectOf(status: number, headers: HeaderList, from: URL, followed: number): Redirect {
  if (status < 300 || status > 399) return {};
  const location = header(headers, "location");
  if (location === undefined) return { problem: `HTTP ${status} without a Location` };
  if (!URL.canParse(location, from.href)) return { problem: `HTTP ${status} to a Location that is no URL` };
  const to = new URL(location, from);
  const shown = displayUrl(to.href);
  if (status !== 307 && status !== 308)
    return { problem: `HTTP ${status} redirects to ${shown}, which is not followed` };
  if (to.origin !== from.origin) {
    return { problem: `HTTP ${status} redirects to another origin, ${shown}, which is not followed` };
  }
  if (followed >= MAX_REDIRECTS) return { problem: `more than ${MAX_REDIRECTS} redirects, the last one to ${shown}` };
  to.username = from.username;
  to.password = from.password;
  to.hash = "";
  return { to };
}
