import { type BrandedPack, type Check, checksOf, type Fixture, member, type Needs } from "@mcptest/pack";
import { didYouMean, McptestError, throwAll } from "../errors/index.js";
import type { NotSelected, PackResult } from "../report/model.js";
import type { Wanting } from "./best-options.js";
import { type Facts, mismatch } from "./facts.js";
import type { PackSelection } from "./types.js";

/**
 * Checks what a run was asked to select, before any server is contacted. Throws a `McptestError`, or `McptestErrors` for
 * several: `CHECK_UNKNOWN`, `CATEGORY_UNKNOWN`, `PROFILE_UNKNOWN` for a name that no pack which is given it has, and
 * `NOTHING_SELECTED` when the filters leave no check at all.
 */
export function validateSelection(packs: readonly PackSelection[]): void {
  const errors = [
    ...unknownNames("CHECK_UNKNOWN", packs, ({ checkIds }) => checkIds, idsOf),
    ...unknownNames("CATEGORY_UNKNOWN", packs, ({ categories }) => categories, categoriesOf),
    ...unknownNames("PROFILE_UNKNOWN", packs, ({ profile }) => profile && [profile], profilesOf),
  ];
  if (errors.length === 0 && packs.length > 0 && packs.every((pack) => chosen(pack).length === 0)) {
    errors.push(new McptestError("NOTHING_SELECTED", "no check of any pack is selected"));
  }
  throwAll(errors);
}

const WHAT = { CHECK_UNKNOWN: "check", CATEGORY_UNKNOWN: "category", PROFILE_UNKNOWN: "profile" } as const;

/** A name is known when any of the packs that are given it has it: one filter may be meant for several packs. */
function unknownNames(
  code: keyof typeof WHAT,
  packs: readonly PackSelection[],
  asked: (selection: PackSelection) => string[] | "" | undefined,
  known: (pack: BrandedPack) => string[],
): McptestError[] {
  const names = new Set(packs.flatMap((selection) => asked(selection) || []));
  return [...names].flatMap((name) => {
    const askedOf = packs.filter((selection) => (asked(selection) || []).includes(name)).map(packOf);
    if (askedOf.some((pack) => known(pack).includes(name))) return [];
    const all = new Set(askedOf.flatMap(known));
    const where = askedOf.length === 1 ? askedOf[0]?.name : "the packs";
    return [new McptestError(code, `there is no ${WHAT[code]} "${name}" in ${where}.${didYouMean(name, all)}`)];
  });
}

function packOf(selection: PackSelection): BrandedPack {
  return selection.loaded.pack;
}

function idsOf(pack: BrandedPack): string[] {
  return checksOf(pack).map(({ id }) => id);
}

function categoriesOf(pack: BrandedPack): string[] {
  return [...new Set(checksOf(pack).map(({ category }) => category))];
}

function profilesOf(pack: BrandedPack): string[] {
  return pack.profiles?.names ?? [];
}

/** The profile that a selection runs: its own, that of the configuration, or the pack's default. */
export function profileOf(selection: PackSelection): string | undefined {
  const { profiles } = packOf(selection);
  const asked = selection.profile ?? selection.loaded.profile;
  return asked !== undefined && profiles?.names.includes(asked) ? asked : profiles?.default;
}

/** The checks that filters and profile choose, in the order of the pack. What `checkIds` names replaces the profile's. */
export function chosen(selection: PackSelection): Check[] {
  const { checkIds, categories } = selection;
  const profile = profileOf(selection);
  return checksOf(packOf(selection)).filter(
    (check) =>
      (checkIds ? checkIds.includes(check.id) : isInProfile(check, profile)) &&
      (categories === undefined || categories.includes(check.category)),
  );
}

function isInProfile(check: Check, profile: string | undefined): boolean {
  if (check.profiles?.length === 0) return false;
  return check.profiles === undefined || profile === undefined || check.profiles.includes(profile);
}

/** Whether the role of a fixture is configured. */
export type IsConfigured = (fixture: Fixture<unknown>) => boolean;

