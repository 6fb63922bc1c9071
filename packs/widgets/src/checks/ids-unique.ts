import { defineCheck, excerpt } from "@mcptest/pack";
import { ruleOf } from "../extension.js";
import { idOf, pages } from "../pages.js";

export const idsUnique = defineCheck({
  id: "widgets-ids-unique",
  category: "lists",
  title: "Ids of widgets are unique",
  description: "No two widgets, on whatever pages, have the same id.",
  level: "must",
  rule: ruleOf("Ids"),
  docs: {
    asks: "The whole list is read, and the ids of all pages are compared.",
    why: "widgets/get takes an id. When two widgets share one, nobody can get the other.",
    fix: "Give each widget an id of its own, and see that a page begins behind the last widget of the page before.",
  },
  since: "1.0.0",
  phase: "probe",
  needs: { pages },
  run({ pages: { widgets } }, verdict) {
    const first = new Map<string, number>();
    for (const { widget, exchange } of widgets) {
      const id = idOf(widget);
      if (id === undefined) continue;
      const before = first.get(id);
      if (before === undefined) first.set(id, exchange);
      else verdict.fail(`the id ${excerpt(id)} stands twice`, [...new Set([before, exchange])]);
    }
  },
});
