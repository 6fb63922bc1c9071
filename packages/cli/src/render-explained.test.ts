import { expect, it } from "vitest";
import type { ExplainedCheck } from "./explain-document.js";
import { renderExplained } from "./render-explained.js";

const CHECK: ExplainedCheck = {
  pack: { name: "mcptest-pack-widgets", version: "1.0.0", origin: "/project/pack.js" },
  id: "widgets-listed",
  title: "Widgets are listed",
  description: "widgets/list gives an array.",
  category: "lists",
  level: "should",
  tags: ["draft"],
  profiles: ["baseline", "full"],
  since: "1.0.0",
  on: { wire: ["a", "b"], transport: "http" },
  mayChange: true,
  rule: { contract: "W1", source: "com.example/widgets", section: "Lists" },
  docs: {
    asks: `${"A client asks for the list. ".repeat(6)}\n\nThe second paragraph.`,
    why: "Clients show it.",
    fix: "Answer with an array.",
    url: "https://example.com/widgets-listed",
  },
};

it("tells everything about a check, its paragraphs in lines", () => {
  expect(renderExplained([CHECK])).toMatchInlineSnapshot(`
    "widgets-listed  Widgets are listed
      pack      mcptest-pack-widgets 1.0.0 (/project/pack.js)
      level     should: a violation warns, and fails under --strict
      category  lists
      profiles  baseline, full
      tags      draft
      since     1.0.0
      applies   where wire is a or b, and transport is http
      changes   it may change state on the server; --read-only leaves it out
      rule      W1; com.example/widgets, Lists
      page      https://example.com/widgets-listed

    What it asks
      A client asks for the list. A client asks for the list. A client asks for the list. A client asks
      for the list. A client asks for the list. A client asks for the list.

      The second paragraph.

    Why
      Clients show it.

    How to fix it
      Answer with an array.
    "
  `);
});

it("leaves an example as it stands", () => {
  const fix = 'Answer with\nan array.\n\n    {\n      "widgets": []\n    }\n\nThat is all.';
  const shown = renderExplained([
    { ...CHECK, docs: { asks: "    {}", why: "So.", fix: fix.replaceAll("\n", "\r\n") } },
  ]);
  expect(shown.slice(shown.indexOf("What it asks"))).toMatchInlineSnapshot(`
    "What it asks
          {}

    Why
      So.

    How to fix it
      Answer with an array.

          {
            "widgets": []
          }

      That is all.
    "
  `);
});

it("has the description where the pack has no more to tell", () => {
  const { docs: _docs, on: _on, mayChange: _mayChange, tags: _tags, ...bare } = CHECK;
  expect(renderExplained([{ ...bare, profiles: [] }])).toMatchInlineSnapshot(`
    "widgets-listed  Widgets are listed
      pack      mcptest-pack-widgets 1.0.0 (/project/pack.js)
      level     should: a violation warns, and fails under --strict
      category  lists
      since     1.0.0
      rule      W1; com.example/widgets, Lists

    What it asks
      widgets/list gives an array.
    "
  `);
});

it("lets no text of a pack move the cursor or begin a line with a log command", () => {
  const text = "::error::a \u001b[31m ##[error]b";
  const docs = { asks: `${text}\n\n${text}`, why: text, fix: text };
  const shown = renderExplained([{ ...CHECK, title: text, rule: { source: text }, docs }]);
  expect(shown).not.toMatch(/\u001b|##\[/);
  for (const line of shown.split("\n")) expect(line.trimStart()).not.toMatch(/^::/);
});
