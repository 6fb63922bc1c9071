import type { Report } from "@mcptest/core/report";
import { run, validateSelection } from "@mcptest/core/runner";
import { jsonText } from "@mcptest/reporters";
import { parseCommand } from "../../command.js";
import { configFor } from "../../config.js";
import { type DiffFlags, diffCommand } from "../../diff-command.js";
import { diffDocument, exitCodeOfDiff } from "../../diff-document.js";
import { versionsToCompare } from "../../diff-packs.js";
import { suiteToCompareOn, twoVersions } from "../../diff-words.js";
import { watched } from "../../execute.js";
import type { Invocation } from "../../invocation.js";
import { readOptions } from "../../pack-options.js";
import { renderDiff } from "../../render-diff.js";
import { isJsonFormat } from "../../reporters.js";
import { runRequest } from "../../run-request.js";

/** `mcptest packs diff NAME@A NAME@B [TARGET]`: 0 nothing is worse, 1 something is, 3 that could not be seen. */
export async function diff(invocation: Invocation): Promise<number> {
  const command = diffCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<DiffFlags>();
  const { versions: words, rest } = twoVersions(command.args, invocation.name);
  const asJson = isJsonFormat(flags.format);
  const options = (flags.options ?? []).map((given) => readOptions(given).options);
  const config = await configFor(flags, invocation);
  const called = { ...invocation, name: [invocation.name, ...words].join(" ") };
  const { servers } = await suiteToCompareOn(rest, flags, config, called);
  const compared = await versionsToCompare(words, { cwd: process.cwd(), config }, options, invocation);
  try {
    const reports: Report[] = [];
    for (const loaded of compared.packs) {
      const selection = { loaded, ...selectionFrom(flags) };
      validateSelection([selection]);
      const optionNaming = { style: "options" } as const;
      const parts = { servers, packs: [selection], require: [], flags, config, tolerance: {}, optionNaming };
      const request = runRequest(parts, invocation);
      const report = await watched((watching) => run({ ...request, ...watching }), flags, invocation, ignoreVerdict);
      if (!report.complete) return report.exitCode;
      reports.push(report);
    }
    const document = diffDocument(compared.packs, reports as [Report, Report]);
    await invocation.output.out(
      asJson ? jsonText(document) : renderDiff(document, { verbose: flags.verbose === true }),
    );
    return exitCodeOfDiff(document);
  } finally {
    compared.dispose();
  }
}

/** What a run alone would end with is no matter here: a server may break rules with both versions. */
function ignoreVerdict(): void {}

function selectionFrom({ profile, checkId, category, requireRoles }: DiffFlags) {
  return {
    ...(requireRoles ? { requireRoles } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...(checkId ? { checkIds: checkId } : {}),
    ...(category ? { categories: category } : {}),
  };
}
