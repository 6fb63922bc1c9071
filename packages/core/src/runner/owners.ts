import { type Check, OWNERSHIP, ownersOf } from "@mcptest/pack";
import type { Transcript } from "../wire/types.js";
import type { OwnerOf } from "./check-run.js";
import type { LaneEnd } from "./lane-run.js";
import type { PackOnLane } from "./pack-on-lane.js";

/** Numbers of the contract that a rule names: `I12, H11` are two. */
function rowsOf({ rule }: Pick<Check, "rule">): string[] {
  return (rule.contract ?? "").split(/[,\s]+/).filter((row) => row !== "");
}

/**
 * Who reports a finding of a pack for every extension in its place: where the pack of an extension runs in the same lane
 * and judged a row that owns all the exchanges that the finding cites, that row does. Of a pack for one extension it is the
 * other way round where the table says so: what it says of ids in general.
 */
export function ownerIn({ packs }: LaneEnd, placed: PackOnLane, get: Transcript["get"]): OwnerOf | undefined {
  const of = placed.candidate.environment.pack.extension;
  if (!OWNERSHIP.some((entry) => (entry.of ?? "*") === of)) return undefined;
  const extensions = new Map(
    packs.map(({ candidate }) => [candidate.environment.pack.name, candidate.environment.pack.extension]),
  );
  const judges = packs
    .filter((other) => other !== placed)
    .flatMap((other) =>
      other
        .results()
        .filter(({ status }) => status !== "skipped")
        .flatMap((result) => rowsOf(result).map((row) => ({ row, check: result.id, pack: other }))),
    );

  function ownerOfRow(row: string, number: number, subject: string | undefined): string | undefined {
    const exchange = get(number);
    if (!exchange) return undefined;
    const sentBy = exchange.tags.pack === undefined ? undefined : extensions.get(exchange.tags.pack);
    const entries = ownersOf(exchange, { row, of, subject, sentBy });
    const judge = judges.find(({ row: owned, pack }) =>
      entries.some(
        ({ extension, owners }) => extension === pack.candidate.environment.pack.extension && owners.includes(owned),
      ),
    );
    return judge && `${judge.check} of ${judge.pack.candidate.environment.pack.name}`;
  }

  return (check, { evidence, subject }) => {
    const [first, ...others] = evidence.map((number) =>
      rowsOf(check)
        .map((row) => ownerOfRow(row, number, subject))
        .find(Boolean),
    );
    return others.every(Boolean) ? first : undefined;
  };
}
