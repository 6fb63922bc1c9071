import { defineCheck, excerpt, member } from "@mcptest/pack";
import { ruleOf } from "../extension.js";
import { pages } from "../pages.js";

/** Newer than 1.0.0, so it is advisory until 2.0.0: it reports, and turns no green server red. */
export const namesShown = defineCheck({
  id: "widgets-names-shown",
  category: "lists",
  title: "Names of widgets can be shown",
  description: "The name of a widget holds more than spaces.",
  level: "must",
  rule: ruleOf("Lists"),
  docs: {
    asks: "The whole list is read. Each name has at least one character that is no space.",
    why: "People pick widgets by name. An empty one leaves a hole in the menu.",
    fix: "Name every widget; take its id where there is nothing better.",
  },
  since: "1.1.0",
  phase: "probe",
  needs: { pages },
  run({ pages: { widgets } }, verdict) {
    for (const { widget, exchange } of widgets) {
      const name = member(widget, "name");
      if (typeof name !== "string" || name.trim() !== "") continue;
      verdict.fail(`the widget ${excerpt(member(widget, "id"))} has the name ${excerpt(name)}`, [exchange]);
    }
  },
});
