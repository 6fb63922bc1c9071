import { expect, it } from "vitest";
import { validateOptions } from "./options-schema.js";

const issues = (value: unknown) => {
  const judged = validateOptions(value);
  return "issues" in judged ? judged.issues.map(({ path, message }) => `${path?.join(".")}: ${message}`) : judged.value;
};

it("has defaults", () => {
  expect(issues(undefined)).toEqual({
    calls: [],
    discoverTools: false,
    draft: false,
    faultyHosts: true,
    requireRoles: false,
  });
});

it("reads calls in each of their forms", () => {
  const call = { tool: "a", arguments: { b: 1 } };
  expect(issues({ calls: { a: { b: 1 } } })).toMatchObject({ calls: [call] });
  expect(issues({ calls: 'a={"b":1}' })).toMatchObject({ calls: [call] });
  expect(issues({ calls: ["x", 'a={"b":1}', "with=sign", 'k=v={"b":"c=d"}'] })).toMatchObject({
    calls: [
      { tool: "x", arguments: {} },
      call,
      { tool: "with=sign", arguments: {} },
      { tool: "k=v", arguments: { b: "c=d" } },
    ],
  });
});

it("says what is wrong, and repeats no long value", () => {
  expect([
    issues({ call: {} }),
    issues({ calls: 3 }),
    issues({ calls: { a: 1 } }),
    issues({ calls: "a={b}" }),
    issues({ calls: ["a="] }),
    issues({ discoverTools: "yes" }),
    issues({ calls: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`t${index}`, {}])) }),
  ]).toMatchInlineSnapshot(`
    [
      [
        ": unknown key "call"; known here: calls, discoverTools, draft, faultyHosts, requireRoles",
      ],
      [
        "calls: expected an object of arguments by tool, or NAME or NAME=JSON, got 3",
      ],
      [
        "calls: expected an object of arguments by tool, or NAME or NAME=JSON, got {"a":1}",
      ],
      [
        "calls: the arguments of "a" are no JSON object",
      ],
      [
        "calls: expected NAME or NAME=JSON, got "a="",
      ],
      [
        "discoverTools: expected a value of type boolean, got "yes"",
      ],
      [
        "calls: names more than 50 tools",
      ],
    ]
  `);
});
