import { type Check, defineFixture, excerpt, type Needs, type PackContext, type Verdict } from "@mcptest/pack";
import { uiCalls } from "../../calls.js";
import { type AppsCheck, viewCheck } from "../../define.js";
import type { AppsOptions } from "../../options.js";
import { type ViewSubjects, viewSubjects } from "../../subjects.js";
import { few, tell } from "../../tell.js";
import type { Scenario } from "../../view/record.js";
import { type Visits, visits } from "../../view/visits.js";
import { REACHES, unreached, type ViewCheckId } from "./reach.js";
import { type Shown, shownOf, visitsWith } from "./shown.js";

const AGAIN = "run it again, and if it ends so each time, see what the view asks of memory and graphics";

/** Something that a check has to say of a view. */
export interface Said {
  /** What came, as a clause. */
  came: string;
  /** `fail`: the rule is broken, which counts as the level of the check says. Default: that. */
  as?: "fail" | "warn" | "note";
  /** What to change, where it is not what the check says of all. */
  fix?: string;
  /** Exchanges that show it, besides those of the view itself. */
  exchanges?: number[];
}

/** What was said of one view: nothing where it obeys, or why it could not be judged. */
export type Judgement = Said[] | { unjudged: string };

/** What a rule may look at besides the view. */
export interface Surroundings {
  options: AppsOptions;
  tools: ViewSubjects["tools"];
}

/** A rule of views: it judges records, which are plain data. */
export interface ViewRule
  extends Pick<AppsCheck<Needs>, "title" | "description" | "level" | "tags" | "source" | "section"> {
  id: ViewCheckId;
  /** It judges visits with hosts of these kinds, and is not selected where there are none. Absent: with an ordinary host. */
  scenarios?: readonly Scenario[];
  /** It needs the result of a real call. */
  needsResult?: true;
  /** What it asks, as a clause. */
  rule: string;
  fix: string;
  judge(shown: Shown, around: Surroundings): Judgement | Promise<Judgement>;
}

/** The visits, for checks of unusual hosts. */
const unusualVisits = defineFixture<Visits, { all: typeof visits }, AppsOptions>({
  name: "visits of views with unusual hosts",
  role: {
    name: "unusual hosts",
    configured: ({ faultyHosts }) => faultyHosts,
    missing: "the option faultyHosts is false",
  },
  needs: { all: visits },
  prepare: ({ all }) => all,
});

/** The visits, for checks of what a view makes of the result of a real call. */
const visitsWithResult = defineFixture<Visits, { all: typeof visits; called: typeof uiCalls }, AppsOptions>({
  name: "visits of views with a result",
  needs: { all: visits, called: uiCalls },
  prepare: ({ all }) => all,
});

/** A rule as a check. */
export function viewRule(rule: ViewRule): Check {
  const { scenarios, needsResult, rule: asks, fix, judge: _judge, ...check } = rule;
  return viewCheck({
    ...check,
    phase: "probe",
    needs: {
      shown: scenarios ? unusualVisits : needsResult ? visitsWithResult : visits,
      subjects: viewSubjects,
    },
    async run({ shown, subjects }, verdict, { options }: PackContext<AppsOptions>) {
      await judgeViews(verdict, rule, shown, { options, tools: subjects.tools });
    },
  });
}

/** Judges each view under each policy, and says it with the view as subject and the policy as variant. */
export async function judgeViews(
  verdict: Verdict,
  rule: ViewRule,
  { views }: Pick<Visits, "views">,
  around: Surroundings,
): Promise<void> {
  const unjudged: string[] = [];
  const shown = shownOf(views);
  for (const each of shown) {
    const about = { subject: each.view.uri, variant: each.profile };
    const { main } = each;
    const crashed = [main, ...visitsWith(each, rule.scenarios ?? [])].find(({ ended }) => ended === "crashed");
    if (crashed) {
      const reason = `${excerpt(each.view.uri, 120)}: ${crashed.problem ?? "the page has crashed"}; ${AGAIN}`;
      verdict.couldNotRun(reason, { origin: "environment", about, evidence: evidenceOf(each) });
      continue;
    }
    const reason = unreached(main, REACHES[rule.id]);
    const judged = reason === undefined ? await rule.judge(each, around) : { unjudged: reason };
    if (isCutShort(main) && ("unjudged" in judged || judged.length === 0)) {
      const reason = `${excerpt(each.view.uri, 120)}: ${main.problem}; ${AGAIN}`;
      verdict.couldNotRun(reason, { origin: "environment", about, evidence: evidenceOf(each) });
    } else if ("unjudged" in judged) unjudged.push(`${each.view.uri} (${each.profile}): ${judged.unjudged}`);
    else report(verdict, rule, each, judged);
  }
  const [first] = unjudged;
  if (first === undefined && shown.length > 0) return;
  verdict.notApplicable(first === undefined ? "no view was shown" : few(unjudged, 2));
}

/** The time of a visit was over before the life of the view: what it did not show it might have shown. */
function isCutShort({ ended, readyMs }: Shown["main"]): boolean {
  return ended === "timeout" && readyMs !== undefined;
}

function report(verdict: Verdict, { id, rule, fix }: ViewRule, shown: Shown, said: Said[]): void {
  const about = { subject: shown.view.uri, variant: shown.profile };
  for (const kind of ["note", "warn", "fail"] as const) {
    const all = said.filter(({ as = "fail" }) => as === kind);
    const [first] = all;
    if (first === undefined) continue;
    const came = few(
      all.map((each) => each.came),
      4,
    );
    const sent = `the view ${excerpt(shown.view.uri, 120)} under the ${shown.profile} policy`;
    const evidence = [...evidenceOf(shown), ...all.flatMap(({ exchanges = [] }) => exchanges)];
    const text = kind === "note" ? `${sent}: ${came}` : tell({ id, sent, came, rule, fix: first.fix ?? fix });
    verdict[kind](text, evidence, about);
  }
  if (!said.some(({ as }) => as !== "note")) verdict.pass(about, evidenceOf(shown));
}

/** The reading of the view, and the call whose result it was given. */
function evidenceOf({ view }: Shown): number[] {
  return [view.read.exchange.number, ...(view.exchange === undefined ? [] : [view.exchange])];
}
