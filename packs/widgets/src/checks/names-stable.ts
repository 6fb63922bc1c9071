import { defineCheck, excerpt } from "@mcptest/pack";
import { ruleOf } from "../extension.js";
import { names } from "../names.js";
import { pages } from "../pages.js";

export const namesStable = defineCheck({
  id: "widgets-names-stable",
  category: "record",
  title: "A widget keeps its name",
  description: "In everything that was recorded, no widget has two names.",
  level: "must",
  rule: ruleOf("Ids"),
  docs: {
    asks: "Nothing is sent. All answers to widgets/list and widgets/get of the run are read, and the names of each id are compared.",
    why: "A name that changes between two reads makes a user open another widget than the one that was picked.",
    fix: "Keep the name of a widget for as long as its id.",
  },
  since: "1.0.0",
  phase: "end",
  reads: "transcript",
  needs: { names },
  prepares: { pages },
  run({ names: seen }, verdict) {
    if (seen.size === 0) {
      verdict.couldNotRun("no widget was seen");
      return;
    }
    for (const [id, namings] of seen) {
      if (namings.length < 2) continue;
      const all = namings.map(({ name }) => excerpt(name)).join(" and ");
      verdict.fail(
        `the widget ${excerpt(id)} has the names ${all}`,
        namings.map(({ exchange }) => exchange),
      );
    }
  },
});
