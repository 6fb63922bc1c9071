import { type Exchange, isObject, type Json, type ReceivedMessage } from "@mcptest/pack";
import { kindOf } from "./came.js";
import { isArrayOfMessages } from "./checks/batch.js";

/** A line of stdout that is no MCP message. */
export interface StrayLine {
  exchange: Exchange;
  message: ReceivedMessage;
}

/** Lines in a row that are joined to see whether they are one message. */
const MOST_JOINED = 500;
/** Characters of them together. */
const MOST_CHARACTERS = 256 * 1024;

/** Lines that are no message of any shape, in the order in which they came. What broke a limit of ours is left out. */
export function strayLines(exchanges: readonly Exchange[]): StrayLine[] {
  return exchanges
    .filter(({ request, outcome, transport }) => request === null && transport === "stdio" && outcome !== "limit")
    .flatMap((exchange) => exchange.messages.map((message) => ({ exchange, message })))
    .filter(({ message: { via, json } }) => via === "line" && kindOf(json) === "other" && !isArrayOfMessages(json));
}

/** Why some lines are messages all the same, framed wrongly (A30). */
export interface BrokenFrame {
  kind: "line-break" | "several";
  lines: StrayLine[];
}

/** Sorts stray lines into messages with broken framing (A30) and all the rest (A31). */
export function sortLines(lines: readonly StrayLine[]): { frames: BrokenFrame[]; rest: StrayLine[] } {
  const frames: BrokenFrame[] = [];
  const rest: StrayLine[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] as StrayLine;
    const frame = severalIn(line) ?? brokenFrom(lines, index);
    if (frame) frames.push(frame);
    else rest.push(line);
    index += frame?.lines.length ?? 1;
  }
  return { frames, rest };
}

/** A message with something behind it on the same line. */
function severalIn(line: StrayLine): BrokenFrame | undefined {
  if (line.message.json !== undefined) return undefined;
  const text = line.message.raw.trim();
  const end = endOfObject(text);
  const isMessageFirst = end !== undefined && end < text.length && isMessageText(text.slice(0, end));
  return isMessageFirst ? { kind: "several", lines: [line] } : undefined;
}

/** A message that begins on the line `from` and goes on over the next ones. */
function brokenFrom(lines: readonly StrayLine[], from: number): BrokenFrame | undefined {
  const first = lines[from] as StrayLine;
  if (first.message.json !== undefined || !first.message.raw.trimStart().startsWith("{")) return undefined;
  const parts: string[] = [];
  let characters = 0;
  for (let index = from; index < lines.length && parts.length < MOST_JOINED; index++) {
    const { exchange, message } = lines[index] as StrayLine;
    characters += message.raw.length;
    if (exchange.connection !== first.exchange.connection || characters > MOST_CHARACTERS) return undefined;
    parts.push(message.raw);
    if (parts.length === 1 || !message.raw.trimEnd().endsWith("}")) continue;
    // Between tokens a line break is white space; inside a text it should have been escaped.
    if (isMessageText(parts.join("\n")) || isMessageText(parts.join("\\n"))) {
      return { kind: "line-break", lines: lines.slice(from, index + 1) };
    }
  }
  return undefined;
}

function isMessageText(text: string): boolean {
  try {
    const json = JSON.parse(text) as Json;
    return isObject(json) && Object.hasOwn(json, "jsonrpc");
  } catch {
    return false;
  }
}

/** Where the object at the beginning of `text` ends. */
function endOfObject(text: string): number | undefined {
  if (!text.startsWith("{")) return undefined;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inText) {
      if (character === "\\") index++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return index + 1;
  }
  return undefined;
}
