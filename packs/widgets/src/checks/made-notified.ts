import { defineCheck } from "@mcptest/pack";
import { NATIVE, ruleOf } from "../extension.js";
import { LIST_CHANGED, made } from "../made.js";

export const madeNotified = defineCheck({
  id: "widgets-made-notified",
  category: "making",
  title: "Subscribers hear of a new widget",
  description: "A subscription with widgetsListChanged is agreed to, and gets a notification when a widget is made.",
  level: "must",
  rule: ruleOf("Changes"),
  docs: {
    asks: "A subscriptions/listen with widgetsListChanged is opened, then the tool of the option tool is called. The acknowledgement agrees to widgetsListChanged, and notifications/widgets/list_changed comes on the stream.",
    why: "A client that was promised news does not ask again. Its list stays old.",
    fix: "Send notifications/widgets/list_changed to each subscription that was agreed to, whenever a widget is made.",
  },
  since: "1.0.0",
  phase: "change",
  on: NATIVE,
  mayChange: true,
  needs: { made },
  run({ made: { agreed, notified, subscription, call } }, verdict, { options }) {
    if (!agreed) {
      verdict.fail("the acknowledgement of the subscription has no widgetsListChanged: true", [subscription]);
    } else if (!notified) {
      verdict.fail(`${LIST_CHANGED} did not come within ${options.waitMs} ms`, [subscription, call]);
    }
  },
});
