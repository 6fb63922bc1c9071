import type { PackManifest } from "@mcptest/core/loader";

type CheckData = PackManifest["checks"][number];

/** A check as its pack describes it, and the pack. */
export interface ExplainedCheck
  extends Pick<
    CheckData,
    "id" | "title" | "description" | "category" | "level" | "tags" | "rule" | "since" | "on" | "mayChange" | "docs"
  > {
  pack: { name: string; version: string; origin: string };
  /** The profiles of the pack that have the check; none for a pack without profiles. */
  profiles: string[];
}

/** What `mcptest explain --format json` prints. */
export interface ExplainDocument {
  schemaVersion: 1;
  /** In the order in which they were asked for. */
  checks: ExplainedCheck[];
}

/** The checks of a pack for people and programs. `origin`: `bundled`, or the path of the entry file. */
export function explainedChecks(
  manifest: { checks: readonly CheckData[] } & Pick<PackManifest, "name" | "version" | "profiles">,
  origin: string,
): ExplainedCheck[] {
  const { name, version } = manifest;
  return manifest.checks.map((check) => ({
    pack: { name, version, origin },
    id: check.id,
    title: check.title,
    description: check.description,
    category: check.category,
    level: check.level,
    ...(check.tags ? { tags: check.tags } : {}),
    profiles: check.profiles ?? manifest.profiles?.names ?? [],
    since: check.since,
    ...(check.on ? { on: check.on } : {}),
    ...(check.mayChange ? { mayChange: true } : {}),
    rule: check.rule,
    ...(check.docs ? { docs: readDocs(check.docs) } : {}),
  }));
}

/** Characters of one text. */
const MAX_TEXT = 4_000;

/** The texts, which a pack may only read now. */
function readDocs({ asks, why, fix, url }: NonNullable<CheckData["docs"]>): NonNullable<CheckData["docs"]> {
  const bounded = (text: unknown) => (typeof text === "string" ? text.slice(0, MAX_TEXT) : "");
  return { asks: bounded(asks), why: bounded(why), fix: bounded(fix), ...(url === undefined ? {} : { url }) };
}
