import { HELP } from "./cli/help.js";
import { printFaults } from "./cli/list-faults.js";
import { serve } from "./cli/serve.js";
import { isUsageError, usageError } from "./cli/usage.js";
import { packageVersion } from "./server/package-info.js";

async function run([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case "serve":
      return serve(args);
    case "list-faults":
      return printFaults(args);
    case "-h":
    case "--help":
    case "help":
      process.stdout.write(HELP);
      return 0;
    case "-V":
    case "--version":
      process.stdout.write(`${packageVersion()}\n`);
      return 0;
    case undefined:
      process.stderr.write(HELP);
      return 2;
    default:
      throw usageError(`Unknown command "${command}": it is serve or list-faults`);
  }
}

function report(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`mcptest-testkit: ${message}\n`);
  return isUsageError(error) ? 2 : 1;
}

// What is still in progress when the command ends (jobs, open requests) is not waited for.
const code = await run(process.argv.slice(2)).catch(report);
process.stdout.write("", () => process.exit(code));
