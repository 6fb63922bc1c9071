import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type Exchange, excerpt, isObject, type Json, member } from "@mcptest/pack";
import { McptestError } from "../errors/index.js";
import { TRANSCRIPT_VERSION, type TranscriptHeader } from "../report/recorded.js";
import { createTranscript } from "../wire/transcript.js";
import type { Transcript } from "../wire/types.js";

/** A saved transcript. */
export interface SavedTranscript {
  header: TranscriptHeader;
  /** Its exchanges, whole where they were saved whole. It is the reader's to dispose. */
  transcript: Transcript;
}

/** Reads what `--save-transcript` wrote. Throws `TRANSCRIPT_UNREADABLE` with the line that is wrong. */
export async function readTranscript(file: string): Promise<SavedTranscript> {
  const base = createTranscript({ secrets: [] });
  /** Bodies that were cut when they were saved must not count as whole. */
  const cut = new Map<number, Exchange>();
  const numbers = new Set<number>();
  let header: TranscriptHeader | undefined;
  let place = 0;
  try {
    const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      place++;
      if (line === "") continue;
      const value = JSON.parse(line) as Json;
      if (header === undefined) {
        header = headerOf(value);
        continue;
      }
      const exchange = exchangeOf(value);
      if (numbers.has(exchange.number)) throw new TypeError(`exchange ${exchange.number} is there twice`);
      numbers.add(exchange.number);
      if (isCut(exchange)) cut.set(exchange.number, exchange);
      else base.record(exchange);
    }
    if (header === undefined) throw new TypeError("it is empty");
    if (numbers.size !== header.exchanges)
      throw new TypeError(`it ends here with ${numbers.size} of ${header.exchanges} exchanges`);
  } catch (thrown) {
    base.dispose();
    const why = thrown instanceof Error ? (thrown.message.split("\n", 1)[0] ?? "") : "it cannot be read";
    const where = place === 0 ? file : `${file}, line ${place}`;
    throw new McptestError("TRANSCRIPT_UNREADABLE", `${where}: ${why}`, { cause: thrown });
  }
  return { header, transcript: withCut(base, cut) };
}

function withCut(base: Transcript, cut: ReadonlyMap<number, Exchange>): Transcript {
  return {
    ...base,
    get: (number) => cut.get(number) ?? base.get(number),
    full: (number) => cut.get(number) ?? base.full(number),
    all: () => [...base.all(), ...cut.values()].sort((one, other) => one.number - other.number),
  };
}

function isCut({ request, messages }: Exchange): boolean {
  return request?.cut === true || messages.some((message) => message.cut === true);
}

function headerOf(value: Json): TranscriptHeader {
  const version = member(value, "mcptestTranscript");
  if (version === undefined)
    throw new TypeError("its first line is not that of a transcript with the facts of the run");
  if (version !== TRANSCRIPT_VERSION)
    throw new TypeError(`its form is ${excerpt(version, 20)}, not ${TRANSCRIPT_VERSION}`);
  const servers = member(value, "servers");
  if (!Array.isArray(servers) || !servers.every(isServer)) throw new TypeError("its first line has no list of servers");
  if (!Number.isSafeInteger(member(value, "exchanges")))
    throw new TypeError("its first line does not say how many exchanges follow");
  return value as unknown as TranscriptHeader;
}

function isServer(value: Json): boolean {
  const lanes = member(value, "lanes");
  return (
    hasTexts(value, "name", "target") &&
    isTransport(value) &&
    Array.isArray(lanes) &&
    lanes.every((lane) => isLane(lane))
  );
}

function isLane(value: Json): boolean {
  const negotiated = member(value, "negotiated");
  const packs = member(value, "packs");
  return (
    hasTexts(value, "id", "connection") &&
    isTexts(member(value, "connections")) &&
    hasTexts(negotiated, "era", "protocolVersion") &&
    isTransport(negotiated) &&
    ["undefined", "number"].includes(typeof member(value, "judgedTo")) &&
    isObject(member(negotiated, "capabilities")) &&
    isMapped(member(value, "mapped")) &&
    Array.isArray(packs) &&
    packs.every((pack) => hasTexts(pack, "name", "version"))
  );
}

function isMapped(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.every((extension) => hasTexts(extension, "id")));
}

/** One exchange of the file. The response is the message that it was saved from, as it was when it came. */
function exchangeOf(value: Json): Exchange {
  const messages = member(value, "messages");
  const request = member(value, "request");
  const isExchange =
    Number.isSafeInteger(member(value, "number")) &&
    hasTexts(value, "connection", "sentAt", "outcome") &&
    isTransport(value) &&
    isObject(member(value, "tags")) &&
    isHeaders(member(value, "headers")) &&
    (request === null || (hasTexts(request, "body", "sha256") && isHeaders(member(request, "headers")))) &&
    Array.isArray(messages) &&
    messages.every(
      (message) => hasTexts(message, "raw", "sha256") && typeof member(message, "byteLength") === "number",
    );
  if (!isExchange) throw new TypeError("this is no exchange");
  if (!hasTimes(value)) throw new TypeError("this exchange does not say when it was sent and what came when");
  const exchange = value as unknown as Exchange;
  const response = JSON.stringify(exchange.response);
  const own = exchange.response && exchange.messages.find(({ json }) => JSON.stringify(json) === response)?.json;
  return isObject(own) ? { ...exchange, response: own } : exchange;
}

/** Rules about time would judge nothing without them. */
function hasTimes(value: Json): boolean {
  const messages = member(value, "messages") as Json[];
  const durations = [member(value, "durationMs"), ...messages.map((message) => member(message, "afterMs"))];
  return ISO_8601.test(String(member(value, "sentAt"))) && durations.every((duration) => Number(duration ?? -1) >= 0);
}

/** As it is written here. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function isHeaders(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((line) => isTexts(line) && (line as string[]).length === 2);
}

function isTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTransport(value: Json | undefined): boolean {
  return ["http", "stdio"].includes(member(value, "transport") as string);
}

function hasTexts(value: Json | undefined, ...names: string[]): boolean {
  return names.every((name) => typeof member(value, name) === "string");
}
