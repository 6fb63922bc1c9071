import { McptestError } from "@mcptest/core/errors";
import type { Invocation } from "./invocation.js";

/**
 * The arguments of a command that contacts no server. `names` are those that it needs, in their order. Throws
 * `USAGE_BAD_VALUE` for one that is missing or too much, and for a command behind `--`.
 */
export function expectWords(args: readonly string[], names: readonly string[], invocation: Invocation): void {
  const fix = `Write: ${[invocation.name, ...names].join(" ")}`;
  const missing = names[args.length];
  if (missing !== undefined) throw new McptestError("USAGE_BAD_VALUE", `${missing} is missing.`, { fix });
  const extra = args[names.length];
  if (extra !== undefined) {
    throw new McptestError("USAGE_BAD_VALUE", `${JSON.stringify(extra)} is one argument too many.`, { fix });
  }
  if (invocation.serverCommand === undefined) return;
  throw new McptestError("USAGE_BAD_VALUE", `${invocation.name} contacts no server, so nothing may stand behind --.`, {
    fix,
  });
}
