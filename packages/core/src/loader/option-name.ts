import type { Json, Pack, PackContext } from "@mcptest/pack";

/**
 * In what words the options of a pack are named to whoever started the run. `flags`: the flags that the pack declares for
 * its command. `options`: the `--options` of a run. `properties`: properties of an object, those in `names` (by the path
 * with dots) under a name of their own, others under their path behind `prefix`.
 */
export type OptionNaming =
  | { style: "flags" }
  | { style: "options" }
  | { style: "properties"; prefix?: string; names?: Readonly<Record<string, string>> };

const namings = new WeakMap<PackContext["optionName"], OptionNaming>();

/** {@link PackContext.optionName} for a pack. */
export function optionNamer(pack: Pick<Pack, "name" | "command">, naming: OptionNaming): PackContext["optionName"] {
  const name: PackContext["optionName"] = (path, example = "…") => {
    if (naming.style === "properties") {
      const dotted = path.join(".");
      const { names = {}, prefix = "" } = naming;
      return (Object.hasOwn(names, dotted) ? names[dotted] : undefined) ?? `${prefix}${dotted}`;
    }
    const same = (option: readonly string[]) => JSON.stringify(option) === JSON.stringify(path);
    const flag = naming.style === "flags" ? pack.command?.flags.find(({ option }) => same(option)) : undefined;
    if (flag) return flag.flag.split(" ")[0] as string;
    const owner = naming.style === "flags" ? "" : `${pack.command?.name ?? pack.name}=`;
    const value = path.reduceRight<Json>((inner, name) => ({ [name]: inner }), example);
    return `--options '${owner}${JSON.stringify(value)}'`;
  };
  namings.set(name, naming);
  return name;
}

/** What made a namer, for one that is made again in another process. */
export function namingOf(optionName: PackContext["optionName"]): OptionNaming {
  return namings.get(optionName) ?? { style: "options" };
}
