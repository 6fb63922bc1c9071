import { visibleLine } from "@mcptest/reporters";
import type { InstalledPack, PacksDocument } from "./packs-document.js";

/** The packs of a project, for people. */
export function renderPacks({ configFile, packs }: PacksDocument): string {
  const from = configFile === undefined ? "no configuration" : `configuration: ${visibleLine(configFile)}`;
  const blocks = packs.map((pack) => lines(pack).join("\n"));
  return `${[from, ...(blocks.length === 0 ? ["no pack runs here"] : blocks)].join("\n\n")}\n`;
}

function lines(pack: InstalledPack): string[] {
  const {
    name,
    alias,
    version,
    range,
    origin,
    isolation,
    contract,
    extension,
    checks,
    suites,
    skippedBecause = "",
  } = pack;
  const facts: [name: string, value: string][] = [
    ["named as", alias ?? ""],
    ["pin", range],
    ["origin", origin],
    ["isolation", isolation === "process" ? "a process of its own" : "none"],
    ["contract", String(contract)],
    ["extension", extension === "*" ? "* (any)" : extension],
    ["checks", String(checks)],
    ["suites", suites.join(", ")],
    ["skipped", skippedBecause],
  ];
  return [
    `${visibleLine(name)} ${visibleLine(version)}`,
    ...facts.filter(([, value]) => value !== "").map(([fact, value]) => `  ${fact.padEnd(11)}${visibleLine(value)}`),
  ];
}
