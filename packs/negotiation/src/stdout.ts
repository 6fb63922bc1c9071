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
/** Characters of a whole record that are looked at for messages over several lines; all further lines stand alone. */
const MOST_SCANNED = 64 * 1024 * 1024;

/**
 * Lines that are no message of any shape, in the order in which they came. What broke a limit of ours is left out, and so is
 * the beginning of a message in whose middle the process was ended.
 */
export function strayLines(exchanges: readonly Exchange[]): StrayLine[] {
  return exchanges
    .filter(({ request, outcome, transport }) => request === null && transport === "stdio" && outcome !== "limit")
    .flatMap((exchange) => exchange.messages.map((message) => ({ exchange, message })))
    .filter(({ message: { via, json } }) => via === "line" && kindOf(json) === "other" && !isArrayOfMessages(json))
    .filter(({ message }) => !isCut(message));
}

function isCut({ raw, json, problem = "" }: ReceivedMessage): boolean {
  return json === undefined && problem.includes("not ended by a line feed") && raw.trimStart().startsWith("{");
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
  const budget = { characters: MOST_SCANNED };
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] as StrayLine;
    const frame = severalIn(line) ?? brokenFrom(lines, index, budget);
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
function brokenFrom(
  lines: readonly StrayLine[],
  from: number,
  budget: { characters: number },
): BrokenFrame | undefined {
  const first = lines[from] as StrayLine;
  if (first.message.json !== undefined || !first.message.raw.trimStart().startsWith("{")) return undefined;
  const parts: string[] = [];
  const scan = newScan();
  let characters = 0;
  for (let index = from; index < lines.length && parts.length < MOST_JOINED; index++) {
    const { exchange, message } = lines[index] as StrayLine;
    characters += message.raw.length;
    budget.characters -= message.raw.length;
    if (exchange.connection !== first.exchange.connection || characters > MOST_CHARACTERS) return undefined;
    if (budget.characters < 0) return undefined;
    parts.push(message.raw);
    const end = endIn(scan, `${message.raw}\n`);
    if (end === undefined) continue;
    // What has ended is a message now, or with more lines never.
    if (parts.length === 1 || message.raw.slice(end).trim() !== "") return undefined;
    // Between tokens a line break is white space; inside a text it should have been escaped.
    const isMessage = isMessageText(parts.join("\n")) || isMessageText(parts.join("\\n"));
    return isMessage ? { kind: "line-break", lines: lines.slice(from, index + 1) } : undefined;
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
  return text.startsWith("{") ? endIn(newScan(), text) : undefined;
}

/** How far an object was read. */
interface Scan {
  depth: number;
  inText: boolean;
  isEscaped: boolean;
}

function newScan(): Scan {
  return { depth: 0, inText: false, isEscaped: false };
}

/** Reads on in an object, and gives where in `text` it ends. */
function endIn(scan: Scan, text: string): number | undefined {
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (scan.isEscaped) scan.isEscaped = false;
    else if (scan.inText) {
      if (character === "\\") scan.isEscaped = true;
      else if (character === '"') scan.inText = false;
    } else if (character === '"') scan.inText = true;
    else if (character === "{" || character === "[") scan.depth++;
    else if ((character === "}" || character === "]") && --scan.depth === 0) return index + 1;
  }
  return undefined;
}
