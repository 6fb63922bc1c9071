import { excerpt } from "@mcptest/pack";

/** The keys whose values are those of W3C Trace Context and W3C Baggage (SEP-414). */
export const TRACE_KEYS = ["traceparent", "tracestate", "baggage"] as const;

/** Characters of a value that are looked at. */
const MOST_LENGTH = 16_384;
const MOST_MEMBERS = 32;

const MEMBER_KEY = /^[a-z0-9][a-z0-9_*/@-]{0,255}$/;
const MEMBER_VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const BAGGAGE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** What is wrong with the value of `traceparent`, `tracestate` or `baggage`; `undefined` where it is one. */
export function traceProblem(key: (typeof TRACE_KEYS)[number], value: unknown): string | undefined {
  if (typeof value !== "string") return `it is ${excerpt(value, 80)} and not a string`;
  if (value.length > MOST_LENGTH) return undefined;
  if (key === "traceparent") return traceparentProblem(value);
  return key === "tracestate" ? tracestateProblem(value) : baggageProblem(value);
}

/** `version-traceid-parentid-flags`; a version above `00` may have more behind a hyphen. */
function traceparentProblem(value: string): string | undefined {
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/s.exec(value);
  if (!found) return "it has not the form of 2, 32, 16 and 2 lower-case hex digits with hyphens between";
  const [, version, traceId = "", parentId = "", , more] = found;
  if (version === "ff") return "its version is ff, which is forbidden";
  if (version === "00" && more !== undefined) return "version 00 has nothing behind the flags";
  if (/^0+$/.test(traceId)) return "its trace id is all zeros";
  return /^0+$/.test(parentId) ? "its parent id is all zeros" : undefined;
}

/** Members `key=value` with commas between; empty ones are allowed. */
function tracestateProblem(value: string): string | undefined {
  const members = trimmed(value, ",").filter((member) => member !== "");
  if (members.length > MOST_MEMBERS) return `it has more than ${MOST_MEMBERS} members`;
  const bad = members.find((member) => {
    const at = member.indexOf("=");
    return at < 0 || !MEMBER_KEY.test(member.slice(0, at)) || !MEMBER_VALUE.test(member.slice(at + 1));
  });
  return bad === undefined ? undefined : `its member ${excerpt(bad, 80)} is not key=value as W3C Trace Context has it`;
}

/** Members `key=value` with properties behind semicolons, and commas between. */
function baggageProblem(value: string): string | undefined {
  const bad = trimmed(value, ",").find((member) => {
    const [first = "", ...properties] = trimmed(member, ";");
    return !isPair(first) || !properties.every((property) => isPair(property) || TOKEN.test(property));
  });
  return bad === undefined ? undefined : `its member ${excerpt(bad, 80)} is not key=value as W3C Baggage has it`;
}

function isPair(text: string): boolean {
  const at = text.indexOf("=");
  return at > 0 && TOKEN.test(text.slice(0, at).trim()) && BAGGAGE_VALUE.test(text.slice(at + 1).trim());
}

/** The parts between separators, without the blanks around them. */
function trimmed(text: string, separator: string): string[] {
  return text.split(separator).map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ""));
}
