import { McptestError } from "@mcptest/core/errors";
import type { OptionFlag, PackManifest } from "@mcptest/core/loader";
import type { JsonObject } from "@mcptest/core/report";
import type { Command, Option } from "commander";
import { flag, flagGroup } from "./command.js";
import { mergeOptions, nested, parseFlagValue } from "./pack-options.js";

/** A flag of mcptest that a pack may declare too: it then sets an option of the pack as well. */
const SHARED = "--require-roles";

/** Adds the flags that a pack declares for its options. Throws `PACK_INVALID` for one that mcptest has itself. */
export function addPackFlags(command: Command, { name, command: declared }: PackManifest): void {
  const options = (declared?.flags ?? [])
    .map((declaredFlag) => optionOf(declaredFlag))
    .filter((option) => {
      const taken = command.options.find(
        ({ long, short }) => long === option.long || (short && short === option.short),
      );
      if (taken === undefined) return true;
      if (option.long === SHARED) return false;
      throw new McptestError("PACK_INVALID", `${name} declares the flag ${option.flags}, which mcptest has itself.`);
    });
  flagGroup(command, `Options of ${name}:`, options);
}

/** The options that the given flags of a pack set. Throws `USAGE_BAD_VALUE`. */
export function optionsOfFlags({ command }: PackManifest, values: Record<string, unknown>): JsonObject {
  const layers = (command?.flags ?? []).flatMap((declared) => {
    const key = optionOf(declared).attributeName();
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) return [];
    // Commander counts a flag that begins with --no- as set until it is given.
    if (declared.flag.startsWith("--no-") && value === true) return [];
    const read = (given: unknown) => (typeof given === "string" ? parseFlagValue(declared, given) : given === true);
    return [nested(declared.option, Array.isArray(value) ? value.map(read) : read(value))];
  });
  return mergeOptions(layers);
}

function optionOf(declared: OptionFlag): Option {
  const option = flag(declared.flag, declared.description);
  return declared.repeats
    ? option.argParser((value, others) => [...(Array.isArray(others) ? others : []), value])
    : option;
}
