import type { Check, PackContext } from "./check.js";
import type { Pack, SimpleContext } from "./pack.js";
import type { Verdict } from "./verdict.js";

/**
 * All checks of a pack. The simple form `run(context)` counts as one check behind the others: {@link simpleCheckId},
 * category `run`, level `must`, phase `probe`.
 */
export function checksOf(pack: Pack): Check[] {
  return pack.run ? [...pack.checks, simpleCheck(pack, pack.run)] : pack.checks;
}

/** Id of the check that the simple form stands for: `SHORT-run`, by the name of the pack's command or {@link shortPackName}. */
export function simpleCheckId(pack: Pick<Pack, "name" | "command">): string {
  return `${pack.command?.name ?? shortPackName(pack.name)}-run`;
}

/** An npm name without its scope and without `mcptest-pack-` or `pack-`: `widgets` for `@acme/mcptest-pack-widgets`. */
export function shortPackName(name: string): string {
  const unscoped = name.slice(name.lastIndexOf("/") + 1);
  return unscoped.replace(/^(?:mcptest-)?pack-(?=.)/, "");
}

const RETURNS = "it returns nothing where all is well, and the problem as a text where it is not";

function shown(value: unknown): string {
  if (value === "") return "an empty text";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}

function simpleCheck(pack: Pack, run: NonNullable<Pack["run"]>): Check {
  return {
    kind: "check",
    id: simpleCheckId(pack),
    category: "run",
    title: pack.title ?? pack.name,
    description: `Runs ${pack.name}, a pack of the simple form.`,
    level: "must",
    rule: { source: pack.name },
    since: "0.0.0",
    phase: "probe",
    async run(_values: unknown, verdict: Verdict, context: PackContext<any>) {
      const simple: SimpleContext = { ...context, fail: (message, evidence) => verdict.fail(message, evidence) };
      const problem: unknown = await run.call(pack, simple);
      if (problem === undefined) return;
      if (typeof problem === "string" && problem !== "") verdict.fail(problem);
      else verdict.couldNotRun(`run returned ${shown(problem)}: ${RETURNS}`, { origin: "pack" });
    },
  };
}
