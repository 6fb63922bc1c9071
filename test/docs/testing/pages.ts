import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";

/** Every page for users, by its path from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  "test/README.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  ...["packages", "packs"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  ),
];

export function page(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** A fenced block of code. */
export interface Block {
  language: string;
  text: string;
}

/** The fenced blocks of a page in one of the languages, in order. */
export function blocks(path: string, ...languages: string[]): Block[] {
  return [...page(path).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .map(([, language = "", text = ""]) => ({ language, text }))
    .filter(({ language }) => languages.includes(language));
}

/** The text below a heading, up to the next one of the same or a higher level. */
export function section(path: string, heading: string): string {
  const text = `\n${page(path)}`;
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`${path} has no heading ${heading}`);
  const body = text.slice(start + heading.length + 2);
  const level = heading.indexOf(" ");
  const end = body.search(new RegExp(`^#{1,${level}} `, "m"));
  return end < 0 ? body : body.slice(0, end);
}

/** The rows of the tables in a text, without heads: the cells as they are written. */
export function rows(text: string): string[][] {
  const lines = text.split("\n").map((line) => (line.startsWith("|") ? cells(line) : undefined));
  return lines.flatMap((row, index) => {
    const isHead = lines[index + 1]?.every((cell) => /^-+$/.test(cell)) === true;
    const isRule = row?.every((cell) => /^-+$/.test(cell)) === true;
    return row === undefined || isHead || isRule ? [] : [row];
  });
}

function cells(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|").trim());
}

/** What stands between backticks. */
export function codes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
