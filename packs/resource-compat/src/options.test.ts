import { describe, expect, it } from "vitest";
import { validateOptions } from "./options-schema.js";

describe("the option invoke", () => {
  it.each([
    [["jobs/list", "jobs/start", "jobs/list"]],
    ["jobs/list, jobs/start,"],
    ['["jobs/list", "jobs/start"]'],
    [{ "jobs/list": {}, "jobs/start": {} }],
    ['{"jobs/list": {}, "jobs/start": {}}'],
  ])("names methods: %j", (invoke) => {
    const methods = ["jobs/list", "jobs/start"].map((method) => ({ method, arguments: {} }));
    expect(validateOptions({ invoke })).toEqual({ value: { invoke: methods, requireRoles: false } });
  });

  it("has the arguments of a call", () => {
    const given = validateOptions({ invoke: '{"jobs/start": {"kind": "slow", "more": [1, null]}}' });
    expect(given).toMatchObject({
      value: { invoke: [{ method: "jobs/start", arguments: { kind: "slow", more: [1, null] } }] },
    });
  });
});

it("nothing is called by default", () => {
  expect(validateOptions(undefined)).toEqual({ value: { requireRoles: false } });
});

it("what is wrong is told", () => {
  const wrong = [
    { invoke: [] },
    { invoke: "" },
    { invoke: " , " },
    { invoke: {} },
    { invoke: 1 },
    { invoke: { "jobs/start": 1 } },
    { invoke: '["jobs/list"' },
    { invoke: [""] },
    { invoke: { "jobs/start": { a: ["\ud800"] } } },
    { invoke: { "jobs/start": { "\udc00": 1 } } },
    { invoke: Array.from({ length: 51 }, (_, index) => `jobs/${index}`) },
    { echo: { method: "jobs/echo" } },
    { echo: "jobs/echo" },
    { echo: { method: "jobs/echo", member: "text", more: 1 } },
    { call: {} },
  ];
  const told = wrong.map((options) => {
    const validated = validateOptions(options);
    const issues = "issues" in validated ? validated.issues : [];
    return issues.map(({ path = [], message }) => `${path.join(".")}: ${message}`).join("; ");
  });
  expect(told).toMatchInlineSnapshot(`
    [
      "invoke: must not be empty",
      "invoke: expected a list of method names, such as ["jobs/list"], or an object of arguments by method name",
      "invoke: must not be empty",
      "invoke: names no method",
      "invoke: expected a list of method names, such as ["jobs/list"], or an object of arguments by method name",
      "invoke: expected a list of method names, such as ["jobs/list"], or an object of arguments by method name",
      "invoke: expected a list of method names, such as ["jobs/list"], or an object of arguments by method name",
      "invoke.0: must not be empty",
      "invoke.jobs/start: holds half of a surrogate pair, which no URI can carry",
      "invoke.jobs/start: holds half of a surrogate pair, which no URI can carry",
      "invoke: names more than 50 methods",
      "echo.member: is missing",
      "echo: is not accepted: a value of type string",
      "echo: unknown key "more"; known here: method, member",
      ": unknown key "call"; known here: invoke, echo, requireRoles",
    ]
  `);
});
