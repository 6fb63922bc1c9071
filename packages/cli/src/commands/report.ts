import { McptestError } from "@mcptest/core/errors";
import { mergeReports, type Report } from "@mcptest/core/report";
import { readReport } from "@mcptest/core/runner";
import type { Command } from "commander";
import { prepareArtifacts, writeArtifacts } from "../artifacts.js";
import { addArtifactsFlag, addReportFlags } from "../check-options.js";
import { createCommand, parseCommand } from "../command.js";
import { type TextFlags, writeReport } from "../execute.js";
import { VERDICT_CODES } from "../help-text.js";
import type { Invocation } from "../invocation.js";
import { planOutput } from "../reporters.js";

interface ReportFlags extends TextFlags {
  artifacts?: string;
  format?: string;
  reporter?: string[];
}

/** `mcptest report FILE...`, also with `merge` before the files: several files are one report in any case. */
export async function reportCommand(invocation: Invocation): Promise<number> {
  const command = commandOf();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<ReportFlags>();
  const [word, ...rest] = command.args;
  const files = word === "merge" ? rest : command.args;
  const [first, ...others] = files;
  if (first === undefined) {
    throw new McptestError("USAGE_BAD_VALUE", "No report is named.", {
      fix: "Write the file of a run: mcptest report report.json --reporter markdown",
    });
  }
  const plan = planOutput(flags.format, flags.reporter ?? []);
  const reports: [Report, ...Report[]] = [await readReport(first)];
  for (const file of others) reports.push(await readReport(file));
  if (flags.artifacts !== undefined) await prepareArtifacts(flags.artifacts);
  const merged = mergeReports(reports);
  const report = flags.artifacts === undefined ? merged : await writeArtifacts(merged, flags.artifacts);
  await writeReport({ report }, plan, flags, invocation);
  return report.exitCode;
}

function commandOf(): Command {
  const command = createCommand("mcptest report", {
    description:
      "Show a report that was saved with --reporter json=FILE again, in any form. Several reports, such as those of machines that shared a run, become one. Nothing is sent.",
    usage: "[options] [merge] FILE...",
    examples: [
      "mcptest report report.json --verbose",
      "mcptest report report.json --reporter markdown=summary.md --reporter sarif=report.sarif",
      "mcptest report merge shard-1.json shard-2.json --reporter json=report.json",
    ],
    exitCodes: VERDICT_CODES,
  });
  addReportFlags(command);
  addArtifactsFlag(command);
  return command;
}
