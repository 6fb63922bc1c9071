import { excerpt } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { quoted, safeJson } from "../negotiation/safe-text.js";
import { reportText } from "../runner/bounded.js";
import { DEFAULT_LIMITS } from "./limits.js";
import { readMessage } from "./message.js";
import { createRedactor, MASK } from "./redact.js";

/** A canary of `length` characters, none of which repeats what came before it. */
function canary(length: number, alphabet: string): string {
  let text = "";
  const signs = Array.from(alphabet);
  for (let at = 0; text.length < length; at++) text += `${signs[at % signs.length]}${at.toString(36)}`;
  return text;
}

const CANARIES = [20, 64, 200].map((length) => canary(length, "SECRTKYZ"));
const ODD = canary(80, 'S"\\/äR😀T');

/** Every piece of a canary that `text` still holds: six characters, or what stands for six in another writing. */
function traces(text: string, secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms: [form: string, length: number][] = [
    [secret, 6],
    [JSON.stringify(secret).slice(1, -1), 12],
    [encodeURIComponent(secret), 18],
    [bytes.toString("base64"), 6],
    [bytes.toString("hex"), 6],
  ];
  return forms.flatMap(([form, length]) =>
    Array.from({ length: Math.max(0, form.length - length + 1) }, (_, at) => form.slice(at, at + length)).filter(
      (part) => text.includes(part),
    ),
  );
}

const WRITINGS: Record<string, (secret: string) => string> = {
  "as it is": (secret) => secret,
  "in JSON in a string": (secret) => JSON.stringify({ secret }),
  "percent-encoded": (secret) => encodeURIComponent(secret),
  "in base64": (secret) => Buffer.from(secret).toString("base64"),
  "in hex": (secret) => Buffer.from(secret).toString("hex"),
};

/** The ways in which text is cut before somebody masks it. */
const CUTS: Record<string, (text: string) => string> = {
  "an excerpt": (text) => `ttlMs is ${excerpt(text, 160)}, not a number`,
  "an excerpt of an object": (text) => `got ${excerpt({ message: text, more: 1 }, 160)} for it`,
  "a quotation": (text) => `the server says ${quoted(text)}; nothing else`,
  "a line of JSON": (text) => `error ${safeJson({ text })} with data`,
  "the problem of a message": (text) => `${read(text)}; and more`,
  "the problem of a message that is JSON but for its beginning": (text) => `${read(`x${JSON.stringify(text)}`)}; more`,
  "the end of the text": (text) => text.slice(0, 160),
  "the end of a text in JSON": (text) => JSON.stringify({ text }).slice(0, 160),
};

function read(text: string): string {
  return readMessage(Buffer.from(text), { via: "body", limits: DEFAULT_LIMITS }).message.problem ?? "";
}

describe("a secret that is cut", () => {
  for (const [writing, write] of Object.entries(WRITINGS)) {
    it.each(Object.entries(CUTS))(`${writing}, by %s, leaves no part of it at any offset`, (_, cut) => {
      for (const secret of [...CANARIES, ODD]) {
        const redactor = createRedactor([`Bearer ${secret}`, secret]);
        for (let offset = 0; offset < 170; offset++) {
          const shown = cut(`${" .-".repeat(60).slice(0, offset)}${write(secret)}${" .".repeat(100)}`);
          expect([offset, traces(redactor.text(shown), secret)]).toEqual([offset, []]);
        }
      }
    });
  }

  it("leaves no part of it in a text of a pack that is too long for a report", () => {
    const secret = CANARIES[2] as string;
    const { value } = createRedactor([secret]);
    for (const limit of [4_000, 64 * 1024]) {
      for (let before = 0; before < 210; before++) {
        const text = `${".".repeat(limit - before)}${secret}${".".repeat(300)}`;
        expect(traces(reportText(text, value), secret)).toEqual([]);
      }
    }
  });

  it("is left alone where nothing is cut, below six characters, and where it is only the scheme", () => {
    const { text, value, headers } = createRedactor(["Bearer abcdef-123456", "abcdef-123456"]);
    expect(text("abcdef is a word")).toBe("abcdef is a word");
    expect(text("it begins with abcde… (99 characters)")).toBe("it begins with abcde… (99 characters)");
    expect(text("WWW-Authenticate: Bearer")).toBe("WWW-Authenticate: Bearer");
    expect(text("abcdef", { whole: true })).toBe("abcdef");
    expect(value({ name: "abcdef", list: ["abcdef"] })).toEqual({ name: "abcdef", list: ["abcdef"] });
    expect(headers([["X", "abcdef"]])).toEqual([["X", "abcdef"]]);
    expect(value({ name: "abcdef…" })).toEqual({ name: `${MASK}…` });
    expect([text("abcdef"), value("abcdef-1")]).toEqual([MASK, MASK]);
  });

  it("is found behind another one that is whole", () => {
    const { text } = createRedactor(["secret-1", "secret-1-and-a-longer-one"]);
    expect(text("secret-1-and-a-lon… more")).toBe(`${MASK}… more`);
  });
});
