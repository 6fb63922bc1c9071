import {
  type Check,
  came,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  member,
  resultOf,
  say,
  troubleOf,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck, type NegotiationCheck } from "../define.js";
import { passive, recorded } from "../record.js";
import { asking } from "../rounds/asking.js";
import { askedBy, askedIn, cached, undeclared, withoutAny, wrongQuestions } from "../rounds/input-required.js";
import { report, type Sighting } from "../sightings.js";
import { answerChecks } from "./input-round-answers.js";
import { stateChecks } from "./input-round-state.js";

interface ShapeCheck
  extends Pick<NegotiationCheck<Record<never, never>>, "id" | "title" | "description" | "level" | "contract"> {
  source?: string;
  judge(exchanges: readonly Exchange[]): Sighting[];
}

/** Judges every answer of the run that asks for input; the call of `ask` makes some where it is given. */
function shapeCheck({ judge, source = "basic/patterns/mrtr", ...check }: ShapeCheck): Check {
  return modernCheck({
    ...check,
    source,
    category: "calls",
    ...passive,
    prepares: { asking },
    async run(_needs, verdict, context) {
      const exchanges = await recorded(context);
      const found = judge(exchanges);
      report(verdict, found);
      if (found.length === 0 && judge !== askedBy && askedIn(exchanges).length === 0) {
        verdict.notApplicable("no request was answered with input_required");
      }
    },
  });
}

/** G13. */
const declaredOnly = modernCheck({
  id: "mrtr-declared-only",
  category: "calls",
  title: "Only declared kinds of input are asked for",
  description:
    "inputRequests has kinds that the request declares; without any declaration the call is refused with -32021.",
  level: "must",
  contract: "G13",
  source: "basic/patterns/mrtr",
  ...passive,
  prepares: { asking },
  async run(_needs, verdict, context) {
    const exchanges = await recorded(context);
    const found = undeclared(exchanges);
    report(verdict, found);
    const own = exchanges.filter(
      ({ tags, method }) => tags.check === `fixture:${asking.name}` && method === "tools/call",
    );
    const [plain, , first] = own;
    if (plain && first) judgeUndeclared(plain, first, verdict);
    else if (found.length === 0 && askedIn(exchanges).length === 0) {
      verdict.notApplicable("no request was answered with input_required");
    }
  },
});

/** The call without any capability, where the same call asks for input once it may. */
function judgeUndeclared(plain: Exchange, first: Exchange, verdict: Verdict): void {
  const evidence = [plain.number, first.number];
  const about = { subject: "tools/call" };
  const trouble = troubleOf(plain, "the call of ask with clientCapabilities {}") ?? troubleOf(first, "the call of ask");
  if (trouble) {
    verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence, about });
    return;
  }
  if (askedIn([first]).length === 0) {
    verdict.couldNotRun(`the call of ask asks for nothing: ${came(first)}`, { origin: "environment", evidence, about });
    return;
  }
  const code = member(errorOf(plain), "code");
  const words = {
    sent: "tools/call of ask with clientCapabilities {}, which asks for input where it may",
    rule: "G13: a request that needs a client capability which it does not declare is refused with -32021",
    fix: "answer -32021 with data.requiredCapabilities, or serve the call without asking",
  };
  if (code === ERROR.missingClientCapability) verdict.pass(about, evidence);
  else if (code === ERROR.draftMissingClientCapability) {
    verdict.warn(say({ ...words, came: `${came(plain)}, the number of a draft` }), evidence, about);
  } else if (code !== undefined || resultOf(plain) === undefined) {
    verdict.fail(say({ ...words, came: came(plain) }), evidence, about);
  } else if (member(resultOf(plain), "isError") === true) {
    verdict.warn(say({ ...words, came: `a tool error in place of -32021: ${came(plain)}` }), evidence, about);
  } else verdict.note(`without the declaration it is served: ${excerpt(resultOf(plain), 120)}`, evidence, about);
}

/** Rows of input rounds. */
export const inputRoundsChecks: Check[] = [
  shapeCheck({
    id: "mrtr-methods",
    title: "Three methods ask for input",
    description: "input_required answers tools/call, prompts/get and resources/read alone.",
    level: "must",
    contract: "G10",
    judge: askedBy,
  }),
  shapeCheck({
    id: "mrtr-nonempty",
    title: "input_required has something to go on with",
    description: "input_required has inputRequests, requestState or both.",
    level: "must",
    contract: "G11",
    judge: withoutAny,
  }),
  shapeCheck({
    id: "mrtr-request-kinds",
    title: "Each input request is one of three kinds",
    description: "An entry of inputRequests has one of three methods and its params, and no envelope.",
    level: "must",
    contract: "G12",
    judge: wrongQuestions,
  }),
  declaredOnly,
  ...stateChecks,
  ...answerChecks,
  shapeCheck({
    id: "mrtr-no-cache",
    title: "input_required is not cached",
    description: "input_required has neither ttlMs nor cacheScope.",
    level: "must",
    contract: "G20",
    source: "server/utilities/caching",
    judge: cached,
  }),
];
