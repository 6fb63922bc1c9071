import { type FoundBrowser, findBrowser, type OpenAccess, openAccess, thisPlace } from "../host/index.js";
import type { Report, ServerResult } from "../report/model.js";
import type { RunRequest } from "./types.js";

type Asking = Pick<RunRequest, "browser" | "packs" | "optionNaming">;

/**
 * The browser of a run, where one of its packs wants one.
 * @throws McptestError `BROWSER_NOT_FOUND` where the operator has named one that is not there, whether a pack wants it or not.
 */
export function browserOf(request: Asking): OpenAccess | undefined {
  const wants = wanting(request).length > 0;
  if (!wants && request.browser?.path === undefined) return undefined;
  const isCode = request.optionNaming?.style === "properties";
  const words = isCode
    ? { path: "browser.path", noSandbox: "browser: { sandbox: false }" }
    : { path: "--browser PATH", noSandbox: "--browser-no-sandbox" };
  const found: FoundBrowser = findBrowser(request.browser ?? {}, thisPlace(words));
  return wants ? openAccess(found) : undefined;
}

/** What a report says of the browser: nothing, where none was there or no pack that wants one has run. */
export function usedBrowser(
  request: Asking,
  open: OpenAccess | undefined,
  servers: readonly ServerResult[],
): Report["browser"] {
  const { executablePath, sandbox } = open?.access ?? {};
  const names = wanting(request);
  const ran = servers.some(({ packs }) => packs.some((pack) => pack.ran && names.includes(pack.name)));
  return executablePath !== undefined && sandbox !== undefined && ran ? { path: executablePath, sandbox } : undefined;
}

function wanting({ packs }: Asking): string[] {
  return packs.flatMap(({ loaded: { pack } }) => (pack.wants?.includes("browser") ? [pack.name] : []));
}
