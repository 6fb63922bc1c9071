import { describe, expect, it } from "vitest";
import { tamper } from "./tamper.js";

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

describe("tamper", () => {
  it("changes one character each of what it cannot read", () => {
    expect(tamper("abcdef9Z")).toEqual([
      { what: "a character in its middle", state: "abcdff9Z" },
      { what: "its last character", state: "abcdef9A" },
    ]);
  });

  it("makes something of an empty state", () => {
    expect(tamper("").map(({ state }) => state)).toEqual(["x"]);
  });

  it("changes values inside JSON, one in each", () => {
    const states = tamper('{"user":"ada","admin":false,"deep":{"n":[1]}}').map(({ what, state }) => [what, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        ["the value user inside it", '{"user":"adax","admin":false,"deep":{"n":[1]}}'],
        ["the value admin inside it", '{"user":"ada","admin":true,"deep":{"n":[1]}}'],
        ["the value deep.n.0 inside it", '{"user":"ada","admin":false,"deep":{"n":[2]}}'],
      ]),
    );
  });

  it("changes values inside base64 of JSON, and keeps what stands behind a dot", () => {
    const states = tamper(`${encoded({ step: 1 })}.seal`).map(({ state }) => state);
    expect(states).toContain(`${encoded({ step: 2 })}.seal`);
  });

  it("keeps to a few values of a large state, and to own members", () => {
    const state = `{"__proto__":1,${Array.from({ length: 50 }, (_, index) => `"k${index}":${index}`).join()}}`;
    const states = tamper(state);
    expect(states).toHaveLength(6);
    expect(states.map((one) => one.state)).toContain(state.replace('"__proto__":1', '"__proto__":2'));
  });
});
