import type { Check, Exchange, PackContext, Verdict } from "@mcptest/pack";
import { modernCheck, type NegotiationCheck } from "../define.js";
import { passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";
import { listensIn } from "./record.js";
import { subscriptions } from "./subscriptions.js";

/** A check of what was recorded of every listen. */
export interface ListenCheck
  extends Pick<NegotiationCheck<Record<never, never>>, "id" | "title" | "description" | "level" | "contract" | "on"> {
  /** Default `basic/patterns/subscriptions`. */
  source?: string;
  /** Everything of this lane, deliberate violations left out. */
  judge(exchanges: readonly Exchange[], context: PackContext): Sighting[] | Promise<Sighting[]>;
  /** Says why there was nothing to judge, where nothing was found and that is no verdict. */
  nothing?(exchanges: readonly Exchange[], verdict: Verdict): void;
}

/** Judges the listens of the whole run; this pack makes some itself. A server without any acknowledged one is not judged. */
export function listenCheck({ judge, nothing, source = "basic/patterns/subscriptions", ...check }: ListenCheck): Check {
  return modernCheck({
    ...check,
    source,
    category: "listen",
    ...passive,
    prepares: { subscriptions },
    async run(_needs, verdict, context) {
      const exchanges = await recorded(context);
      const found = await judge(exchanges, context);
      report(verdict, found);
      if (found.length > 0) return;
      if (!listensIn(exchanges).some(({ messages }) => messages.some(isNoError))) {
        verdict.notApplicable("no subscriptions/listen was served");
      } else nothing?.(exchanges, verdict);
    },
  });
}

function isNoError(json: object): boolean {
  return !Object.hasOwn(json, "error");
}
