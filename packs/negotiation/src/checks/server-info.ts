import { type Check, isObject, META, member } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { andMore, grouped } from "../grouped.js";
import { resultsOf } from "../modern-results.js";
import { passive, recorded } from "../record.js";
import { say } from "../say.js";
import { serverInfoProblem } from "../server-info-shape.js";

const RULE = `B06: every result says who answered, at _meta["${META.serverInfo}"] with the strings name and version`;
const FIX = `add it where results are sent: "_meta": {"${META.serverInfo}": {"name": "my-server", "version": "1.0.0"}}`;

/** B06. */
const serverInfo = modernCheck({
  ...passive,
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
    const results = resultsOf(await recorded(context)).filter(({ result }) => isObject(result));
    if (results.length === 0) return verdict.notApplicable("no result came");
    const judged = results.map((entry) => ({ ...entry, ...judge(member(entry.result, "_meta")) }));
    const wrong = judged.filter(({ problem }) => problem !== undefined);
    for (const group of grouped(wrong, ({ method, problem }) => `${method}\n${problem}`)) {
      const { exchange, method, problem = "" } = group.first;
      const text = say({ sent: method, came: `${problem}${andMore(group)}`, rule: RULE, fix: FIX });
      verdict.fail(text, [exchange.number], { subject: method });
    }
    for (const group of grouped(
      judged.filter(({ isMissing }) => isMissing),
      ({ method }) => method,
    )) {
      const { exchange, method } = group.first;
      const text = say({
        sent: method,
        came: `the result does not say who answered${andMore(group)}`,
        rule: RULE,
        fix: FIX,
      });
      verdict.warn(text, [exchange.number], { subject: method });
    }
  },
});

interface Judged {
  problem?: string;
  isMissing?: true;
}

function judge(meta: unknown): Judged {
  if (meta === undefined) return { isMissing: true };
  if (!isObject(meta)) return { problem: "_meta is no object" };
  const info = member(meta, META.serverInfo);
  if (info === undefined) return { isMissing: true };
  const problem = serverInfoProblem(info);
  return problem === undefined ? {} : { problem: `the server info is wrong: ${problem}` };
}

/** B06, on every result. */
export const serverInfoChecks: Check[] = [serverInfo];
