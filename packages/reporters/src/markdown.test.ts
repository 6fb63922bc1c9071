import { marked, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./markdown.js";
import { hostileReport } from "./testing/hostile-report.js";
import { failedCheck, sampleCheck, samplePack, sampleReport } from "./testing/sample.js";

/** Every token of a text in GitHub-flavoured Markdown, those inside of others too. */
function tokensOf(text: string): Token[] {
  const all: Token[] = [];
  void marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => {
    all.push(token);
  });
  return all;
}

describe("Markdown", () => {
  it("holds whatever a server says in code: no HTML, no image, no link but to a page of a check", () => {
    const tokens = tokensOf(renderMarkdown(hostileReport()));
    expect(tokens.filter(({ type }) => type === "html" || type === "image")).toEqual([]);
    const links = tokens.filter((token): token is Tokens.Link => token.type === "link");
    expect(links.map(({ href }) => href)).toEqual([]);
    const texts = tokens.filter((token) => token.type === "text" && !("tokens" in token && token.tokens));
    expect(texts.filter(({ raw }) => /faked|alert|everyone/.test(raw))).toEqual([]);
  });

  it("has a table of servers and packs, whose cells a bar in a name does not split", () => {
    const [table, ...others] = tokensOf(renderMarkdown(hostileReport())).filter(
      (token): token is Tokens.Table => token.type === "table",
    );
    expect(others).toEqual([]);
    expect([table?.header.length, table?.rows.length]).toEqual([3, 2]);
    expect(table?.rows.map((row) => row.slice(1).map(({ text }) => text))).toEqual([
      ["**failed** 2/6", "**failed** 2/6"],
      ["could not be tested", "could not be tested"],
    ]);
  });

  it("tells the page of a check that failed", () => {
    const check = { ...failedCheck("no"), docsUrl: "https://example.org/checks/a.md" };
    expect(renderMarkdown(sampleReport([samplePack([check])]))).toContain("([page](https://example.org/checks/a.md))");
    const odd = { ...check, docsUrl: "javascript:alert(1)" };
    expect(renderMarkdown(sampleReport([samplePack([odd])]))).not.toContain("page");
  });

  it("fits a job summary, and says how much of it did not", () => {
    const failed = Array.from({ length: 300 }, (_, index) => ({ ...failedCheck("y".repeat(9_000)), id: `c-${index}` }));
    const text = renderMarkdown(sampleReport([samplePack([...failed, sampleCheck()])]));
    expect(text.length).toBeLessThan(1_000_000);
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^\d+ more parts of this report did not fit here\.$/);
  });
});
