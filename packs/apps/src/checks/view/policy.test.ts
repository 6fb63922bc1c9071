import { describe, expect, it } from "vitest";
import type { Violation, VisitRecord } from "../../view/record.js";
import { saidBy } from "../../view/testing/judging.js";
import { connected, exception } from "../../view/testing/records.js";
import { policyChecks } from "./policy.js";

const clean = policyChecks.find(({ id }) => id === "apps-view-csp-clean");
const violation = (directive: string, blocked: string, stage: Violation["stage"] = "load"): Violation => ({
  atMs: 1,
  stage,
  directive,
  blocked,
});
const kinds = async (violations: Violation[], meta = {}, more: Partial<VisitRecord> = {}) =>
  (await saidBy(clean, [connected([], { violations, ...more })], { meta })).map(({ kind }) => kind);

const PROBE = violation("script-src", "eval");

describe("the probe of a library", () => {
  it("is allowed once, as the view starts", async () => {
    expect(await kinds([PROBE])).toEqual(["pass"]);
    expect(await kinds([PROBE, { ...PROBE }])).toEqual(["fail"]);
    expect(await kinds([violation("script-src", "eval", "result")])).toEqual(["fail"]);
  });

  it("is none where something was said of it", async () => {
    const errors = [exception("EvalError: Refused to evaluate a string", "load")];
    expect(await kinds([PROBE], {}, { errors })).toEqual(["fail"]);
  });

  it("does not excuse anything else", async () => {
    expect(await kinds([PROBE, violation("img-src", "blob")])).toEqual(["fail"]);
  });
});

describe("a view that declares no csp", () => {
  const own = violation("connect-src", "http://127.0.0.1:9/data.json");

  it("is told where the two readings of the specification differ", async () => {
    expect(await kinds([own])).toEqual(["note", "fail"]);
    expect(await kinds([violation("font-src", "http://127.0.0.1:9/a.woff2")])).toEqual(["note", "fail"]);
  });

  it("is not where they do not, nor where it declares one", async () => {
    expect(await kinds([violation("font-src", "data")])).toEqual(["fail"]);
    expect(await kinds([violation("worker-src", "blob")])).toEqual(["fail"]);
    expect(await kinds([own], { csp: {} })).toEqual(["fail"]);
  });
});

it("what it has not declared is told by another check", async () => {
  expect(await kinds([violation("connect-src", "https://a.example/data.json")])).toEqual(["pass"]);
});
