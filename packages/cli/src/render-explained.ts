import { ruleText, visibleLine } from "@mcptest/reporters";
import type { ExplainedCheck } from "./explain-document.js";

/** What a violation means, by level. */
const LEVELS: Readonly<Record<ExplainedCheck["level"], string>> = {
  must: "must: a violation fails",
  should: "should: a violation warns, and fails under --strict",
  interop: "interop: no rule of the specification, but real hosts break; a violation warns",
  info: "info: a violation is reported",
};

/** Columns of a line of text. */
const WIDTH = 100;

/** What is known about checks, for people. Texts of a pack never begin a line with a log command. */
export function renderExplained(checks: readonly ExplainedCheck[]): string {
  return checks.map((check) => `${lines(check).join("\n")}\n`).join("\n");
}

function lines(check: ExplainedCheck): string[] {
  const { docs, pack } = check;
  const facts: [name: string, value: string][] = [
    ["pack", `${pack.name} ${pack.version} (${pack.origin})`],
    ["level", LEVELS[check.level]],
    ["category", check.category],
    ["profiles", check.profiles.join(", ")],
    ["tags", (check.tags ?? []).join(", ")],
    ["since", check.since],
    ["applies", conditionText(check.on)],
    ["changes", check.mayChange ? "it may change state on the server; --read-only leaves it out" : ""],
    ["rule", ruleText(check.rule)],
    ["page", docs?.url ?? ""],
  ];
  return [
    `${check.id}  ${visibleLine(check.title)}`,
    ...facts.filter(([, value]) => value !== "").map(([name, value]) => `  ${name.padEnd(10)}${visibleLine(value)}`),
    ...section("What it asks", docs?.asks ?? check.description),
    ...(docs ? [...section("Why", docs.why), ...section("How to fix it", docs.fix)] : []),
  ];
}

/** `where wire is extension or legacy, and transport is http`. */
function conditionText(on: ExplainedCheck["on"]): string {
  const conditions = Object.entries(on ?? {}).map(([name, wanted]) => `${name} is ${[wanted].flat().join(" or ")}`);
  return conditions.length === 0 ? "" : `where ${conditions.join(", and ")}`;
}

function section(heading: string, text: string): string[] {
  const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n(?:[^\S\n]*\n)+/);
  const shown = paragraphs
    .map(linesOf)
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.map((line) => `  ${visibleLine(line)}`));
  return ["", heading, ...shown.flatMap((paragraph, index) => (index === 0 ? paragraph : ["", ...paragraph]))];
}

/** An example, every line of which begins with four spaces, as it stands; the words of any other paragraph in lines. */
function linesOf(paragraph: string): string[] {
  const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
  return lines.every((line) => line.startsWith("    ")) ? lines : wrapped(lines.join(" "));
}

/** The words of a paragraph in lines; a word that is longer than a line stays whole. */
function wrapped(paragraph: string): string[] {
  const result: string[] = [];
  for (const word of paragraph.trim().split(/\s+/)) {
    const last = result.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) result[result.length - 1] = `${last} ${word}`;
    else result.push(word);
  }
  return result;
}
