import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Check, CheckDocs } from "./check.js";

const SECTION = /^## (.+)$/m;
const CODE = /^ {4}/;

/**
 * The checks with their pages, each `ID.md` in `folder`: a heading, then the sections `What it asks`, `Why` and
 * `How to fix it`. A page is read when one of its texts is asked for. `url` is where the pages can be read, with a slash at
 * its end. A check that has no page stays without, and so do all where the package was bundled without them.
 */
export function withPages(checks: readonly Check[], folder: URL, url: string): Check[] {
  const pages = new Set(existsSync(folder) ? readdirSync(folder) : []);
  return checks.map((check) => {
    const name = `${check.id}.md`;
    return pages.has(name) ? { ...check, docs: docsOfPage(new URL(name, folder), `${url}${name}`) } : check;
  });
}

function docsOfPage(page: URL, url: string): CheckDocs {
  let sections: Pick<CheckDocs, "asks" | "why" | "fix"> | undefined;
  const text = (name: "asks" | "why" | "fix"): string => {
    sections ??= sectionsOf(readFileSync(page, "utf8"));
    return sections[name];
  };
  return {
    get asks() {
      return text("asks");
    },
    get why() {
      return text("why");
    },
    get fix() {
      return text("fix");
    },
    url,
  };
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
