import { open } from "node:fs/promises";
import { type Exchange, isObject, type ReceivedMessage, type SentMessage } from "@mcptest/pack";
import { parseJson } from "./message.js";
import { createRedactor } from "./redact.js";
import { createSpill } from "./spill.js";
import type { Transcript } from "./types.js";

/** Bytes of a body that stay in a recorded copy. */
const RECORDED_BYTES = 64 * 1024;
/** The same once the record holds so much: reading files, large and small, is then no matter of memory. */
const BUSY_BYTES = 16 * 1024;
const BUSY_AT_BYTES = 1024 * 1024;
/** Bytes that stay of a body which is cut then. */
const BUSY_KEPT_BYTES = 4 * 1024;
/** Bytes of a body that stay once the record as a whole has grown past its share of memory. */
const SCARCE_BYTES = 1024;

/** What a transcript is made with. */
export interface TranscriptOptions {
  /** Every value that must not be shown: `secretsOf` of each target and whatever else the user calls secret. */
  secrets: Iterable<string>;
  /** Bytes of recorded bodies kept in memory before later ones are cut shorter. Default 64 MiB. */
  memoryBytes?: number;
  /** Bytes of large bodies kept on disk; further ones are only cut. Default 1 GiB. */
  diskBytes?: number;
}

/**
 * Makes the record of a run. What goes in is copied and redacted at the door. Bodies above 64 KiB are cut, above 16 KiB once
 * the record holds 1 MiB; their whole
 * redacted text lies in a temporary file, named by the hash of the raw bytes, until `dispose` or the end of the process.
 */
export function createTranscript(options: TranscriptOptions): Transcript {
  const redactor = createRedactor(options.secrets);
  const spill = createSpill(options.diskBytes ?? 1024 ** 3);
  const memoryBytes = options.memoryBytes ?? 64 * 1024 * 1024;
  const exchanges = new Map<number, Exchange>();
  /** Recorded copies by what they were made from: an open stream is recorded again with each message. */
  const copies = new WeakMap<object, ReceivedMessage | SentMessage>();
  /** Recorded messages whose original was JSON. */
  const parsed = new WeakSet<ReceivedMessage>();
  /** Which message of a recorded exchange is its response. */
  const responses = new WeakMap<Exchange, number>();
  let lastNumber = 0;
  let kept = 0;

  /** The text to keep of a body, cut if it is large. */
  function keep(raw: string, byteLength: number, sha256: string): { text: string; cut: boolean } {
    const text = redactor.text(raw);
    const isBusy = kept > BUSY_AT_BYTES;
    const limit = kept > memoryBytes ? SCARCE_BYTES : isBusy ? BUSY_BYTES : RECORDED_BYTES;
    const cut = byteLength > limit;
    if (cut) spill.write(sha256, text);
    const result = cut ? firstBytes(text, isBusy ? Math.min(limit, BUSY_KEPT_BYTES) : limit) : text;
    kept += result.length;
    return { text: result, cut };
  }

  function recordedMessage(message: ReceivedMessage): ReceivedMessage {
    const known = copies.get(message) as ReceivedMessage | undefined;
    if (known) return known;
    const { text, cut } = keep(message.raw, message.byteLength, message.sha256);
    const { json, problem, event, ...rest } = message;
    const copy: ReceivedMessage = { ...rest, raw: text };
    if (event !== undefined) copy.event = redactor.text(event);
    if (json !== undefined) parsed.add(copy);
    if (cut) copy.cut = true;
    else if (json !== undefined) copy.json = redactor.value(json);
    if (problem !== undefined) copy.problem = redactor.text(problem);
    copies.set(message, copy);
    return copy;
  }

  function recordedRequest(request: SentMessage): SentMessage {
    const known = copies.get(request) as SentMessage | undefined;
    if (known) return known;
    const { text, cut } = keep(request.body, request.byteLength, request.sha256);
    const copy: SentMessage = { ...request, headers: redactor.headers(request.headers), body: text };
    if (cut) copy.cut = true;
    copies.set(request, copy);
    return copy;
  }

  function recorded(exchange: Exchange): Exchange {
    const { response, problem, id, method, resume, ...rest } = exchange;
    const messages = exchange.messages.map(recordedMessage);
    const copy: Exchange = {
      ...rest,
      tags: { ...exchange.tags },
      request: exchange.request && recordedRequest(exchange.request),
      headers: redactor.headers(exchange.headers),
      messages,
    };
    if (id !== undefined) copy.id = redactor.value(id);
    if (method !== undefined) copy.method = redactor.text(method, { whole: true });
    if (problem !== undefined) copy.problem = redactor.text(problem);
    if (resume !== undefined) copy.resume = redactor.value(resume);
    if (response) {
      const index = exchange.messages.findIndex((message) => message.json === response);
      responses.set(copy, index);
      setResponse(copy, index);
    }
    return copy;
  }

  function setResponse(exchange: Exchange, index: number): void {
    const json = exchange.messages[index]?.json;
    if (isObject(json)) exchange.response = json;
  }

  function wholeReceived(message: ReceivedMessage): ReceivedMessage {
    const raw = message.cut && spill.read(message.sha256);
    if (raw === undefined) return message;
    const { cut: _, ...whole } = { ...message, raw };
    const json = parsed.has(message) ? parseJson(raw).json : undefined;
    return json === undefined ? whole : { ...whole, json };
  }

  function wholeRequest(request: SentMessage): SentMessage {
    const body = request.cut && spill.read(request.sha256);
    if (body === undefined) return request;
    const { cut: _, ...whole } = { ...request, body };
    return whole;
  }

  function wholeExchange(exchange: Exchange): Exchange {
    const { request, messages } = exchange;
    if (!request?.cut && !messages.some((message) => message.cut)) return exchange;
    const copy = { ...exchange, request: request && wholeRequest(request), messages: messages.map(wholeReceived) };
    const index = responses.get(exchange);
    if (index !== undefined) setResponse(copy, index);
    return copy;
  }

  return {
    nextNumber: () => ++lastNumber,
    record(exchange) {
      exchanges.set(exchange.number, recorded(exchange));
    },
    get: (number) => exchanges.get(number),
    all: () => [...exchanges.values()].sort((one, other) => one.number - other.number),
    full(number) {
      const exchange = exchanges.get(number);
      return exchange && wholeExchange(exchange);
    },
    redact: (value) => redactor.value(value),
    dispose: () => spill.dispose(),
  };
}

/** The longest beginning of `text` whose UTF-8 form has at most `limit` bytes. */
function firstBytes(text: string, limit: number): string {
  const bytes = new Uint8Array(limit);
  const { written } = new TextEncoder().encodeInto(text.slice(0, limit), bytes);
  // A copy: a slice would hold the whole text in memory.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, written));
}

/**
 * Writes `header`, redacted and with the number of `exchanges`, and then every exchange of `transcript`, whole bodies
 * included, as one line of JSON each into `file`, which only its owner may read. Rejects with the error of the file system.
 */
export async function saveTranscript(transcript: Transcript, file: string, header: object): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    const all = transcript.all();
    await handle.write(`${JSON.stringify(transcript.redact({ ...header, exchanges: all.length }))}\n`);
    for (const { number } of all) await handle.write(`${JSON.stringify(transcript.full(number))}\n`);
  } finally {
    await handle.close();
  }
}
