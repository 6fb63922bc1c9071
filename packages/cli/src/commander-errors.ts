import { McptestError } from "@mcptest/core/errors";
import type { CommanderError } from "commander";

/** What commander found wrong, as an error of the table. `name` is the command as it was called: `mcptest run`. */
export function usageError({ code, message }: CommanderError, name: string): McptestError {
  const [first = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const text = `${capital(first)}.${suggestion ? ` ${suggestion.replace(/^\(|\)$/g, "")}` : ""}`;
  const fix = `See: ${name} --help`;
  if (code === "commander.unknownOption") return new McptestError("USAGE_UNKNOWN_FLAG", text, { fix });
  if (code === "commander.unknownCommand") return new McptestError("USAGE_UNKNOWN_COMMAND", text, { fix });
  return new McptestError("USAGE_BAD_VALUE", text, { fix });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
