import { readFileSync } from "node:fs";
import { checksOf, manifestOf } from "@mcptest/pack";
import { expect, test } from "vitest";
import widgetsPack from "./index.js";
import { optionsJsonSchema, widgetsOptions } from "./options.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** First cell of each row of a table of the README whose first cell is code. */
function codesIn(heading: string): string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ", 1)[0] ?? "";
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, code = ""]) => code);
}

test("the README has every check and every option", () => {
  expect(codesIn("Checks")).toEqual(checksOf(widgetsPack).map(({ id }) => id));
  expect(codesIn("Options")).toEqual(Object.keys(optionsJsonSchema.properties as object));
});

test("options have defaults, and say what is wrong with them", async () => {
  const validate = widgetsOptions["~standard"].validate;
  expect(await validate({})).toEqual({ value: { arguments: {}, maxPages: 20, waitMs: 2000 } });
  const { issues } = (await validate({ tool: "", maxPages: 0, colour: "red" })) as { issues: { message: string }[] };
  expect(issues.map(({ message }) => message)).toMatchInlineSnapshot(`
    [
      "Too small: expected string to have >=1 characters",
      "Too small: expected number to be >=1",
      "Unrecognized key: "colour"",
    ]
  `);
});

test("the manifest is plain data", () => {
  const manifest = manifestOf(widgetsPack);
  expect(structuredClone(manifest)).toEqual(manifest);
  expect(manifest.optionsJsonSchema).toMatchObject({ type: "object", additionalProperties: false });
});
