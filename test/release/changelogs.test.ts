import { expect, test } from "vitest";
import { changelogProblems, plannedRelease } from "../../config/planned-release.mjs";

const planned = plannedRelease();

test("every package that is released has a changelog for its users", () => {
  const released = planned.filter(({ before, after }) => before !== after);
  expect(released.flatMap(changelogProblems)).toEqual([]);
  for (const { name, after, changelog } of released) {
    expect(changelog).toContain(`# ${name}\n\n## ${after}\n`);
    expect(changelog).not.toMatch(/Updated dependencies|^- [0-9a-f]{7}: /m);
  }
});

test.each([
  ["- 1a2b3c4: Something is different now.", "begins with a commit"],
  ["- Updated dependencies [1a2b3c4]\n  - @mcptest/core@0.2.0", "tells users nothing"],
  ["- fix", "is no sentence"],
  ["", "its section is empty"],
])("a changelog with %j is none for users", (entry, problem) => {
  const changelog = `# a\n\n## 0.2.0\n\n### Minor Changes\n\n${entry}\n\n## 0.1.0\n\n### Minor Changes\n\n- First release of all.\n`;
  const found = changelogProblems({ name: "a", before: "0.1.0", after: "0.2.0", changelog });
  expect(found).toEqual([expect.stringContaining(problem)]);
});

test("one with sentences is", () => {
  const changelog = "# a\n\n## 0.2.0\n\n### Minor Changes\n\n- Something is different now.\n\n  In two paragraphs.\n";
  expect(changelogProblems({ name: "a", before: "0.1.0", after: "0.2.0", changelog })).toEqual([]);
});
