import { type Check, isObject, META, member } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { lists } from "../lists.js";
import { resultsOf } from "../modern-results.js";
import { passive, recorded } from "../record.js";
import { serverInfoProblem } from "../server-info-shape.js";
import { report, type Sighting } from "../sightings.js";

const RULE = `B06: every result says who answered, at _meta["${META.serverInfo}"] with the strings name and version`;
const FIX = `add it where results are sent: "_meta": {"${META.serverInfo}": {"name": "my-server", "version": "1.0.0"}}`;

/** B06. */
const serverInfo = modernCheck({
  ...passive,
  prepares: { lists },
  id: "discover-server-info",
  category: "discovery",
  title: "Results say who answered",
  description:
    "Every result has the name and the version of the server in _meta; what stands there has the shape of the schema.",
  level: "must",
  contract: "B06",
  source: "basic/index",
  section: "Per-response protocol fields",
  async run(_needs, verdict, context) {
    const results = resultsOf(await recorded(context));
    if (results.length === 0) return verdict.notApplicable("no result came");
    report(
      verdict,
      results.flatMap(({ exchange, method, result }): Sighting[] => {
        const wrong = judge(member(result, "_meta"));
        if (!wrong) return [];
        const finding = { sent: method, came: wrong.came, rule: RULE, fix: FIX };
        return [{ ...wrong, subject: method, exchange: exchange.number, finding }];
      }),
    );
  },
});

function judge(meta: unknown): (Pick<Sighting, "kind" | "outcome"> & { came: string }) | undefined {
  if (meta !== undefined && !isObject(meta)) return { kind: "meta", came: "_meta of the result is no object" };
  const info = member(meta, META.serverInfo);
  if (info === undefined) return { kind: "missing", outcome: "warn", came: "the result does not say who answered" };
  const problem = serverInfoProblem(info);
  return problem === undefined ? undefined : { kind: "shape", came: `the server info is wrong: ${problem}` };
}

/** B06, on every result. */
export const serverInfoChecks: Check[] = [serverInfo];
