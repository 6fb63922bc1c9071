import { parseArgs } from "node:util";
import type { Wishes } from "./plan.js";
import { refusal } from "./refusal.js";

/** What the command line says. */
export type Arguments = { help: true } | { help: false; wishes: Wishes };

/** Reads the command line. Throws a `Refusal` for what it does not take. */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parsed(args);
  if (values.help) return { help: true };
  if (positionals.length > 1) {
    throw refusal(`One folder is asked for, and there are ${positionals.length}.`, "Put a path with spaces in quotes.");
  }
  if (values.typescript && values.javascript) {
    throw refusal("A pack is written in one language.", "Keep --typescript or --javascript.");
  }
  const language = values.javascript ? "javascript" : values.typescript ? "typescript" : undefined;
  const [folder] = positionals;
  return {
    help: false,
    wishes: {
      ...(folder === undefined ? {} : { folder }),
      ...(values.extension === undefined ? {} : { extension: values.extension }),
      ...(values.name === undefined ? {} : { name: values.name }),
      ...(language === undefined ? {} : { language }),
    },
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        extension: { type: "string" },
        name: { type: "string" },
        typescript: { type: "boolean" },
        javascript: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [message = ""] = (error as Error).message.split("\n", 1);
    throw refusal(message.split(". ", 1)[0] ?? message, "create-mcptest-pack --help shows what there is.");
  }
}
