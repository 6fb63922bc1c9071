import { type Config, type Suite, selectSuite } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import type { DiffFlags } from "./diff-command.js";
import type { Invocation } from "./invocation.js";
import { namedTarget } from "./targets.js";

/** The two versions in the words of the command, and what is left of them. Throws `USAGE_BAD_VALUE`. */
export function twoVersions(
  words: readonly string[],
  calledAs: string,
): { versions: readonly [string, string]; rest: readonly string[] } {
  const [one, other, ...rest] = words;
  const fix = `Write: ${calledAs} NAME@A NAME@B TARGET, such as ${calledAs} mcptest-pack-widgets@1.0.0 mcptest-pack-widgets@1.x http://127.0.0.1:3000/mcp`;
  const second = other === undefined || /^https?:\/\//i.test(other) ? undefined : other;
  if (one === undefined || second === undefined) {
    const message = one === undefined ? "No pack is named." : "The second version is missing.";
    throw new McptestError("USAGE_BAD_VALUE", message, { fix });
  }
  if (one === second) {
    throw new McptestError(
      "USAGE_BAD_VALUE",
      `${JSON.stringify(one)} is named twice; it differs from itself in nothing.`,
      {
        fix,
      },
    );
  }
  return { versions: [one, second], rest };
}

/** The servers to run on: TARGET, else those of the configuration. Throws `USAGE_NO_TARGET` where there is neither. */
export async function suiteToCompareOn(
  words: readonly string[],
  flags: DiffFlags,
  config: Config | undefined,
  invocation: Invocation,
): Promise<Suite> {
  const target = await namedTarget(words, flags, config, invocation);
  const suite = selectSuite(config, {
    ...(flags.suite === undefined ? {} : { suite: flags.suite }),
    ...(target ? { targets: [target] } : {}),
  });
  if (suite.servers.length > 0) return suite;
  const why = config ? `${config.file} has no servers to run on` : "there is no configuration";
  throw new McptestError("USAGE_NO_TARGET", `No target is given, and ${why}.`, {
    fix: `Write one: ${invocation.name} http://127.0.0.1:3000/mcp, or ${invocation.name} -- node server.js`,
  });
}
