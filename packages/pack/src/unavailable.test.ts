import { expect, it } from "vitest";
import { isUnavailable, unavailable } from "./unavailable.js";

it("carries its reason, origin and evidence", () => {
  const error = unavailable("the call made no task", { origin: "environment", evidence: [3, 4] });
  expect(isUnavailable(error)).toBe(true);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    message: "the call made no task",
    origin: "environment",
    notApplicable: false,
    evidence: [3, 4],
  });
});

it("leaves out what is not given", () => {
  const error = unavailable("stdio has one principal", { notApplicable: true });
  expect(error.notApplicable).toBe(true);
  expect(Object.hasOwn(error, "origin")).toBe(false);
  expect(Object.hasOwn(error, "evidence")).toBe(false);
});

it("is recognised by its mark, whatever copy of the package made it, and nothing else is", () => {
  expect(isUnavailable(Object.assign(new Error("x"), { "~mcptestUnavailable": true }))).toBe(true);
  expect(isUnavailable(new Error("x"))).toBe(false);
  expect(isUnavailable({ "~mcptestUnavailable": true })).toBe(false);
  expect(isUnavailable(Object.create(error()))).toBe(false);
  expect([null, undefined, "x"].map(isUnavailable)).toEqual([false, false, false]);
});

function error() {
  return unavailable("inherited");
}
