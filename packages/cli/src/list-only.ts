import { McptestError } from "@mcptest/core/errors";
import { list } from "@mcptest/core/runner";
import { jsonText } from "@mcptest/reporters";
import type { Execution } from "./execute.js";
import type { Invocation } from "./invocation.js";
import { renderListing } from "./render-listing.js";
import { watchInterruption } from "./signals.js";

/**
 * Tells what would run (`--list`), as text or JSON, and gives the exit code: 3 where a server could not be looked at.
 * Throws `USAGE_BAD_VALUE` for an output that only a run has.
 */
export async function listOnly({ request, plan, flags }: Execution, { output }: Invocation): Promise<number> {
  const isText = plan.stdout === "terminal";
  const files = [...plan.files, ...[request.saveTranscript, flags.artifacts].filter((file) => file !== undefined)];
  if (files.length > 0 || !(isText || plan.stdout === "json")) {
    throw new McptestError("USAGE_BAD_VALUE", "--list runs nothing, so there is no report and no file to write.", {
      fix: "Leave --reporter, --save-transcript and --artifacts out; --format json gives the list as JSON.",
    });
  }
  const interruption = watchInterruption((signal) => void output.err(`mcptest: ${signal}, stopping\n`));
  try {
    const listing = await list({ ...request, signal: interruption.signal });
    await output.out(isText ? renderListing(listing, { verbose: flags.verbose === true }) : jsonText(listing));
    return interruption.code() ?? (listing.servers.some(({ problem }) => problem) ? 3 : 0);
  } finally {
    interruption.dispose();
  }
}
