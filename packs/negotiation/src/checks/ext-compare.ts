import {
  advertisedExtensions,
  type Check,
  type ExtensionChange,
  excerpt,
  extensionChanges,
  isObject,
  type JsonObject,
  savedLaneFor,
  say,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { advertisements } from "../extensions/advertisements.js";
import { alsoTarget } from "../extensions/also-target.js";
import { baseline } from "../extensions/baseline.js";
import { otherEra } from "../other-era.js";

/** Changes that one check reports. */
const MOST_CHANGES = 50;

/** E11. */
const breaking = modernCheck({
  id: "ext-breaking-change-new-id",
  category: "extensions",
  title: "A breaking change takes a new extension id",
  description:
    "Compared with the file of the option baseline, no member of the settings of an extension is gone or is of another JSON type under the same id. New members and other values break nothing.",
  level: "must",
  contract: "E11",
  source: "SEP-2133",
  section: "Evolution",
  phase: "end",
  needs: { baseline },
  async run({ baseline: saved }, verdict, context) {
    const before = savedLaneFor(saved, context.negotiated);
    if (!before) return verdict.notApplicable("the saved file has nothing of this era");
    const [now] = await advertisements(context);
    if (!now) return verdict.notApplicable("server/discover gave no capabilities");
    // Settings that are no object any more are E02's to report.
    const malformed = advertisedExtensions(now.capabilities).extensions.filter(({ settingsOk }) => !settingsOk);
    const changes = extensionChanges(before.capabilities, now.capabilities);
    // A change that breaks is told whatever else has changed.
    changes.sort((a, b) => Number(b.kind === "breaking") - Number(a.kind === "breaking"));
    for (const { id, kind, path, what } of changes.slice(0, MOST_CHANGES)) {
      if (malformed.some((entry) => entry.id === id)) continue;
      const about = { subject: id, ...(path === "" ? {} : { variant: path }) };
      if (kind === "breaking") {
        verdict.fail(
          say({
            sent: "server/discover",
            came: `since ${saved.savedAt} the settings of ${excerpt(id, 100)} have changed at ${excerpt(path, 100)}: ${what}`,
            rule: "E11: a change that breaks clients takes a new identifier",
            fix: `keep the member as it was, or give the extension another id, such as ${excerpt(`${id}-v2`, 100)}`,
          }),
          [now.exchange],
          about,
        );
      } else verdict.note(`${excerpt(id, 100)}${path}: ${what}`, [now.exchange], about);
    }
    tellMore(verdict, "changes", changes, [now.exchange]);
  },
});

/** E24. */
const eras = modernCheck({
  id: "ext-eras-agree",
  category: "extensions",
  title: "Both eras name the same extensions",
  description:
    "Notes where initialize of a server of both eras names other extensions than its server/discover. A server need not name any in initialize.",
  level: "info",
  contract: "E24",
  source: "basic/versioning",
  section: "Extension Negotiation",
  phase: "probe",
  needs: { otherEra },
  async run({ otherEra: other }, verdict, context) {
    const { negotiated, host } = context;
    const legacy = other.connection;
    if (!legacy) return verdict.notApplicable(other.problem ?? "the server speaks one era only");
    const theirs = legacy.negotiated.capabilities;
    if (!isObject(theirs.extensions)) return verdict.notApplicable("initialize names no extensions");
    const opening = (await host.transcript({ method: "initialize", connection: legacy.id })).map(
      ({ number }) => number,
    );
    const [now] = await advertisements(context);
    const evidence = [...(now ? [now.exchange] : []), ...opening.slice(0, 1)];
    const changes = extensionChanges(negotiated.capabilities, theirs).filter(({ kind }) => isSet(kind));
    if (changes.length === 0) verdict.pass(undefined, evidence);
    for (const { id, kind } of changes.slice(0, MOST_CHANGES)) {
      const [has, lacks] = kind === "added" ? ["initialize", "server/discover"] : ["server/discover", "initialize"];
      verdict.note(`${excerpt(id, 100)} stands in ${has} and not in ${lacks} (E24)`, evidence, { subject: id });
    }
    tellMore(verdict, "differences", changes, evidence);
  },
});

/** E25. */
const transports = modernCheck({
  id: "ext-transports-agree",
  category: "extensions",
  title: "Both transports of a server advertise the same extensions",
  description:
    "The other target of the run (--also) speaks the modern era too, and advertises the same extensions with settings of the same members and types.",
  level: "should",
  contract: "E25",
  source: "extensions/overview",
  section: "Server Capabilities",
  phase: "probe",
  needs: { other: alsoTarget },
  async run({ other }, verdict, context) {
    const [own] = await advertisements(context);
    const evidence = [own?.exchange, other.advertisement?.exchange].filter((number) => number !== undefined);
    if (other.problem !== undefined) {
      tell(
        verdict,
        `the other target does not speak ${context.negotiated.protocolVersion}: ${other.problem}`,
        evidence,
      );
      return;
    }
    const [here, there] = [context.negotiated.capabilities, other.negotiated.capabilities];
    const changes = extensionChanges(here, there);
    const lost = changes.filter(({ kind }) => kind !== "changed");
    const wrong = [...lost, ...onlyThere(here, there, lost)];
    const values = changes.filter(({ id, path }) => !wrong.some((change) => change.id === id && change.path === path));
    for (const { id, path, what } of values.slice(0, MOST_CHANGES)) {
      const about = { subject: id, variant: path };
      verdict.note(`${excerpt(id, 100)}${path} has another value on the other target: ${what}`, evidence, about);
    }
    for (const { id, kind, path, what } of wrong.slice(0, MOST_CHANGES)) {
      const where = kind === "added" ? "only the other target" : "only this target";
      const differs = what.replace(/^the member is gone; it was/, "only the first target has it:");
      const came = isSet(kind)
        ? `${where} advertises ${excerpt(id, 100)}`
        : `the settings of ${excerpt(id, 100)} differ at ${excerpt(path, 100)}: ${differs}`;
      tell(verdict, came, evidence, id);
    }
    tellMore(verdict, "differences", values, evidence);
    tellMore(verdict, "differences", wrong, evidence);
    if (changes.length === 0) verdict.pass(undefined, evidence);
  },
});

/** What the settings of the same id have on the other target alone. */
function onlyThere(here: JsonObject, there: JsonObject, known: readonly ExtensionChange[]): ExtensionChange[] {
  return extensionChanges(there, here)
    .filter(({ kind, id, path }) => kind === "breaking" && !known.some((one) => one.id === id && one.path === path))
    .map((change) => ({ ...change, what: "only the other target has it" }));
}

function tell(verdict: Verdict, came: string, evidence: number[], subject?: string): void {
  verdict.fail(
    say({
      sent: "server/discover on both targets",
      came,
      rule: "E25: one server advertises the same extensions on each of its transports",
      fix: "build the capabilities in one place for every transport, and run the same version on both",
    }),
    evidence,
    subject === undefined ? undefined : { subject },
  );
}

/** Notes how many entries of a list were left out. */
function tellMore(verdict: Verdict, what: string, { length }: readonly unknown[], evidence: number[]): void {
  if (length > MOST_CHANGES) verdict.note(`... and ${length - MOST_CHANGES} more ${what}`, evidence);
}

/** The id itself is there on one side only. */
function isSet(kind: ExtensionChange["kind"]): boolean {
  return kind === "added" || kind === "removed";
}

export const compareChecks: Check[] = [breaking, eras, transports];
