import { expect, it } from "vitest";
import { validateOptions } from "./options-schema.js";

it("has defaults, and reads what flags give", () => {
  expect(validateOptions(undefined)).toEqual({ value: { skillUris: [], negativeProbes: false, requireRoles: false } });
  expect(validateOptions({ skillUris: "skill://a/SKILL.md", canary: "/srv/c=some=text" })).toEqual({
    value: {
      ...{ skillUris: ["skill://a/SKILL.md"], negativeProbes: false, requireRoles: false },
      canary: { path: "/srv/c", text: "some=text" },
    },
  });
});

it("refuses what it does not know, and says what is accepted", () => {
  const issues = [
    { skills: 1 },
    { skillUris: ["deploy"] },
    { canary: "/srv/c" },
    { canary: "=text-text" },
    { negativeProbes: "yes" },
  ].map((value) => {
    const result = validateOptions(value);
    return "issues" in result ? result.issues.map(({ path, message }) => `${path?.join(".")}: ${message}`) : [];
  });
  expect(issues).toMatchInlineSnapshot(`
    [
      [
        ": unknown key "skills"; known here: skillUris, negativeProbes, canary, requireRoles",
      ],
      [
        "skillUris: "deploy" is no URI, such as skill://deploy/SKILL.md",
      ],
      [
        "canary: expected PATH=TEXT, with a text of 6 characters at least that stands in that file alone",
      ],
      [
        "canary: names no file: expected PATH=TEXT",
      ],
      [
        "negativeProbes: expected a value of type boolean, got "yes"",
      ],
    ]
  `);
});
