import { defineCheck, excerpt } from "@mcptest/pack";
import { NATIVE, ruleOf } from "../extension.js";
import { made } from "../made.js";

export const madeListed = defineCheck({
  id: "widgets-made-listed",
  category: "making",
  title: "A new widget is on the list",
  description: "After the tool has made a widget, widgets/list has it.",
  level: "must",
  rule: ruleOf("Changes"),
  docs: {
    asks: "The tool of the option tool is called. Its result names the new widget in structuredContent.id, and the list that is read afterwards has that id.",
    why: "A user who has just made a widget looks for it.",
    fix: "Add the widget to the list before the tool answers.",
  },
  since: "1.0.0",
  phase: "change",
  on: NATIVE,
  mayChange: true,
  needs: { made },
  run({ made: { call, id, listed, listedBy } }, verdict) {
    if (!listed) verdict.fail(`the widget ${excerpt(id)} was made and is not listed`, [call, ...listedBy]);
  },
});
