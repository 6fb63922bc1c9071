import { expect, it } from "vitest";
import { mayAttack, whyNoOrigin } from "./foreign-origin.js";

it.each([
  [true, "loopback", true],
  [undefined, "loopback", false],
  [undefined, "always", true],
  [true, "always", true],
  [true, "never", false],
  [undefined, "never", false],
] as const)("a server on the loopback interface: %s, option %s: %s", (loopback, origin, expected) => {
  expect(mayAttack({ ...(loopback ? { loopback } : {}) }, { origin })).toBe(expected);
});

it("says what would send one, or that none is wanted", () => {
  const optionName = (path: readonly string[]) => `--options ${path.join(".")}`;
  const why = (origin: "loopback" | "never") => whyNoOrigin({ options: { origin }, optionName });
  expect([why("loopback"), why("never")]).toMatchInlineSnapshot(`
    [
      "the server is not on the loopback interface, where a foreign Origin may be right; --options origin sends one all the same",
      "foreign Origin headers are not to be sent, by the option origin",
    ]
  `);
});
