import { describe, expect, it } from "vitest";
import {
  connected,
  fromHost,
  fromView,
  HANDSHAKE,
  INITIALIZE,
  recordOf,
  textFromView,
} from "../../view/testing/records.js";
import {
  answerTo,
  appCapabilities,
  asked,
  hostContextOf,
  hostRequest,
  initializeOf,
  initializeResult,
  isAnswer,
  isRequest,
  fromView as ofView,
  quote,
  textMessage,
  told,
} from "./messages.js";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pin_city" } };
const answer = { jsonrpc: "2.0", id: 1, result: {} };

describe("what a view asked", () => {
  const record = connected([fromView(call), fromHost(call), fromView({ id: 2, method: "tools/call" }), fromView(7)]);

  it("is of the view alone, by method, also without jsonrpc", () => {
    expect(asked(record, "tools/call").map(({ index, params }) => [index, params])).toEqual([
      [3, call.params],
      [5, undefined],
    ]);
    expect(asked(record).map(({ method }) => method)).toEqual([
      "ui/initialize",
      "ui/notifications/initialized",
      "tools/call",
      "tools/call",
    ]);
  });

  it("is a request where it has an id, 0 too", () => {
    expect(asked(record).map(isRequest)).toEqual([true, false, true, true]);
  });

  it("is no method that is no text", () => {
    expect(asked(recordOf([fromView({ jsonrpc: "2.0", method: 5 })]))).toEqual([]);
  });
});

describe("answers", () => {
  it("have no method, and a result or an error", () => {
    const [result, error, request, neither, text] = ofView(
      recordOf([
        fromView(answer),
        fromView({ id: 1, error: { code: -32601, message: "unknown" } }),
        fromView({ ...call, result: {} }),
        fromView({ jsonrpc: "2.0", id: 1 }),
        textFromView(JSON.stringify(answer)),
      ]),
    ).map(isAnswer);
    expect({ result, error, request, neither, text }).toEqual({
      result: true,
      error: true,
      request: false,
      neither: false,
      text: false,
    });
  });

  it("belong to the request with the same id of the same type, and to the one who was asked", () => {
    const record = recordOf([fromView(answer), fromHost({ ...answer, id: "1" })]);
    expect(answerTo(record, "view", 1)?.index).toBe(0);
    expect(answerTo(record, "view", "1")).toBeUndefined();
    expect(answerTo(record, "host", "1")?.index).toBe(1);
    expect(answerTo(record, "host", 1)).toBeUndefined();
  });

  it("are not taken for a request with the same id", () => {
    const record = recordOf([fromHost({ ...answer, id: "a" }), fromHost({ ...call, id: "a" })]);
    expect(hostRequest(record, "a")?.index).toBe(1);
  });
});

it("tells the notifications of the host by their method", () => {
  const record = connected([
    fromHost({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: {} } }),
    fromView({ jsonrpc: "2.0", method: "ui/notifications/tool-input" }),
  ]);
  expect(told(record, "ui/notifications/tool-input").map(({ index }) => index)).toEqual([3]);
});

describe("the handshake", () => {
  it("is the first ui/initialize, and the host's result for it", () => {
    const again = { ...INITIALIZE, id: 9, params: { ...INITIALIZE.params, appCapabilities: { tools: {} } } };
    const record = connected([fromView(again)]);
    expect(initializeOf(record)?.index).toBe(0);
    expect(initializeResult(record)?.index).toBe(1);
    expect(hostContextOf(record)).toEqual({ theme: "light" });
    expect(appCapabilities(record)).toEqual({});
  });

  it("has no result where the host refused it, and where nobody could answer it", () => {
    const refused = { jsonrpc: "2.0", id: 0, error: { code: -32602, message: "no" } };
    expect(initializeResult(recordOf([fromView(INITIALIZE), fromHost(refused)]))).toBeUndefined();
    const { id: _, ...unanswerable } = INITIALIZE;
    expect(initializeResult(recordOf([fromView(unanswerable), ...HANDSHAKE.slice(1)]))).toBeUndefined();
  });
});

describe("a text that is posted", () => {
  it("is read where it is the JSON of a message", () => {
    const [asText, words, list, object] = ofView(
      recordOf([textFromView(JSON.stringify(call)), textFromView("hello"), textFromView("[1]"), fromView(call)]),
    ).map(textMessage);
    expect(asText).toEqual(call);
    expect([words, list, object]).toEqual([undefined, undefined, undefined]);
  });

  it("that was cut is none", () => {
    expect(textMessage({ index: 0, atMs: 0, stage: "load", from: "view", raw: '"{\\"jsonrpc' })).toBeUndefined();
  });
});

it("quotes a message by its place in the log, and not whole", () => {
  const [object, text] = ofView(recordOf([fromView({ a: "x".repeat(400) }), textFromView("y".repeat(400))]));
  expect(object && quote(object)).toMatch(/^message 0: \{.{20,200}$/);
  expect(text && quote(text)).toMatch(/^message 1: the text "y{20,200}…$/);
});
