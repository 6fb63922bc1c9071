import { visibleLine } from "@mcptest/reporters";
import type { OutdatedDocument, OutdatedPack } from "./packs-document.js";

/** Newer versions of packs, for people. */
export function renderOutdated({ packs, notAsked }: OutdatedDocument): string {
  const lines = [
    ...packs.flatMap(packLines),
    ...notAsked.map(({ name, reason }) => `${visibleLine(name)}: not asked for, ${reason}`),
  ];
  return `${(lines.length === 0 ? ["no pack runs here"] : lines).join("\n")}\n`;
}

function packLines({ name, alias, version, range, inside, newest, canUpdate, canUpgrade }: OutdatedPack): string[] {
  const key = alias === undefined ? "" : ` (as ${visibleLine(alias)})`;
  const head = `${visibleLine(name)} ${visibleLine(version)}${key}, pin ${visibleLine(range)}`;
  if (newest === undefined) return [`${head}: the registry does not have it`];
  const facts = [
    ...(canUpdate ? [`${visibleLine(inside ?? "")} is inside the pin`] : []),
    ...(canUpgrade ? [`${visibleLine(newest)} is outside of the pin`] : []),
  ];
  return [`${head}: ${facts.length === 0 ? "nothing newer" : facts.join("; ")}`];
}
