import type { Exchange } from "@mcptest/pack";
import type { CheckResult } from "../report/model.js";
import { MASK } from "../wire/redact.js";

/** Characters of a body that fits into a line for a shell. */
const MAX_BODY = 8 * 1024;
/** Lines for one check. */
const MAX_LINES = 5;
/** Headers that curl makes itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(["host", "content-length", "connection"]);

/**
 * A failed check with `details.reproduce`: for each violation the first request that it cites, as a line for a shell over
 * HTTP, as the line of JSON over stdio. `target` is the redacted URL. A pack that says so itself is left alone.
 */
export function withReproduction(
  check: CheckResult,
  target: string,
  exchangeOf: (number: number) => Exchange | undefined,
): CheckResult {
  if (check.status !== "failed" || Object.hasOwn(check.details ?? {}, "reproduce")) return check;
  const failed = check.subjects?.filter(({ status }) => status === "failed");
  const cited = failed ? failed.map(({ evidence }) => evidence) : [check.evidence ?? []];
  const lines = new Set(cited.flatMap((numbers) => firstLine(numbers, target, exchangeOf) ?? []));
  if (lines.size === 0) return check;
  return { ...check, details: { ...check.details, reproduce: [...lines].slice(0, MAX_LINES) } };
}

function firstLine(
  numbers: readonly number[],
  target: string,
  exchangeOf: (number: number) => Exchange | undefined,
): string | undefined {
  for (const number of numbers) {
    const exchange = exchangeOf(number);
    const line = exchange && reproductionOf(exchange, target);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** How to send one request again, or `undefined` where its body is too long for a line or is no single line. */
export function reproductionOf({ request, transport }: Exchange, target: string): string | undefined {
  if (!request || request.cut || request.body === "" || request.body.length > MAX_BODY) return undefined;
  if (/[\u0000-\u001f\u007f]/.test(request.body)) return undefined;
  if (transport === "stdio") return request.body;
  const headers = request.headers
    .filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${headerWord(name, value)}`);
  const url = quoted(target.replaceAll(MASK, "<secret>"));
  return ["curl -i -sS -N", url, ...headers, `--data-raw ${quoted(request.body)}`].join(" ");
}

/** A value that is masked comes from an environment variable that whoever runs the line has to set. */
function headerWord(name: string, value: string): string {
  if (!value.includes(MASK)) return quoted(`${name}: ${value}`);
  return `${quoted(`${name}: `)}"$${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
