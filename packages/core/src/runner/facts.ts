import type { Check, Negotiated } from "@mcptest/pack";

/** Facts of a lane by name: `transport`, `era`, `protocolVersion`, `also`, `route` and what the pack added. */
export type Facts = Readonly<Record<string, string>>;

/** Facts that one pack may add, and characters of each. */
const MAX_FACTS = 50;
const MAX_LENGTH = 200;

/** What the host knows of a lane for a pack, beside what was negotiated. */
export interface LaneFacts {
  /** The run has another target. */
  also: boolean;
  /** How the pack reaches its extension there. Absent: on no route. */
  route?: string;
}

/** The facts of a lane for a pack. What the pack added counts only as text, and never in place of the lane's own facts. */
export function factsOf(negotiated: Negotiated, { also, route }: LaneFacts, added: unknown): Facts {
  const entries = typeof added === "object" && added !== null ? Object.entries(added) : [];
  const own = entries
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .slice(0, MAX_FACTS)
    .map(([name, value]) => [name, value.slice(0, MAX_LENGTH)]);
  const { transport, era, protocolVersion } = negotiated;
  const { route: _, ...others } = Object.fromEntries(own);
  return Object.freeze({
    ...others,
    ...(route === undefined ? {} : { route }),
    ...{ transport, era, protocolVersion, also: also ? "yes" : "no" },
  });
}

/** Why a check does not apply on a lane with these facts, as a plain sentence; `undefined` where it applies. */
export function mismatch(on: Check["on"], facts: Facts): string | undefined {
  for (const [name, wanted] of Object.entries(on ?? {})) {
    const values = typeof wanted === "string" ? [wanted] : wanted;
    const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (value !== undefined && values.includes(value)) continue;
    return `applies where ${name} is ${values.join(" or ")}; here it is ${value ?? "not known"}`;
  }
  return undefined;
}
