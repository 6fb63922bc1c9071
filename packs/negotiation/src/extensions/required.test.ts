import { expect, it } from "vitest";
import { isDeclared } from "./required.js";

it.each([
  [{}, {}, true],
  [{ a: {} }, {}, false],
  [{ a: {} }, { a: { b: 1 } }, true],
  [{ a: { b: ["x"] } }, { a: { b: ["y", "x"] } }, true],
  [{ a: { b: ["x", "z"] } }, { a: { b: ["x"] } }, false],
  [{ a: 1 }, { a: "1" }, false],
  [{ a: [] }, { a: {} }, false],
  [{ toString: {} }, {}, false],
  [JSON.parse('{"__proto__":{}}'), {}, false],
] as const)("%j in %j: %s", (required, declared, expected) => {
  expect(isDeclared(required as never, declared as never)).toBe(expected);
});
