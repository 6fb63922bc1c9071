import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange, Json } from "@mcptest/pack";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sentMessage } from "./exchange-log.js";
import { DEFAULT_LIMITS } from "./limits.js";
import { readMessage, sha256 } from "./message.js";
import { MASK } from "./redact.js";
import { createTranscript, saveTranscript, type TranscriptOptions } from "./transcript.js";
import type { Transcript } from "./types.js";

/** The temporary folder of these tests, so that what a transcript leaves there can be seen. */
let folder: string;
let oldFolder: string | undefined;
const made: Transcript[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "transcript-test-"));
  oldFolder = process.env.TMPDIR;
  process.env.TMPDIR = folder;
});
afterEach(() => {
  for (const transcript of made.splice(0)) transcript.dispose();
  if (oldFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = oldFolder;
  rmSync(folder, { recursive: true });
});

function transcriptWith(options: Partial<TranscriptOptions> = {}): Transcript {
  const transcript = createTranscript({ secrets: ["secret-1"], ...options });
  made.push(transcript);
  return transcript;
}

function message(text: string) {
  return readMessage(Buffer.from(text), { via: "body", limits: DEFAULT_LIMITS }).message;
}

function exchange(number: number, texts: string[], more: Partial<Exchange> = {}): Exchange {
  const messages = texts.map(message);
  return {
    number,
    tags: { lane: "l", identity: "first" },
    transport: "http",
    connection: "http-1",
    sentAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    request: sentMessage("{}"),
    outcome: "answered",
    headers: [],
    messages,
    ...more,
  };
}

const large = (secret = "") => JSON.stringify({ id: 1, result: { secret, text: "é".repeat(50_000) } });
const files = () =>
  readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)));

