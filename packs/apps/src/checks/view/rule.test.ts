import { describe, expect, it } from "vitest";
import { judged, visited } from "../../view/testing/judging.js";
import { connected, fromView, INITIALIZE, recordOf } from "../../view/testing/records.js";
import type { Said, ViewRule } from "./rule.js";

const RULE: ViewRule = {
  id: "apps-view-ping",
  title: "A rule",
  description: "A rule of a test.",
  level: "must",
  source: "core",
  rule: "a view does it",
  fix: "do it",
  judge: () => [],
};
const saying = (...said: Said[]): ViewRule => ({ ...RULE, judge: () => said });
const kinds = async (rule: ViewRule, ...records: Parameters<typeof visited>[0]) =>
  (await judged(rule, [visited(records)])).map(({ kind }) => kind);

describe("what a rule says", () => {
  it("nothing is a pass of this view under this policy, with its reading and its call", async () => {
    expect(await judged(RULE, [visited([connected()])])).toEqual([
      { kind: "pass", text: "", subject: "ui://view", variant: "strict", evidence: [7, 8] },
    ]);
  });

  it("is told as three lines: what came, what is asked, how to mend it", async () => {
    const [said] = await judged(saying({ came: "it did not", exchanges: [12] }), [visited([connected()])]);
    expect(said).toMatchObject({ kind: "fail", subject: "ui://view", variant: "strict", evidence: [7, 8, 12] });
    expect(said?.text).toMatchInlineSnapshot(`
      "the view "ui://view" under the strict policy: it did not
      rule apps-view-ping: a view does it
      fix: do it"
    `);
  });

  it("is told with a fix of its own where it has one", async () => {
    const [said] = await judged(saying({ came: "it did not", fix: "do the other thing" }), [visited([connected()])]);
    expect(said?.text).toContain("do the other thing");
    expect(said?.text).not.toContain("do it");
  });

  it("warns and fails at once where both came, and a note is a pass as well", async () => {
    const both = saying({ as: "warn", came: "a" }, { came: "b" }, { as: "warn", came: "c" });
    expect(await kinds(both, connected())).toEqual(["warn", "fail"]);
    expect(await kinds(saying({ as: "note", came: "a" }), connected())).toEqual(["note", "pass"]);
  });

  it("of many things is the first few, and how many more", async () => {
    const many = saying(...Array.from({ length: 9 }, (_, index) => ({ came: `thing ${index}` })));
    const [said] = await judged(many, [visited([connected()])]);
    expect(said?.text).toContain("thing 3 and 5 more");
    expect(said?.text).not.toContain("thing 4");
  });

  it("is told of each view under each policy, strict first", async () => {
    const records = [connected([], { profile: "reference" }), connected()];
    const spoken = await judged(saying({ came: "a" }), [visited(records), visited([connected()], { uri: "ui://b" })]);
    expect(spoken.map(({ subject, variant }) => `${subject} ${variant}`)).toEqual([
      "ui://view strict",
      "ui://view reference",
      "ui://b strict",
    ]);
  });
});

describe("a rule is not judged", () => {
  it("by a view that has not come so far: that is blamed elsewhere", async () => {
    const [said, ...others] = await judged(saying({ came: "a" }), [
      visited([recordOf([fromView(INITIALIZE)], { ended: "silent" })]),
    ]);
    expect(said).toMatchObject({ kind: "notApplicable" });
    expect(said?.text).toContain("ui://view (strict): it never ended the handshake");
    expect(others).toEqual([]);
  });

  it("where no view was shown, or by one that no ordinary host has seen", async () => {
    expect(await judged(RULE, [])).toEqual([{ kind: "notApplicable", text: "no view was shown" }]);
    expect(await kinds(RULE, connected([], { scenario: "late-initialize" }))).toEqual(["notApplicable"]);
  });

  it("by one view, and is by the other", async () => {
    const silent = visited([recordOf([], { ended: "silent" })], { uri: "ui://silent" });
    expect(await judged(RULE, [silent, visited([connected()])])).toMatchObject([
      { kind: "pass", subject: "ui://view" },
      { kind: "notApplicable", text: "ui://silent (strict): it never sent ui/initialize" },
    ]);
  });
});

describe("a visit whose page has gone", () => {
  const crashed = connected([], { ended: "crashed", problem: "the page has crashed" });

  it("could not run, whatever the record shows, and with the view as subject", async () => {
    const [said, ...others] = await judged(saying({ came: "a" }), [visited([crashed])]);
    expect(said).toMatchObject({ kind: "couldNotRun", subject: "ui://view", variant: "strict", evidence: [7, 8] });
    expect(said?.text).toMatch(/^"ui:\/\/view": the page has crashed; run it again/);
    expect(others).toEqual([]);
  });

  it("counts for the rules of its own scenario alone", async () => {
    const late = connected([], { scenario: "late-initialize", ended: "crashed" });
    const ofLate: ViewRule = { ...RULE, scenarios: ["late-initialize"] };
    expect(await kinds(ofLate, connected(), late)).toEqual(["couldNotRun"]);
    expect(await kinds(RULE, connected(), late)).toEqual(["pass"]);
  });

  it("leaves the other policy judged", async () => {
    expect(await kinds(RULE, crashed, connected([], { profile: "reference" }))).toEqual(["couldNotRun", "pass"]);
  });
});

describe("a visit whose time was over", () => {
  const cutShort = connected([], { ended: "timeout", problem: "the visit took too long" });

  it("could not run where nothing was found: it might have come", async () => {
    expect(await kinds(RULE, cutShort)).toEqual(["couldNotRun"]);
    expect(await kinds({ ...RULE, judge: () => ({ unjudged: "too early" }) }, cutShort)).toEqual(["couldNotRun"]);
  });

  it("fails where something was found", async () => {
    expect(await kinds(saying({ came: "a" }), cutShort)).toEqual(["fail"]);
  });

  it("ahead of the handshake is that of a view which does not come to its host", async () => {
    const never = recordOf([], { ended: "timeout", problem: "the visit took too long" });
    expect(await kinds(RULE, never)).toEqual(["notApplicable"]);
  });
});
