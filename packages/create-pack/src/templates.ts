import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { packageFolder } from "./package-folder.js";
import type { PackPlan } from "./plan.js";
import { testedRanges } from "./ranges.js";

/** The extension, the package and the words that the templates are written with. */
const PLACEHOLDER = /com\.example\/gadgets|mcptest-pack-gadgets|Gadgets|gadgets/g;

/** Contents of a new pack, by path with slashes. */
export function filesOf(plan: PackPlan): Map<string, string> {
  const files = new Map<string, string>();
  for (const template of ["common", plan.language]) {
    const folder = join(packageFolder(), "templates", template);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length + 1).split(sep);
      const text = written(readFileSync(file, "utf8"), plan);
      files.set(path.map(nameOf).join("/"), text);
    }
  }
  files.set("package.json", withRanges(files.get("package.json") ?? "{}"));
  return files;
}

/** The name of a file or folder in a new pack. npm leaves a .gitignore out of packages, and tools take the rest for our own. */
function nameOf(name: string): string {
  return name === "package.template.json" ? "package.json" : name.replace(/^_/, ".");
}

function written(text: string, { extension, name, title, word }: PackPlan): string {
  return text.replace(PLACEHOLDER, (found) => {
    if (found === "com.example/gadgets") return extension;
    if (found === "mcptest-pack-gadgets") return name;
    return found === "Gadgets" ? title : word;
  });
}

/** In place of `*`: the versions of our packages that the templates were tested with. */
function withRanges(text: string): string {
  const manifest = JSON.parse(text) as { devDependencies?: Record<string, string> };
  const ranges = testedRanges();
  for (const name of Object.keys(manifest.devDependencies ?? {})) {
    const range = ranges.get(name);
    if (range !== undefined && manifest.devDependencies) manifest.devDependencies[name] = range;
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
