import { type Check, type Exchange, excerpt, excused, type Needs, type ValuesOf, type Verdict } from "@mcptest/pack";
import { few, type SkillsCheck, skillsCheck, tell } from "../define.js";
import { LIST } from "../ids.js";
import { type SkillsListing, skillsListing } from "../listing.js";
import { type Skill, skillsFound } from "../skills.js";

/** What is said of one entry. */
export interface Said {
  came: string;
  /** Default: as the level of the check says. */
  as?: "warn" | "note";
  fix?: string;
  evidence?: number[];
}

/** Says that a list could not be looked at, and why. True where it could not. */
export function unlisted(verdict: Verdict, { end, pages }: SkillsListing): boolean {
  if (pages.length > 0 || end === undefined) return false;
  if (end.trouble) {
    verdict.couldNotRun(end.trouble.reason, { origin: end.trouble.origin, evidence: [end.exchange.number] });
  } else verdict.notApplicable(`${LIST} gave no list (${end.by === "absent" ? "-32601" : "see skills-list-shape"})`);
  return true;
}

/** What such a check always needs. */
const SUBJECTS = { found: skillsFound, listing: skillsListing };

/** A check of each skill by itself: its entry, and what is known of its files. */
export function skillRule<N extends Needs = Record<never, never>>({
  rule,
  fix,
  judge,
  needs,
  ...check
}: Omit<SkillsCheck<N>, "run" | "needs"> & {
  rule: string;
  fix: string;
  needs?: N;
  /** What is wrong with it: nothing where it obeys, `undefined` where the rule does not apply. */
  judge(skill: Skill, values: ValuesOf<N>): Said[] | undefined;
}): Check {
  return skillsCheck({
    ...check,
    needs: { ...needs, ...SUBJECTS },
    run(values, verdict) {
      const { found, listing } = values as ValuesOf<typeof SUBJECTS>;
      const { skills } = found;
      if (skills.length === 0) {
        if (!unlisted(verdict, listing)) verdict.notApplicable("the server lists no skill");
        return;
      }
      let applied = 0;
      for (const skill of skills) {
        const said = judge(skill, values as ValuesOf<N>);
        if (said === undefined) continue;
        applied += 1;
        report(verdict, check.id, skill, said, { rule, fix });
      }
      if (applied === 0) verdict.notApplicable("it concerns none of the skills of the server");
    },
  });
}

function report(verdict: Verdict, id: string, skill: Skill, said: Said[], words: { rule: string; fix: string }): void {
  const about = { subject: skill.uri };
  const sent = `the skill ${excerpt(skill.uri, 160)}`;
  for (const as of [undefined, "warn", "note"] as const) {
    const all = said.filter((each) => each.as === as);
    const [first] = all;
    if (first === undefined) continue;
    const came = few(all.map((each) => each.came));
    const evidence = [...new Set([skill.exchange, ...all.flatMap((each) => each.evidence ?? [])])];
    if (as === "note") verdict.note(`${sent}: ${came}`, evidence, about);
    else {
      const text = tell({ id, sent, came, rule: words.rule, fix: first.fix ?? words.fix });
      verdict[as ?? "fail"](text, evidence, about);
    }
  }
  if (!said.some(({ as }) => as !== "note")) verdict.pass(about, [skill.exchange]);
}

/** Judges that a request was refused with -32602, or another code that is allowed. */
export function judgeRefused(
  verdict: Verdict,
  exchange: Exchange,
  isRefused: boolean,
  words: { id: string; sent: string; came: string; rule: string; fix: string },
  subject?: string,
): void {
  const about = subject === undefined ? undefined : { subject };
  if (excused(verdict, exchange, words.sent, about)) return;
  if (isRefused) verdict.pass(about, [exchange.number]);
  else verdict.fail(tell(words), [exchange.number], about);
}
