import { readFileSync } from "node:fs";
import type { Check, CheckDocs } from "@mcptest/pack";

const PAGES = new URL("../docs/", import.meta.url);
const URL_OF_PAGES = "https://github.com/mcptest/mcptest/blob/main/packs/tasks/docs/";
const SECTION = /^## (.+)$/m;
const CODE = /^ {4}/;

/** The check with its page, `docs/ID.md` of this package. */
export function withDocs(check: Check): Check {
  const docs = docsOf(check.id);
  return docs === undefined ? check : { ...check, docs };
}

/** The page of a check, or `undefined` where the package was bundled without its pages. */
export function docsOf(id: string): CheckDocs | undefined {
  const page = readPage(id);
  return page === undefined ? undefined : { ...sectionsOf(page), url: `${URL_OF_PAGES}${id}.md` };
}

/** The three texts of a page. Lines of a paragraph are joined, those of an indented code block stay as they are. */
export function sectionsOf(page: string): Pick<CheckDocs, "asks" | "why" | "fix"> {
  const [, ...parts] = page.replace(/\r\n?/g, "\n").split(SECTION);
  const sections = new Map<string, string>();
  for (let index = 0; index + 1 < parts.length; index += 2)
    sections.set(String(parts[index]).trim(), plainText(String(parts[index + 1])));
  const text = (heading: string) => sections.get(heading) ?? "";
  return { asks: text("What it asks"), why: text("Why"), fix: text("How to fix it") };
}

function plainText(markdown: string): string {
  const paragraphs = markdown.split(/\n(?:[ \t]*\n)+/).map((paragraph) => {
    const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
    if (lines.every((line) => CODE.test(line))) return lines.map((line) => line.trimEnd()).join("\n");
    return lines.map((line) => line.trim()).join(" ");
  });
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

function readPage(id: string): string | undefined {
  try {
    return readFileSync(new URL(`${id}.md`, PAGES), "utf8");
  } catch {
    return undefined;
  }
}
