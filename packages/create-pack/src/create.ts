import { existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PackPlan } from "./plan.js";
import { refusal } from "./refusal.js";
import { filesOf } from "./templates.js";

export type { Language, PackPlan } from "./plan.js";

/**
 * Writes a pack, and gives the paths of its files, sorted. Nothing that is there is overwritten: throws a `Refusal` when a
 * file is in the way, before anything is written.
 */
export function createPack(plan: PackPlan): string[] {
  const files = filesOf(plan);
  const paths = [...files.keys()].sort();
  if (existsSync(plan.folder) && !lstatSync(plan.folder).isDirectory()) {
    throw refusal(`${plan.place} is a file.`, "Name another folder.");
  }
  const taken = paths.filter((path) => isThere(join(plan.folder, path)));
  if (taken.length > 0) {
    throw refusal(
      `${plan.place} has ${taken.join(", ")} already, and nothing is overwritten.`,
      "Name another folder, or move these files away.",
    );
  }
  for (const path of paths) {
    const file = join(plan.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, files.get(path) ?? "", { flag: "wx" });
  }
  return paths;
}

/** Also a link that leads nowhere is in the way. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
