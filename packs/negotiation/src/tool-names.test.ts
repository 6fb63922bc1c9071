import { expect, it } from "vitest";
import { notListed } from "./tool-names.js";

it("lists the tools that there are", () => {
  expect(notListed("weather", ["add", "list_notes"])).toMatchInlineSnapshot(
    `"the tool "weather", which the option call names, is not in tools/list: tools are "add", "list_notes""`,
  );
  expect(notListed("weather", [])).toMatchInlineSnapshot(
    `"the tool "weather", which the option call names, is not in tools/list: there are no tools"`,
  );
  const many = Array.from({ length: 13 }, (_, index) => `tool-${index}`);
  expect(notListed("weather", many)).toMatch(/"tool-9", and 3 more$/);
});

it.each([
  ["list-notes", "list_notes"],
  ["ListNotes", "list_notes"],
  ["list_ntoes", "list_notes"],
  ["list_note", "list_notes"],
  ["list_notess", "list_notes"],
])("takes %s for %s", (wrong, meant) => {
  expect(notListed(wrong, ["add", meant])).toMatch(`; did you mean ${JSON.stringify(meant)}?`);
});

it.each(["ad", "notes", "x", "delete_notes"])("takes %s for nothing else", (wrong) => {
  expect(notListed(wrong, ["sum", "list_notes"])).not.toContain("did you mean");
});
