import { McptestError } from "../errors/index.js";
import { installCommand } from "../loader/install-command.js";
import { pinProblem, prereleaseNote, satisfies } from "../loader/pin.js";
import type { ConfigSource } from "./source.js";

/** Throws `TOOL_VERSION` when `range`, the key `mcptest`, is a semver range that `version` lies outside of. */
export async function checkToolVersion(range: unknown, version: string, source: ConfigSource): Promise<void> {
  if (typeof range !== "string" || (await pinProblem(range)) !== undefined || (await satisfies(version, range))) return;
  const note = await prereleaseNote(version, range);
  const what = `the configuration asks for mcptest ${range}, and this is mcptest ${version}${note}`;
  throw new McptestError("TOOL_VERSION", `${source.placeOf(["mcptest"])}: ${what}`, {
    fix: `Install a version in that range: ${installCommand(source.file, [`mcptest@${range}`])}; or change the mcptest key.`,
  });
}