describe("createTranscript", () => {
  it("numbers, keeps and replaces exchanges in order", () => {
    const transcript = transcriptWith();
    expect([transcript.nextNumber(), transcript.nextNumber(), transcript.nextNumber()]).toEqual([1, 2, 3]);
    transcript.record(exchange(3, []));
    transcript.record(exchange(1, ["1"]));
    transcript.record(exchange(3, ["3"]));
    expect(transcript.all().map(({ number, messages }) => [number, messages.length])).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(transcript.get(2)).toBeUndefined();
    expect(transcript.full(2)).toBeUndefined();
  });

  it("masks secrets wherever an exchange may hold them, and changes nothing of the original", () => {
    const transcript = transcriptWith();
    const original = exchange(1, ['{"id":1,"result":{"secret-1":["x secret-1"]}}', "secret-1 is no JSON"], {
      request: sentMessage('{"a":"secret-1"}', [["X-Key", "secret-1"]]),
      headers: [
        ["Location", "/?t=secret-1"],
        ["Set-Cookie", "a=b"],
      ],
      id: "secret-1",
      method: "m/secret-1",
      problem: "no secret-1",
      resume: { lastEventId: "secret-1" },
    });
    original.response = original.messages[0]!.json as Exchange["response"];
    original.messages[1]!.event = "secret-1";
    const before = structuredClone(original);
    transcript.record(original);
    expect(original).toEqual(before);
    const recorded = transcript.get(1)!;
    expect(JSON.stringify(recorded)).not.toContain("secret-1");
    expect(recorded).toMatchObject({
      request: {
        body: `{"a":"${MASK}"}`,
        headers: [["X-Key", MASK]],
        sha256: sha256('{"a":"secret-1"}'),
        byteLength: 16,
      },
      headers: [
        ["Location", `/?t=${MASK}`],
        ["Set-Cookie", MASK],
      ],
      id: MASK,
      method: `m/${MASK}`,
      problem: `no ${MASK}`,
      messages: [
        { json: { id: 1, result: { [MASK]: [`x ${MASK}`] } }, sha256: before.messages[0]!.sha256 },
        { raw: `${MASK} is no JSON`, event: MASK },
      ],
    });
    expect(recorded.response).toBe(recorded.messages[0]!.json);
    expect(recorded.messages[1]!.problem).toContain(MASK);
    expect(transcript.redact({ a: "secret-1" } as Json)).toEqual({ a: MASK });
  });

  it("is not changed by what happens to an exchange afterwards", () => {
    const transcript = transcriptWith();
    const original = exchange(1, ["1"]);
    transcript.record(original);
    original.messages.push(message("2"));
    original.outcome = "closed";
    original.tags.lane = "other";
    expect(transcript.get(1)).toMatchObject({ outcome: "answered", tags: { lane: "l" }, messages: [{ raw: "1" }] });
  });

  it("cuts bodies above 64 KiB and keeps the whole redacted text on disk until the end", () => {
    const transcript = transcriptWith();
    const raw = large("secret-1");
    const original = exchange(1, [raw], { request: sentMessage(raw) });
    original.response = original.messages[0]!.json as Exchange["response"];
    transcript.record(original);
    const { request, messages, response } = transcript.get(1)!;
    const whole = raw.replace("secret-1", MASK);
    for (const [text, part] of [
      [messages[0]!.raw, messages[0]!],
      [request!.body, request!],
    ] as const) {
      expect(part).toMatchObject({ cut: true, byteLength: Buffer.byteLength(raw), sha256: sha256(raw) });
      expect(whole.startsWith(text)).toBe(true);
      expect(Buffer.byteLength(text)).toBeGreaterThan(64 * 1024 - 4);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024);
    }
    expect(messages[0]).not.toHaveProperty("json");
    expect(response).toBeUndefined();

    const full = transcript.full(1)!;
    expect(full.messages[0]).toEqual({ ...original.messages[0], raw: whole, json: JSON.parse(whole) });
    expect(full.request).toMatchObject({ body: whole });
    expect(full.request).not.toHaveProperty("cut");
    expect(full.response).toEqual(JSON.parse(whole));

    expect(files()).toHaveLength(1);
    expect(files()[0]).toContain(sha256(raw));
    expect(readFileSync(files()[0]!, "utf8")).toBe(whole);
    expect(statSync(files()[0]!).mode & 0o077).toBe(0);
    transcript.dispose();
    expect(readdirSync(folder)).toEqual([]);
    expect(transcript.full(1)!.messages[0]).toMatchObject({ cut: true });
    transcript.record(exchange(2, [large("x")]));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves a body of exactly 64 KiB alone, and makes no file for small ones", () => {
    const transcript = transcriptWith();
    transcript.record(
      exchange(1, [JSON.stringify("x".repeat(64 * 1024 - 2)), JSON.stringify("x".repeat(64 * 1024 - 1))]),
    );
    const [fits, larger] = transcript.get(1)!.messages;
    expect(fits).not.toHaveProperty("cut");
    expect(larger).toHaveProperty("cut", true);
    const small = transcriptWith();
    small.record(exchange(1, ["1"]));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("keeps its memory and its disk within their shares", () => {
    const transcript = transcriptWith({ memoryBytes: 10_000, diskBytes: 200_000 });
    transcript.record(
      exchange(1, [JSON.stringify("x".repeat(20_000)), JSON.stringify("y".repeat(20_000)), large("a"), large("b")]),
    );
    const { messages } = transcript.get(1)!;
    expect(messages.map(({ cut }) => cut)).toEqual([undefined, true, true, true]);
    expect(messages.slice(1).every(({ raw }) => raw.length > 500 && Buffer.byteLength(raw) <= 1_024)).toBe(true);
    const full = transcript.full(1)!.messages;
    expect(full.map(({ cut }) => cut)).toEqual([undefined, undefined, undefined, true]);
    expect(full[1]!.json).toBe("y".repeat(20_000));
  });

  it("does not parse on reading what was not parsed on receiving", () => {
    const transcript = transcriptWith();
    const bomb = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    transcript.record(exchange(1, [bomb]));
    expect(transcript.full(1)!.messages[0]).toMatchObject({ raw: bomb });
    expect(transcript.full(1)!.messages[0]).not.toHaveProperty("json");
  });

  it("redacts a message once, however often its stream is recorded", () => {
    const transcript = transcriptWith();
    const stream = exchange(1, []);
    for (let count = 0; count < 3; count++) {
      stream.messages.push(message(`{"n":${count}}`));
      transcript.record({ ...stream, messages: [...stream.messages] });
    }
    const before = transcript.get(1)!.messages;
    transcript.record({ ...stream, messages: [...stream.messages] });
    expect(transcript.get(1)!.messages.map((copy, at) => copy === before[at])).toEqual([true, true, true]);
  });
});

describe("saveTranscript", () => {
  it("writes the header, then one exchange a line, whole and redacted, for its owner alone", async () => {
    const transcript = transcriptWith();
    transcript.record(exchange(1, [large("secret-1")]));
    transcript.record(exchange(2, ['{"a":"b\\nc"}']));
    const file = join(folder, "out.jsonl");
    await saveTranscript(transcript, file, { options: "secret-1" });
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain("secret-1");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Exchange);
    expect(lines).toEqual([{ options: "[redacted]", exchanges: 2 }, transcript.full(1), transcript.full(2)]);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("fails with the error of the file system", async () => {
    await expect(saveTranscript(transcriptWith(), join(folder, "missing", "out"), {})).rejects.toThrow("ENOENT");
  });
});
