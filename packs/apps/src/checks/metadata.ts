import { isDeepStrictEqual } from "node:util";
import { type Check, excerpt, type Json, member, type Verdict } from "@mcptest/pack";
import { apps as appsFixture } from "../apps.js";
import { wireCheck } from "../define.js";
import { misplacedOn, shapeProblems } from "../meta.js";
import { type ReadView, reads as readsFixture } from "../reads.js";
import { few, tell } from "../tell.js";
import { judgeViews } from "./judge-views.js";

/** One of the two places of the metadata of a view. */
export interface Place {
  uri: string;
  variant: "list" | "read";
  ui: Json;
  exchange: number;
}

/** Where `_meta.ui` of views stands: entries of the list, and content items. */
export function placesOf(views: readonly ReadView[]): Place[] {
  return views.flatMap(({ uri, listed, ofEntry, ofItem, exchange }): Place[] => [
    ...(listed && ofEntry !== undefined
      ? [{ uri, variant: "list" as const, ui: ofEntry, exchange: listed.exchange }]
      : []),
    ...(ofItem === undefined ? [] : [{ uri, variant: "read" as const, ui: ofItem, exchange: exchange.number }]),
  ]);
}

/** `resources/list, the entry "ui://…"`: where something was found, for a message. */
export function placed({ uri, variant }: Place): string {
  return variant === "list"
    ? `resources/list, the entry ${excerpt(uri, 120)}`
    : `resources/read of ${excerpt(uri, 120)}`;
}

/** Why a rule of the metadata does not apply. */
export const NO_META = "no view has _meta.ui";

const shape = wireCheck({
  id: "apps-meta-shape",
  category: "resources",
  title: "The metadata of a view has the shape of the specification",
  description:
    "_meta.ui of a content item and of a list entry: csp holds lists of texts, permissions holds objects, domain is a text, prefersBorder true or false. Unknown members are noted.",
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const places = placesOf(reads.views);
    if (places.length === 0) return verdict.notApplicable(NO_META);
    for (const place of places) {
      const about = { subject: place.uri, variant: place.variant };
      const { wrong, unknown } = shapeProblems(place.ui);
      if (unknown.length > 0)
        verdict.note(
          `${placed(place)}: _meta.ui has ${few(unknown)}, which the specification does not know`,
          [place.exchange],
          about,
        );
      if (wrong.length === 0) verdict.pass(about, [place.exchange]);
      else {
        verdict.fail(
          tell({
            id: "apps-meta-shape",
            sent: placed(place),
            came: few(wrong),
            rule: "csp: lists of texts; permissions: objects, {} asks for one; domain: a text; prefersBorder: true or false",
            fix: 'write it like {"csp": {"connectDomains": ["https://api.example.com"]}, "permissions": {"camera": {}}}',
          }),
          [place.exchange],
          about,
        );
      }
    }
  },
});

const rightLevel = wireCheck({
  id: "apps-meta-at-right-level",
  category: "resources",
  title: "The metadata of a view stands where hosts look for it",
  description:
    "csp, permissions, domain and prefersBorder stand on the content item or the list entry, and not only on the result as a whole or on the tool.",
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { apps: appsFixture, reads: readsFixture },
  run({ apps, reads }, verdict) {
    judgeViews(verdict, "apps-meta-at-right-level", reads, (view) => {
      const places = misplacedOn(view, apps);
      if (places.length === 0) return undefined;
      const where = places
        .map((place) => (place === "result" ? "on _meta of the result" : "on the tool"))
        .join(" and ");
      return {
        came: `metadata of the view stands ${where}, and nowhere else`,
        rule: "hosts read _meta.ui of contents[0] and of the list entry; without it a view gets the closed default",
        fix: "move it to contents[0]._meta.ui, and repeat it in resources/list",
      };
    });
  },
});

const listVsRead = wireCheck({
  id: "apps-meta-list-vs-read",
  category: "resources",
  title: "The metadata of a view is the same in the list and when it is read",
  description:
    "Where a view is listed, _meta.ui of the entry and of the content item are equal; csp stands in both or in neither.",
  level: "interop",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const both = reads.views.filter(({ listed, item }) => listed && item);
    if (both.length === 0) return verdict.notApplicable("no view is both listed and readable");
    for (const view of both) judgeBoth(verdict, view);
  },
});

function judgeBoth(verdict: Verdict, { uri, listed, exchange, ofEntry, ofItem }: ReadView): void {
  const about = { subject: uri };
  const evidence = [listed?.exchange ?? 0, exchange.number];
  if (isDeepStrictEqual(ofEntry, ofItem)) {
    verdict.pass(about, evidence);
    return;
  }
  const only = ofItem === undefined ? "list entry" : ofEntry === undefined ? "content item" : undefined;
  const hasCsp = [ofEntry, ofItem].some((ui) => member(ui, "csp") !== undefined);
  const where = only ? `only the ${only} has _meta.ui: ${excerpt(ofItem ?? ofEntry, 120)}` : differing(ofEntry, ofItem);
  const sent = `resources/list and resources/read of ${excerpt(uri, 120)}`;
  if (only && !hasCsp) {
    verdict.note(`${sent}: ${where}`, evidence, about);
    return;
  }
  verdict.fail(
    tell({
      id: "apps-meta-list-vs-read",
      sent,
      came: where,
      rule: "some hosts read the list entry alone, others the content item alone",
      fix: "put the same _meta.ui in both",
    }),
    evidence,
    about,
  );
}

function differing(ofEntry: unknown, ofItem: unknown): string {
  return `_meta.ui is ${excerpt(ofEntry, 120)} in the list, and ${excerpt(ofItem, 120)} when read`;
}

const border = wireCheck({
  id: "apps-border-explicit",
  category: "resources",
  title: "A view that leaves prefersBorder to the host is named",
  description: "Notes views without prefersBorder: hosts have different defaults, and stating it is recommended.",
  level: "info",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const views = reads.views.filter(({ item }) => item !== undefined);
    if (views.length === 0) return verdict.notApplicable("no view could be read");
    for (const { uri, ofItem, ofEntry, exchange } of views) {
      if (member(ofItem, "prefersBorder") !== undefined || member(ofEntry, "prefersBorder") !== undefined) continue;
      verdict.note(`${excerpt(uri, 120)} has no prefersBorder: hosts choose`, [exchange.number], { subject: uri });
    }
  },
});

export const metadataChecks: Check[] = [shape, rightLevel, listVsRead, border];
