import { pathToFileURL } from "node:url";
import { McptestError } from "../errors/index.js";
import { importFailure, importFile, importTypeScript, isTypeScript } from "../loader/import.js";
import { TIME_OVER, withinTime } from "../loader/time-limit.js";
import type { ImportModule } from "../loader/types.js";
import type { ConfigSource } from "./source.js";
import { readText } from "./source-text.js";

/** Milliseconds that the code of a configuration may take. */
const CODE_TIMEOUT_MS = 30_000;

/**
 * Runs a configuration that is code and takes its default export. TypeScript needs nothing to be installed, and nothing
 * is written. Throws `CONFIG_UNREADABLE` for what fails, `CONFIG_EMPTY` without a default export.
 */
export async function readCode(
  file: string,
  shown: string,
  options: { importModule?: ImportModule; timeoutMs?: number } = {},
): Promise<ConfigSource> {
  readText(file, shown);
  const limit = options.timeoutMs ?? CODE_TIMEOUT_MS;
  const running = isTypeScript(file)
    ? importTypeScript(file)
    : importFile(pathToFileURL(file).href, options.importModule);
  const module = await withinTime(running, limit).catch((thrown: unknown) => {
    const { message, place } = importFailure(thrown, file);
    throw new McptestError("CONFIG_UNREADABLE", `${place?.replace(file, shown) ?? shown}: ${message}`, {
      cause: thrown,
    });
  });
  if (module === TIME_OVER) {
    const what = `it did not finish within ${limit} ms: a top-level await may never settle`;
    throw new McptestError("CONFIG_UNREADABLE", `${shown}: ${what}`);
  }
  return { file, shown, value: defaultOf(module, shown), placeOf: () => shown, writtenAt: () => undefined };
}

/** A compiled CommonJS module has its default inside the one that Node gives it. */
function defaultOf(module: unknown, shown: string): unknown {
  const outer = memberOf(module, "default");
  const value = memberOf(outer, "__esModule") === true ? memberOf(outer, "default") : outer;
  if (value !== undefined) return value;
  throw new McptestError("CONFIG_EMPTY", `${shown}: it has no default export`, {
    fix: "Write export default defineConfig({ … }).",
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
