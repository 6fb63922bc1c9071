import type { Report } from "@mcptest/core/report";
import {
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
import { visible, visibleLine } from "./visible.js";

/** GitHub shows ten annotations of a kind for one step, and drops the others without a word. */
const MOST_SHOWN = 10;
/** Characters of one message; the whole stands in the report. */
const MOST_CHARACTERS = 4_000;

interface Annotation {
  title: string;
  message: string;
}

/**
 * Workflow commands for GitHub Actions: an `error` for each check that failed, each server that could not be tested, each
 * stale entry of `tolerate` and each reason for which checks could not run, and a `warning` for each check that warns. At most
 * ten of a kind; the last line is a `notice` with all counts, and says how many were left out.
 */
export function renderGitHubAnnotations(report: Report): string {
  const errors = errorsOf(report);
  const warnings = warningsOf(report);
  const shown = [
    ...errors.slice(0, MOST_SHOWN).map((each) => command("error", each)),
    ...warnings.slice(0, MOST_SHOWN).map((each) => command("warning", each)),
  ];
  const left = [leftOut(errors, "error"), leftOut(warnings, "warning")].filter((part) => part !== "");
  const message = [`${countsLine(report)}`, ...left].join("; ");
  return `${[...shown, command("notice", { title: `mcptest: ${outcomeOf(report)}`, message })].join("\n")}\n`;
}

function leftOut({ length }: Annotation[], word: string): string {
  const more = length - MOST_SHOWN;
  return more > 0 ? `${more} more ${word}${more === 1 ? "" : "s"} not shown here` : "";
}

function errorsOf(report: Report): Annotation[] {
  const cases = casesOf(report);
  const failed = cases.filter(({ verdict }) => verdict === "failed");
  const gone = report.servers.flatMap(({ name, problem }) =>
    problem ? [{ title: `${name}: could not be tested`, message: `${problem.message}\nfix: ${problem.fix}` }] : [],
  );
  const stale = staleEntries(report).map((entry) => ({
    title: "stale entry of tolerate",
    message: `${entryText(entry)}\nits finding has passed in this run: remove the entry`,
  }));
  return [
    ...failed.map(({ server, pack, check }) => ({
      title: `${check.id} (${server.name}, ${packName(pack)})`,
      message: messageOf(check),
    })),
    ...gone,
    ...stale,
    ...openChecksOf(cases).map(({ server, pack, ids, reason }) => ({
      title: `could not run (${server.name}, ${packName(pack)})`,
      message: `${ids.join(", ")}\n${reason}`,
    })),
  ];
}

function warningsOf(report: Report): Annotation[] {
  return warnedCasesOf(casesOf(report)).map(({ server, pack, check: { id, warnings = [] } }) => ({
    title: `${id} (${server.name}, ${packName(pack)})`,
    message: warnings.join("\n"),
  }));
}

function command(kind: "error" | "warning" | "notice", { title, message }: Annotation): string {
  return `::${kind} title=${property(visibleLine(title))}::${data(cutAt(visible(message), MOST_CHARACTERS))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
