import { defineCheck, excerpt } from "@mcptest/pack";
import { ruleOf } from "../extension.js";
import { pages } from "../pages.js";

export const listEnds = defineCheck({
  id: "widgets-list-ends",
  category: "lists",
  title: "A list of widgets ends",
  description: "Following nextCursor from page to page, no cursor comes twice.",
  level: "must",
  rule: ruleOf("Lists"),
  docs: {
    asks: "The list is read page by page, each with the nextCursor of the one before. No cursor comes a second time, and the last page has none.",
    why: "A client that follows a cursor which leads back reads for ever.",
    fix: "Make a cursor say where the next page begins, and leave nextCursor out when nothing is left.",
  },
  since: "1.0.0",
  phase: "probe",
  needs: { pages },
  run({ pages: { repeated, unread, exchanges } }, verdict, { options, optionName }) {
    if (repeated !== undefined) verdict.fail(`the cursor ${excerpt(repeated)} comes twice`, exchanges);
    if (!unread) return;
    const reason = `there are more than ${options.maxPages} pages; read more of them with ${optionName(["maxPages"], 100)}`;
    verdict.couldNotRun(reason, { evidence: exchanges, options: [{ path: ["maxPages"], example: 100 }] });
  },
});
