import type { ViewSubject } from "../../subjects.js";
import type { Profile, Scenario, VisitRecord } from "../../view/record.js";
import type { VisitedView } from "../../view/visits.js";

/** A view as it was shown under one content policy. */
export interface Shown {
  view: ViewSubject;
  profile: Profile;
  /** The visit with an ordinary host. */
  main: VisitRecord;
  /** All visits under this policy, that one first. */
  visits: readonly VisitRecord[];
  /** The visits under the other policy. */
  others: readonly VisitRecord[];
}

const PROFILES: readonly Profile[] = ["strict", "reference"];

/** Each view under each policy with whose ordinary host it was visited. */
export function shownOf(visited: readonly VisitedView[]): Shown[] {
  return visited.flatMap(({ subject: view, records }) =>
    PROFILES.flatMap((profile) => {
      const visits = records.filter((record) => record.profile === profile);
      const main = visits.find(({ scenario }) => scenario === "main");
      if (main === undefined) return [];
      const rest = visits.filter((record) => record !== main);
      return [
        { view, profile, main, visits: [main, ...rest], others: records.filter((each) => !visits.includes(each)) },
      ];
    }),
  );
}

/** The visits with hosts of these kinds, in this order. */
export function visitsWith({ visits }: Pick<Shown, "visits">, scenarios: readonly Scenario[]): VisitRecord[] {
  return scenarios.flatMap((scenario) => visits.filter((visit) => visit.scenario === scenario));
}
