import { describe, expect, it } from "vitest";
import { connected, exception } from "../../view/testing/records.js";
import { exceptionsOf, newExceptions, thrown } from "./errors.js";

const OWNERS = ["policy", "access", "globals", "probes", "view"] as const;

function ownersOf(error: ReturnType<typeof exception>, html = "<!doctype html>"): string[] {
  return OWNERS.filter((owner) => exceptionsOf(connected([], { errors: [error] }), owner, html).length > 0);
}

describe("an exception belongs to one check", () => {
  it.each([
    ["policy", "EvalError: Refused to evaluate a string as JavaScript because 'unsafe-eval' is not allowed"],
    ["access", "SecurityError: Failed to read a named property 'document' from 'Window': Blocked a frame"],
    ["access", "SecurityError: Failed to set a named property 'href' on 'Location': Blocked a frame"],
    ["globals", "TypeError: window.openai is undefined"],
    ["globals", "ReferenceError: acquireVsCodeApi is not defined"],
    ["view", "TypeError: Cannot read properties of undefined (reading 'cities')"],
  ])("%s: %s", (owner, message) => {
    expect(ownersOf(exception(message))).toEqual([owner]);
  });

  it("a member of an object of one host counts where the view names that object", () => {
    const error = exception("TypeError: Cannot read properties of undefined (reading 'toolOutput')");
    expect(ownersOf(error, "<script>window.openai.toolOutput.cities</script>")).toEqual(["globals"]);
    expect(ownersOf(error)).toEqual(["view"]);
  });

  it("while the host probes it, it is of the probes, unless it is of another cause", () => {
    expect(ownersOf(exception("TypeError: x is not a function", "probes"))).toEqual(["probes"]);
    expect(ownersOf(exception("TypeError: openai is undefined", "probes"))).toEqual(["globals"]);
  });

  it("lines of the console are none, and a text that is thrown again is told once", () => {
    const twice = [exception("boom"), exception("boom", "teardown")];
    const line = { ...exception("console line"), kind: "console" as const };
    const all = exceptionsOf(connected([], { errors: [...twice, line] }), "view", "");
    expect(all.map(({ message }) => message)).toEqual(["boom"]);
  });
});

describe("what an unusual host adds", () => {
  it("is what the ordinary one did not see, each once", () => {
    const main = connected([], { errors: [exception("known")] });
    const errors = [exception("known"), exception("new"), exception("new", "teardown")];
    const visit = connected([], { scenario: "empty-input", errors });
    expect(newExceptions(visit, main).map(({ message }) => message)).toEqual(["new"]);
  });
});

it("says when it was thrown, and cuts a long text", () => {
  expect(thrown(exception("boom", "input"))).toMatchInlineSnapshot(`""boom" was thrown on the input"`);
  expect(thrown(exception("x".repeat(5_000))).length).toBeLessThan(300);
});
