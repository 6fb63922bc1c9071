import { type HeaderList, unavailable } from "@mcptest/pack";
import type { Target } from "../wire/types.js";

/** Headers that name a principal: the first one's are never sent beside the second one's. */
const CREDENTIALS: readonly string[] = ["authorization", "cookie", "proxy-authorization"];

/**
 * The same endpoint as the second principal: its headers in place of those of the same name, and no other credentials
 * of the first. Throws an `Unavailable`: not applicable over stdio, where there is one principal; else what to configure.
 */
export function targetOfSecondIdentity(target: Target, headers: HeaderList | undefined): Target {
  if (target.kind === "stdio") {
    throw unavailable("over stdio there is only one principal", { notApplicable: true });
  }
  if (headers === undefined || headers.length === 0) {
    throw unavailable("no second identity is configured: give its headers with --second-identity or secondIdentity");
  }
  const replaced = new Set([...CREDENTIALS, ...headers.map(([name]) => name.toLowerCase())]);
  const kept = target.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...target, url: withoutUserInfo(target.url), headers: [...kept, ...headers] };
}

/** User name and password of a URL are credentials as well. A URL without them stays as it is, byte for byte. */
function withoutUserInfo(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === "" && url.password === "") return text;
  url.username = "";
  url.password = "";
  return url.href;
}
