// The licenses of packages whose code is inlined into a bundle.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The text of THIRD-PARTY-NOTICES.txt for a bundle made from `inputs` (absolute paths); undefined when none of them
 * comes from node_modules. Throws when an inlined package carries no license file.
 */
export function thirdPartyLicenses(inputs) {
  const folders = new Set(inputs.filter((input) => input.includes("/node_modules/")).map(packageFolder));
  const texts = [...folders].map(licenseText).sort();
  return texts.length === 0
    ? undefined
    : `This package contains code of the following packages.\n\n${texts.join("\n\n")}`;
}

function packageFolder(file) {
  let folder = dirname(file);
  while (
    !existsSync(join(folder, "package.json")) ||
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version === undefined
  ) {
    folder = dirname(folder);
  }
  return folder;
}

function licenseText(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name}@${version} is inlined but has no license file`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
