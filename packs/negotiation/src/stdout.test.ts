import { describe, expect, it } from "vitest";
import { sortLines, strayLines } from "./stdout.js";
import { exchangeWith, received } from "./testing/exchange.js";

const MESSAGE = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "a}", progress: 1 } };
const TEXT = JSON.stringify(MESSAGE);

/** The lines of stdout that are no message, sorted: the kind of each broken message with its lines, and the rest. */
function sorted(stdout: string, connection = "connection-1") {
  const lines = stdout.split("\n").map((raw, index) => {
    let json: unknown;
    try {
      json = JSON.parse(raw);
    } catch {
      json = undefined;
    }
    const message = { ...received(raw, { via: "line" }), ...(json === undefined ? {} : { json: json as never }) };
    return exchangeWith({
      transport: "stdio",
      number: index + 1,
      connection,
      messages: [message],
      outcome: "no-response",
    });
  });
  const { frames, rest } = sortLines(strayLines(lines));
  return {
    frames: frames.map(({ kind, lines }) => `${kind} ${lines.length}`),
    rest: rest.map(({ message }) => message.raw),
  };
}

describe("lines of stdout that are no message", () => {
  it("are not the beginning of a message in whose middle the process was ended", () => {
    const ended = (raw: string) => {
      const problem = "not valid JSON; the line is not ended by a line feed";
      const messages = [received(raw, { via: "line", problem })];
      return exchangeWith({ transport: "stdio", number: 1, messages, outcome: "no-response" });
    };
    expect(strayLines([ended(TEXT.slice(0, 40)), ended("Bye")]).map(({ message }) => message.raw)).toEqual(["Bye"]);
  });

  it("are none where every line is a message", () => {
    expect(sorted(`${TEXT}\n${TEXT}`)).toEqual({ frames: [], rest: [] });
  });

  it("are log lines, JSON that is no message, and empty lines", () => {
    const lines = ["Server v1.2 started", '{"level":"info"}', "", '"text"', "[]", "[1]", '{"jsonrpc":"2.0"}'];
    expect(sorted(lines.join("\n"))).toEqual({ frames: [], rest: lines });
  });

  it("are broken messages: over several lines, with a raw line break, with more on the line", () => {
    expect(sorted(JSON.stringify(MESSAGE, null, 2))).toEqual({ frames: ["line-break 8"], rest: [] });
    expect(sorted(TEXT.replace("a}", "a\nb}"))).toEqual({ frames: ["line-break 2"], rest: [] });
    expect(sorted(`${TEXT}${TEXT}`)).toEqual({ frames: ["several 1"], rest: [] });
    expect(sorted(`${TEXT} trailing text`)).toEqual({ frames: ["several 1"], rest: [] });
  });

  it("are told apart where both stand side by side", () => {
    const stdout = `starting\n${JSON.stringify(MESSAGE, null, 1)}\n{ not closed\nbye`;
    expect(sorted(stdout)).toEqual({ frames: ["line-break 8"], rest: ["starting", "{ not closed", "bye"] });
  });

  it("leave arrays of messages to the rule of batches", () => {
    expect(sorted(`[${TEXT}]`)).toEqual({ frames: [], rest: [] });
  });

  it("are not joined with what follows an object that has ended", () => {
    const lines = ["{bad}", ...JSON.stringify(MESSAGE, null, 1).split("\n")];
    expect(sorted(lines.join("\n"))).toEqual({ frames: ["line-break 8"], rest: ["{bad}"] });
    const junk = Array.from({ length: 20_000 }, (_, index) => `{bad ${index}}`);
    expect(sorted(junk.join("\n")).rest).toHaveLength(20_000);
  });

  it("do not join without end", () => {
    const open = Array.from({ length: 600 }, (_, index) => (index === 0 ? "{" : "}"));
    expect(sorted(open.join("\n")).rest).toHaveLength(600);
  });
});
