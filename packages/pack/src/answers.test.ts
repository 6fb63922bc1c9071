import { describe, expect, it } from "vitest";
import { answersTo } from "./answers.js";
import type { JsonObject } from "./json.js";

const form = {
  method: "elicitation/create",
  params: {
    message: "Who?",
    requestedSchema: { type: "object", properties: { name: { type: "string", minLength: 1 } }, required: ["name"] },
  },
};

describe("answersTo", () => {
  it("gives the configured answer of a key, and that of * for any other", () => {
    const ada = { action: "accept", content: { name: "Ada" } };
    const no = { action: "decline" };
    expect(answersTo({ a: form, b: form }, { a: ada, "*": no })).toEqual({
      responses: { a: ada, b: no },
      keys: ["a", "b"],
      unanswered: [],
    });
  });

  it("tells which keys have no answer", () => {
    expect(answersTo({ a: form, b: form }, { a: {} })).toMatchObject({ keys: ["a"], unanswered: ["b"] });
    expect(answersTo({ a: form }, undefined)).toMatchObject({ keys: [], unanswered: ["a"] });
  });

  it("answers no key twice", () => {
    expect(answersTo({ a: form, b: form }, "auto", new Set(["a"]))).toMatchObject({ keys: ["b"], unanswered: [] });
  });

  it("makes answers: accepts forms, declines pages, shares no roots, invents no message of a model", () => {
    const asked = {
      form,
      page: { method: "elicitation/create", params: { mode: "url", url: "https://example.com", message: "Visit" } },
      hopeless: { method: "elicitation/create", params: { requestedSchema: { type: "object", required: ["x"] } } },
      roots: { method: "roots/list" },
      model: { method: "sampling/createMessage", params: {} },
      nonsense: 7,
    };
    expect(answersTo(asked, "auto")).toEqual({
      responses: {
        form: { action: "accept", content: { name: "a" } },
        page: { action: "decline" },
        hopeless: { action: "decline" },
        roots: { roots: [] },
      },
      keys: ["form", "page", "hopeless", "roots"],
      unanswered: ["model", "nonsense"],
    });
  });

  it("survives what is no map", () => {
    for (const value of [undefined, null, [], "x"])
      expect(answersTo(value, "auto")).toEqual({ responses: {}, keys: [], unanswered: [] });
  });

  it("keeps a key named __proto__ as a member of its own", () => {
    const asked = JSON.parse('{"__proto__":{"method":"roots/list"}}') as JsonObject;
    const { responses } = answersTo(asked, "auto");
    expect(JSON.stringify(responses)).toBe('{"__proto__":{"roots":[]}}');
    expect(answersTo(asked, {}).unanswered).toEqual(["__proto__"]);
  });
});
