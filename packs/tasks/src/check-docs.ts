import { readFileSync } from "node:fs";
import type { Check, CheckDocs } from "@mcptest/pack";

const PAGES = new URL("../docs/", import.meta.url);
const URL_OF_PAGES = "https://github.com/mcptest/mcptest/blob/main/packs/tasks/docs/";
const SECTION = /^## (.+)$/m;

/** The check with its page, `docs/ID.md` of this package. */
export function withDocs(check: Check): Check {
  const docs = docsOf(check.id);
  return docs === undefined ? check : { ...check, docs };
}

/** The page of a check, or `undefined` where the package was bundled without its pages. */
export function docsOf(id: string): CheckDocs | undefined {
  const page = readPage(id);
  if (page === undefined) return undefined;
  const [, ...parts] = page.split(SECTION);
  const sections = new Map<string, string>();
  for (let index = 0; index + 1 < parts.length; index += 2)
    sections.set(String(parts[index]), String(parts[index + 1]).trim());
  const asks = sections.get("What it asks") ?? "";
  const why = sections.get("Why") ?? "";
  const fix = sections.get("How to fix it") ?? "";
  return { asks, why, fix, url: `${URL_OF_PAGES}${id}.md` };
}

function readPage(id: string): string | undefined {
  try {
    return readFileSync(new URL(`${id}.md`, PAGES), "utf8");
  } catch {
    return undefined;
  }
}
