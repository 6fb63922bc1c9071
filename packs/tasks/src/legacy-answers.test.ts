import { type JsonObject, META, type ServerRequest } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { legacyAnswer } from "./legacy-answers.js";

const NAME = { action: "accept", content: { name: "Ada" } };
const CITY = { action: "accept", content: { city: "Turin" } };
const MESSAGE = { role: "assistant", content: { type: "text", text: "Hello" }, model: "none" };

function asking(method: string, params: JsonObject = {}): ServerRequest {
  return { id: 1, method, params, exchange: 1 };
}

function form(...fields: string[]): ServerRequest {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: "string" }]));
  return asking("elicitation/create", {
    message: "?",
    requestedSchema: { type: "object", properties, required: fields },
  });
}

describe("the answer to a request of the server on 2025-11-25", () => {
  it.each<[string, ServerRequest, Record<string, JsonObject>, unknown]>([
    ["named like a field", form("city"), { name: NAME, city: CITY, "*": NAME }, CITY],
    ["the only one of its kind", form("town"), { whatever: CITY, model: MESSAGE }, CITY],
    ['"*"', form("town"), { name: NAME, city: CITY, "*": CITY }, CITY],
    ["of the kind of the request", asking("sampling/createMessage"), { "*": NAME, model: MESSAGE }, MESSAGE],
  ])("is the one that is %s", (_, request, configured, result) => {
    expect(legacyAnswer(request, configured)).toEqual({ answer: { result }, configured: true });
  });

  it.each<[string, ServerRequest, unknown]>([
    ["a form is cancelled", form("town"), { result: { action: "cancel" } }],
    ["there are no roots", asking("roots/list"), { result: { roots: [] } }],
    [
      "sampling is refused",
      asking("sampling/createMessage"),
      { error: { code: -1, message: "User rejected the request" } },
    ],
    ["what nobody knows is refused", asking("x"), { error: { code: -32601, message: "Method not found" } }],
  ])("without one that fits: %s", (_, request, answer) => {
    const configured = { name: NAME, city: CITY };
    const fitting = request.method === "elicitation/create" ? configured : {};
    expect(legacyAnswer(request, fitting)).toEqual({ answer, configured: false });
  });

  it("auto accepts a form by its schema", () => {
    const { answer, configured } = legacyAnswer(form("name"), "auto");
    expect({ answer, configured }).toEqual({
      answer: { result: { action: "accept", content: { name: "" } } },
      configured: true,
    });
  });

  it("names the task that the request names, beside other metadata (H45)", () => {
    const request = asking("elicitation/create", { _meta: { [META.relatedTask]: { taskId: "t" } } });
    const configured = { "*": { ...NAME, _meta: { own: 1 } } };
    expect(legacyAnswer(request, configured).answer).toEqual({
      result: { ...NAME, _meta: { own: 1, [META.relatedTask]: { taskId: "t" } } },
    });
  });
});
