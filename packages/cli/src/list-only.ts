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
  if (plan.files.length > 0 || request.saveTranscript !== undefined || !(isText || plan.stdout === "json")) {
    throw new McptestError(
      "USAGE_BAD_VALUE",
      "--list runs nothing, so there is no report and no transcript to write.",
      {
        fix: "Leave --reporter and --save-transcript out; --format json gives the list as JSON.",
      },
    );
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
