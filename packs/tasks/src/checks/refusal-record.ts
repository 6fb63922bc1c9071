import { type Exchange, errorOf, type Fixture, member, say } from "@mcptest/pack";
import { troubleOf } from "../attempt.js";
import { extensionCheck } from "../define.js";
import { legacyOptIns, optInCalls } from "../legacy-opt-ins.js";
import { legacyProbes } from "../legacy-probes.js";
import { messageOf } from "../probe-answer.js";
import { declares, had, reading, recordOf } from "../record.js";
import { draftCodeOf, isCapabilityRefusal, type Refusal } from "../refusals.js";
import { requiredCall } from "../required-call.js";
import { undeclaredCall } from "../undeclared-call.js";
import { undeclaredProbes } from "../undeclared-probes.js";
import { tellLacking } from "./refusals.js";

/** The refusals among what was sent without the declaration. */
function refusalsIn(exchanges: readonly Exchange[]): Refusal[] {
  return exchanges.flatMap((exchange) => {
    const { method = "", number, status } = exchange;
    const error = errorOf({ ...exchange, response: messageOf(exchange) });
    if (error === undefined || declares(exchange) || troubleOf(exchange, method) !== undefined) return [];
    const what = `${method} without the extension declaration`;
    return [{ what, exchange: number, error, ...(status === undefined ? {} : { status }) }];
  });
}

/** I38. */
export const undeclaredErrorData = extensionCheck({
  id: "tasks-undeclared-error-data",
  category: "lifecycle",
  title: "A refusal names the missing extension",
  description:
    "The refusals of undeclared task methods carry data.requiredCapabilities with the extension, over HTTP with status 400.",
  level: "must",
  contract: "I38",
  section: "Protocol Errors",
  ...reading,
  prepares: { probes: had(undeclaredProbes) },
  async run(_needs, verdict, context) {
    const probes = await recordOf(context, undeclaredProbes);
    const refusals = refusalsIn(probes).filter(({ error }) => isCapabilityRefusal(member(error, "code")));
    for (const refusal of refusals)
      tellLacking(
        verdict,
        refusal,
        refusal.what.split(" ")[0] ?? "",
        'I38: the refusal carries data.requiredCapabilities.extensions["io.modelcontextprotocol/tasks"], over HTTP with status 400',
      );
    if (probes.length === 0) verdict.couldNotRun("no undeclared request about a task was recorded");
    else if (refusals.length === 0) verdict.notApplicable("no undeclared request was refused with -32021");
  },
});

/** What is sent without the declaration. */
const UNDECLARED: Record<string, Fixture<unknown>> = {
  undeclared: undeclaredCall,
  strict: requiredCall,
  optIns: optInCalls,
  apart: legacyOptIns,
  probes: undeclaredProbes,
  legacy: legacyProbes,
};

/** I59. */
export const errorCodeFinal = extensionCheck({
  id: "tasks-error-code-final",
  category: "dispatch",
  title: "Refusals have the final number",
  description: "A refusal for want of the declaration has the code -32021, not the number of a draft.",
  level: "must",
  contract: "I59",
  section: "Protocol Errors",
  ...reading,
  prepares: UNDECLARED,
  async run(_needs, verdict, context) {
    const sent = await Promise.all(Object.values(UNDECLARED).map((fixture) => recordOf(context, fixture)));
    const refusals = refusalsIn(sent.flat()).filter(
      (refusal) => isCapabilityRefusal(member(refusal.error, "code")) || draftCodeOf(refusal) !== undefined,
    );
    for (const refusal of refusals) {
      const draft = draftCodeOf(refusal);
      const about = { subject: refusal.what.split(" ")[0] ?? "" };
      if (draft === undefined) verdict.pass(about, [refusal.exchange]);
      else
        verdict.fail(
          say({
            sent: refusal.what,
            came: `it was refused with ${draft}`,
            rule: "I59: a refusal for want of the declaration has the code -32021",
            fix: "use the numbers of the released specification: -32021, -32020 and -32022",
          }),
          [refusal.exchange],
          about,
        );
    }
    if (refusals.length === 0) verdict.notApplicable("no request was refused for want of the declaration");
  },
});
