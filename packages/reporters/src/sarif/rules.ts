import type { CheckResult } from "@mcptest/core/report";
import { type Case, packName } from "../cases.js";
import { ruleText } from "../terminal/rule.js";
import { visible, visibleLine } from "../visible.js";
import type { SarifRule } from "./types.js";

const LEVELS: Readonly<Record<CheckResult["level"], SarifRule["defaultConfiguration"]["level"]>> = {
  must: "error",
  should: "warning",
  interop: "warning",
  info: "note",
};

/** The rules of a report: one for each check of each pack. Two packs with one id of a check give two rules. */
export function rulesOf(cases: readonly Case[]): {
  rules: SarifRule[];
  of(entry: Case): { id: string; index: number };
} {
  const owners = new Map<string, Set<string>>();
  for (const { pack, check } of cases) {
    owners.set(check.id, (owners.get(check.id) ?? new Set()).add(packName(pack)));
  }
  const idOf = ({ pack, check }: Case) =>
    owners.get(check.id)?.size === 1 ? visibleLine(check.id) : visibleLine(`${packName(pack)}/${check.id}`);
  const places = new Map<string, number>();
  const rules: SarifRule[] = [];
  for (const entry of cases) {
    const id = idOf(entry);
    if (places.has(id)) continue;
    places.set(id, rules.length);
    rules.push(ruleOf(id, entry));
  }
  return { rules, of: (entry) => ({ id: idOf(entry), index: places.get(idOf(entry)) ?? -1 }) };
}

function ruleOf(id: string, { pack, check }: Case): SarifRule {
  return {
    id,
    name: pascal(check.id),
    shortDescription: { text: sentence(check.title) },
    fullDescription: { text: sentence(check.description) },
    ...(check.docsUrl !== undefined && URL.canParse(check.docsUrl) ? { helpUri: check.docsUrl } : {}),
    help: { text: ruleText(check.rule) || id },
    defaultConfiguration: { level: LEVELS[check.level] },
    properties: { tags: (check.tags ?? []).map(visibleLine), pack: visibleLine(packName(pack)), level: check.level },
  };
}

/** `tasks-ttl-shape` as `TasksTtlShape`. */
function pascal(id: string): string {
  return visibleLine(id)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

function sentence(text: string): string {
  const shown = visible(text).trim();
  return /[.!?]$/.test(shown) ? shown : `${shown}.`;
}
