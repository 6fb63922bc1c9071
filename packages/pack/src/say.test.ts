import { expect, it } from "vitest";
import { say } from "./say.js";

it("is what came for what, the rule, and the fix, each on a line of its own", () => {
  expect(say({ sent: "tools/list", came: "nothing", rule: "A13: it is answered", fix: "answer it" })).toBe(
    "tools/list: nothing\nrule A13: it is answered\nfix: answer it",
  );
});
