import type { Check, Verdict } from "@mcptest/pack";
import { judgeViews, type Surroundings, type ViewRule } from "../../checks/view/rule.js";
import type { ViewSubject } from "../../subjects.js";
import type { VisitRecord } from "../record.js";
import type { VisitedView } from "../visits.js";

/** One call of a verdict: what it was, its text, and which view under which policy it is about. */
export interface Spoken {
  kind: "fail" | "warn" | "note" | "pass" | "couldNotRun" | "notApplicable";
  text: string;
  subject?: string;
  variant?: string;
  evidence?: unknown;
}

/** A verdict that writes down what is said. */
function listening(spoken: Spoken[]): Verdict {
  const saying =
    (kind: "fail" | "warn" | "note"): Verdict["fail"] =>
    (text, evidence, about) =>
      spoken.push({ kind, text, evidence, ...about });
  return {
    fail: saying("fail"),
    warn: saying("warn"),
    note: saying("note"),
    pass: (about, evidence) => spoken.push({ kind: "pass", text: "", evidence, ...about }),
    couldNotRun: (text, more) => spoken.push({ kind: "couldNotRun", text, evidence: more?.evidence, ...more?.about }),
    notApplicable: (text) => spoken.push({ kind: "notApplicable", text }),
    detail: () => undefined,
  };
}

/** A view that was visited so; the exchange of its reading is 7, that of its call 8. */
export function visited(records: VisitRecord[], subject: Partial<ViewSubject> = {}): VisitedView {
  const read = { exchange: { number: 7 } } as ViewSubject["read"];
  return {
    subject: { uri: "ui://view", html: "<!doctype html>", meta: {}, input: {}, exchange: 8, read, ...subject },
    records,
  };
}

const AROUND = { options: {}, tools: [] } as unknown as Surroundings;

/** What a rule says of views. */
export async function judged(rule: ViewRule, views: VisitedView[]): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  await judgeViews(listening(spoken), rule, { views }, AROUND);
  return spoken;
}

/** What a check of views says of one view. */
export async function saidBy(
  check: Check | undefined,
  records: VisitRecord[],
  subject?: Partial<ViewSubject>,
): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  const values = { shown: { views: [visited(records, subject)] }, subjects: { tools: [] } };
  await check?.run(values as never, listening(spoken), AROUND as never);
  return spoken;
}
