import type { LoadedPack } from "@mcptest/core/loader";
import { compareVerdicts, type Report } from "@mcptest/core/report";
import { run, validateSelection } from "@mcptest/core/runner";
import { jsonText } from "@mcptest/reporters";
import { parseCommand } from "../../command.js";
import { configFor } from "../../config.js";
import { type DiffFlags, diffCommand } from "../../diff-command.js";
import { versionsToCompare } from "../../diff-packs.js";
import { suiteToCompareOn, twoVersions } from "../../diff-words.js";
import { watched } from "../../execute.js";
import type { Invocation } from "../../invocation.js";
import { readOptions } from "../../pack-options.js";
import type { DiffDocument } from "../../packs-document.js";
import { renderDiff } from "../../render-diff.js";
import { isJsonFormat } from "../../reporters.js";
import { runRequest } from "../../run-request.js";

/** `mcptest packs diff NAME@A NAME@B [TARGET]`: 0 nothing turned red, 1 something did. */
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
    const document = documentOf(compared.packs, reports as [Report, Report]);
    await invocation.output.out(
      asJson ? jsonText(document) : renderDiff(document, { verbose: flags.verbose === true }),
    );
    return exitCodeOf(document);
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

function documentOf([one, other]: readonly LoadedPack[], [before, after]: [Report, Report]): DiffDocument {
  const incomplete = [...new Set([before, after].flatMap(undecidedOf))];
  return {
    schemaVersion: 1,
    before: identityOf(one as LoadedPack),
    after: identityOf(other as LoadedPack),
    changes: compareVerdicts(before, after),
    ...(incomplete.length > 0 ? { incomplete } : {}),
  };
}

function identityOf({ manifest: { name, version }, origin }: LoadedPack): DiffDocument["before"] {
  return { name, version, origin };
}

/** What could not be compared: servers that could not be tested, and packs that broke off before their checks. */
function undecidedOf({ servers }: Report): string[] {
  return servers.flatMap(({ name, problem, packs }) => [
    ...(problem ? [`${name}: ${problem.message}`] : []),
    ...packs
      .filter(({ ran, outcome }) => !ran && outcome !== "skipped")
      .map(
        (pack) => `${name}: ${pack.name} ${pack.version} did not run: ${pack.incompleteReason ?? "no reason is known"}`,
      ),
  ]);
}

function exitCodeOf({ changes, incomplete }: DiffDocument): number {
  if (changes.some(({ kind }) => kind === "green-to-red")) return 1;
  return incomplete ? 3 : 0;
}
