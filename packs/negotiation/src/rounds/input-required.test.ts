import { type Exchange, type Json, type JsonObject, META } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { answered } from "../testing/exchange.js";
import { askedBy, cached, undeclared, withoutAny, wrongQuestions } from "./input-required.js";

const FORM = { method: "elicitation/create", params: { message: "?", requestedSchema: {} } };

function asking(result: JsonObject, capabilities: JsonObject = {}, method = "tools/call"): Exchange {
  const params = { _meta: { [META.clientCapabilities]: capabilities } };
  return answered(method, params, { result: { resultType: "input_required", ...result } });
}

function questions(...entries: Json[]): JsonObject {
  return { inputRequests: Object.fromEntries(entries.map((entry, index) => [`q${index}`, entry])) };
}

function outcomes(found: { outcome?: string }[]) {
  return found.map(({ outcome = "fail" }) => outcome);
}

describe("askedBy", () => {
  it("lets three methods ask", () => {
    const methods = ["tools/call", "prompts/get", "resources/read", "tools/list", "tasks/get"];
    const exchanges = methods.map((method) => asking({ requestState: "s" }, {}, method));
    expect(askedBy(exchanges).map(({ subject }) => subject)).toEqual(["tools/list", "tasks/get"]);
  });
});

describe("withoutAny", () => {
  it.each<[string, JsonObject, string[]]>([
    ["questions", questions(FORM), []],
    ["a state", { requestState: "" }, []],
    ["neither", {}, ["fail"]],
    ["no question and no state", { inputRequests: {} }, ["warn"]],
    ["no question and a state", { inputRequests: {}, requestState: "s" }, []],
    ["a state that is no text", { requestState: 1 }, ["fail"]],
  ])("judges an answer with %s", (_what, result, expected) => {
    expect(outcomes(withoutAny([asking(result)]))).toEqual(expected);
  });
});

describe("wrongQuestions", () => {
  it.each<[string, Json, string[]]>([
    ["a form", FORM, []],
    ["roots without params", { method: "roots/list" }, []],
    ["sampling without params", { method: "sampling/createMessage" }, ["fail"]],
    ["params that are a list", { ...FORM, params: [] }, ["fail"]],
    ["an unknown method", { ...FORM, method: "elicit" }, ["fail"]],
    ["__proto__ as its method", { ...FORM, method: "__proto__" }, ["fail"]],
    ["a text", "What?", ["fail"]],
    ["an envelope", { jsonrpc: "2.0", id: 1, ...FORM }, ["warn"]],
  ])("judges %s", (_what, entry, expected) => {
    expect(outcomes(wrongQuestions([asking(questions(entry))]))).toEqual(expected);
  });

  it("wants questions by key", () => {
    expect(outcomes(wrongQuestions([asking({ inputRequests: [FORM] })]))).toEqual(["fail"]);
  });
});

describe("undeclared", () => {
  const page = { method: "elicitation/create", params: { mode: "url", url: "https://example.com/" } };
  const sampling = { method: "sampling/createMessage", params: {} };

  it.each<[string, JsonObject, Json, boolean]>([
    ["a form, declared with {}", { elicitation: {} }, FORM, true],
    ["a form, declared by its mode", { elicitation: { form: {} } }, FORM, true],
    ["a form, where only pages are declared", { elicitation: { url: {} } }, FORM, false],
    ["a form, undeclared", {}, FORM, false],
    ["a page, declared with {}", { elicitation: {} }, page, false],
    ["a page, declared by its mode", { elicitation: { form: {}, url: {} } }, page, true],
    ["sampling, declared", { sampling: {} }, sampling, true],
    ["sampling, undeclared", { elicitation: {} }, sampling, false],
    ["roots, undeclared", { elicitation: {} }, { method: "roots/list" }, false],
    ["an unknown method, which has its own rule", {}, { method: "elicit" }, true],
  ])("judges %s", (_what, capabilities, entry, isRight) => {
    expect(undeclared([asking(questions(entry), capabilities)])).toHaveLength(isRight ? 0 : 1);
  });
});

describe("cached", () => {
  it("finds cache hints", () => {
    expect(outcomes(cached([asking({ requestState: "s", ttlMs: 1 })]))).toEqual(["warn"]);
    expect(cached([asking({ requestState: "s" })])).toEqual([]);
  });
});
