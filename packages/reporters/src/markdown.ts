import type { CheckResult, PackResult, Report, ServerResult } from "@mcptest/core/report";
import {
  type Case,
  casesOf,
  countsLine,
  cutAt,
  entryText,
  messageOf,
  openChecksOf,
  outcomeOf,
  packName,
  staleEntries,
  warnedCasesOf,
} from "./cases.js";
import { ruleText } from "./terminal/rule.js";
import { visible, visibleLine } from "./visible.js";

/** Characters of one message, and of all findings: a job summary of GitHub holds 1 MiB. */
const MOST_OF_MESSAGE = 6_000;
const MOST_OF_ALL = 600_000;

/**
 * The report as GitHub-flavoured Markdown, for the summary of a job: the outcome, a table of servers and packs, then each
 * failure, what could not run, and warnings. Whatever comes from a server or a pack stands in code, where nothing is a link, an
 * image, a mention or HTML.
 */
export function renderMarkdown(report: Report): string {
  const cases = casesOf(report);
  const sections = [...failures(report, cases), ...openChecks(report, cases), ...tolerated(cases), ...warnings(cases)];
  const shown: string[] = [];
  let length = 0;
  for (const section of sections) {
    length += section.length;
    if (length > MOST_OF_ALL) break;
    shown.push(section);
  }
  const left = sections.length - shown.length;
  const all = [
    `## mcptest: ${outcomeOf(report)}`,
    countsLine(report),
    ...(report.servers.length > 0 ? [table(report)] : []),
    ...shown,
    ...(left > 0 ? [`${left} more ${left === 1 ? "part" : "parts"} of this report did not fit here.`] : []),
  ];
  return `${all.join("\n\n")}\n`;
}

function table({ servers }: Report): string {
  const packs = [...new Map(servers.flatMap((server) => server.packs.map((pack) => [packName(pack), pack]))).keys()];
  const head = ["server", ...packs.map(codeInCell)];
  const rows = servers.map((server) => [codeInCell(server.name), ...packs.map((name) => cell(server, name))]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cell(server: ServerResult, name: string): string {
  if (server.problem) return "could not be tested";
  const found = server.packs.filter((pack) => packName(pack) === name);
  return found.map((pack) => packWords(pack, found.length > 1)).join("; ") || "";
}

function packWords(pack: PackResult, isOneOfSeveral: boolean): string {
  const checks = pack.checks.filter(({ advisory }) => !advisory);
  const passed = checks.filter(({ status }) => status === "passed").length;
  const words = pack.ran ? `${WORDS[pack.outcome]} ${passed}/${checks.length}` : "skipped";
  return isOneOfSeveral ? `${codeInCell(pack.lane)} ${words}` : words;
}

const WORDS = { passed: "passed", failed: "**failed**", incomplete: "**incomplete**", skipped: "skipped" } as const;

function failures(report: Report, cases: readonly Case[]): string[] {
  const failed = cases.filter(({ verdict }) => verdict === "failed");
  const stale = staleEntries(report).map((entry) => `- ${code(entryText(entry))}: its finding has passed; remove it`);
  return [
    ...(failed.length > 0 ? [`### Failed`, ...failed.map(block)] : []),
    ...(stale.length > 0 ? [`### Stale entries of tolerate\n\n${stale.join("\n")}`] : []),
  ];
}

function block({ server, pack, check }: Case): string {
  const lines = [
    `#### ${code(check.id)}: ${code(check.title)}`,
    places({ server, pack }),
    fenced(messageOf(check)),
    `Rule: ${code(ruleText(check.rule))}${page(check)}`,
  ];
  return lines.join("\n\n");
}

function places({ server, pack }: Pick<Case, "server" | "pack">): string {
  return [server.name, packName(pack), pack.lane].map(code).join(", ");
}

/** Addresses of pages come from a pack: only a plain one becomes a link. */
function page({ docsUrl }: CheckResult): string {
  return docsUrl !== undefined && /^https:\/\/[\w./#-]+$/.test(docsUrl) ? ` ([page](${docsUrl}))` : "";
}

function openChecks({ servers }: Report, cases: readonly Case[]): string[] {
  const gone = servers.flatMap(({ name, problem }) =>
    problem
      ? [[`${code(name)} could not be tested`, fenced(`${problem.message}\nfix: ${problem.fix}`)].join("\n\n")]
      : [],
  );
  const reasons = openChecksOf(cases).map(({ server, pack, ids, reason }) =>
    [`${places({ server, pack })}: ${ids.map(code).join(", ")}`, fenced(reason)].join("\n\n"),
  );
  const all = [...gone, ...reasons];
  return all.length > 0 ? ["### Could not run", ...all] : [];
}

function tolerated(cases: readonly Case[]): string[] {
  const lines = cases
    .filter(({ verdict }) => verdict === "tolerated")
    .map(({ server, check }) => `- ${code(check.id)} on ${code(server.name)}: ${code(check.tolerated ?? "")}`);
  return lines.length > 0 ? [`### Tolerated\n\n${lines.join("\n")}`] : [];
}

function warnings(cases: readonly Case[]): string[] {
  const blocks = warnedCasesOf(cases).map((entry) =>
    [`#### ${code(entry.check.id)}`, places(entry), fenced((entry.check.warnings ?? []).join("\n"))].join("\n\n"),
  );
  return blocks.length > 0 ? ["### Warnings", ...blocks] : [];
}

/** Text as a code span inside of a table, where a bar would end the cell. */
function codeInCell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

/** Text as an inline code span. */
function code(text: string): string {
  const line = visibleLine(text).trim();
  if (line === "") return "` `";
  const ticks = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Text as a code block. */
function fenced(text: string): string {
  const shown = cutAt(visible(text.replaceAll("\r\n", "\n")), MOST_OF_MESSAGE);
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** The longest row of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