/** What of a pack runs on a lane, and what does not for lack of configuration. */
export interface Plan {
  selected: Check[];
  notSelected: PackResult["notSelected"];
  /** Of those, the ones that apply here and lack nothing but options. */
  wanting: Wanting[];
  moreWith?: PackResult["moreWith"];
}

/**
 * Selects the checks of a pack: those chosen whose roles are configured. A check that is named in `checkIds`, and every
 * one under `requireRoles` (also as an option of the pack), is selected all the same. Offline, where there is only a
 * transcript, none but those that read it alone.
 */
export function planOf(selection: PackSelection, facts: Facts, isConfigured: IsConfigured, offline = false): Plan {
  const { requireRoles, checkIds, loaded } = selection;
  const always = requireRoles === true || member(loaded.options, "requireRoles") === true || checkIds !== undefined;
  const selected: Check[] = [];
  const notSelected: Plan["notSelected"] = [];
  const wanting: Wanting[] = [];
  for (const check of chosen(selection)) {
    if (offline && check.reads !== "transcript") {
      notSelected.push({ id: check.id, needs: "a server", ...applying(check, facts) });
      continue;
    }
    const missing = always ? [] : missingRoles(check, isConfigured);
    if (missing.length === 0) selected.push(check);
    else
      notSelected.push({ id: check.id, needs: missing.map(({ name }) => name).join(", "), ...applying(check, facts) });
    const options = missing.flatMap(({ option }) => option ?? []);
    const canBeGiven = options.length > 0 && options.length === missing.length;
    if (canBeGiven && mismatch(check.on, facts) === undefined) {
      wanting.push({ id: check.id, lacks: options.map((option) => [option]) });
    }
  }
  const moreWith = moreOf(selection, (check) => {
    if (offline && check.reads !== "transcript") return false;
    return mismatch(check.on, facts) === undefined && missingRoles(check, isConfigured).length === 0;
  });
  return { selected, notSelected, wanting, ...(moreWith ? { moreWith } : {}) };
}

/** The other profile that would add most checks here; those that another lane or role is needed for do not count. */
function moreOf(selection: PackSelection, wouldRun: (check: Check) => boolean): Plan["moreWith"] {
  if (selection.checkIds || selection.categories) return undefined;
  const current = profileOf(selection);
  const now = new Set(chosen(selection).map(({ id }) => id));
  const added = profilesOf(packOf(selection))
    .filter((profile) => profile !== current)
    .map((profile) => {
      const more = chosen({ ...selection, profile }).filter((check) => !now.has(check.id) && wouldRun(check));
      return { profile, count: more.length };
    });
  return added.reduce<Plan["moreWith"]>((best, more) => (more.count > (best?.count ?? 0) ? more : best), undefined);
}

function applying({ on }: Check, facts: Facts): Pick<NotSelected, "applies"> {
  return mismatch(on, facts) === undefined ? {} : { applies: false };
}

type Role = NonNullable<Fixture<unknown>["role"]>;

/** The roles that a check waits for and that are not configured, also through what its fixtures need, each name once. */
function missingRoles(check: Check, isConfigured: IsConfigured): Role[] {
  const missing = new Map<string, Role>();
  for (const fixture of fixturesOfCheck(check)) {
    if (fixture.role && !isConfigured(fixture)) missing.set(fixture.role.name, fixture.role);
  }
  return [...missing.values()];
}

/** Every fixture that a check leads to: what it needs, and what is prepared for it. */
export function fixturesOfCheck({ needs, prepares }: Pick<Check, "needs" | "prepares">): Set<Fixture<unknown>> {
  return fixturesOf(prepares, fixturesOf(needs));
}

/** Every fixture that `needs` leads to, each once. */
export function fixturesOf(needs: Needs | undefined, seen = new Set<Fixture<unknown>>()): Set<Fixture<unknown>> {
  for (const need of Object.values(needs ?? {})) {
    if (need.kind !== "fixture" || seen.has(need)) continue;
    seen.add(need);
    fixturesOf(need.needs, seen);
  }
  return seen;
}
