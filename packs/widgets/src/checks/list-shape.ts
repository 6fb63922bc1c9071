import { defineCheck, excerpt, extensionResultOf, isObject, member } from "@mcptest/pack";
import { answerOf, ask, ruleOf } from "../extension.js";

export const listShape = defineCheck({
  id: "widgets-list-shape",
  category: "lists",
  title: "widgets/list gives widgets",
  description: "The result of widgets/list has a list of objects with id and name, and a nextCursor that is a text.",
  level: "must",
  rule: ruleOf("Lists"),
  docs: {
    asks: `widgets/list without a cursor is sent, with the extension declared. The result has to look like this:

    { "widgets": [{ "id": "w1", "name": "Lamp" }], "nextCursor": "2" }

nextCursor is left out on the last page.`,
    why: "A client shows names and remembers ids. Of another shape it can show nothing.",
    fix: 'Give an array "widgets", each of them an object with the texts "id" and "name", and leave nextCursor out in place of null.',
  },
  since: "1.0.0",
  phase: "list",
  async run(_values, verdict, context) {
    const exchange = await ask(context, "widgets/list");
    const evidence = [exchange.number];
    const result = extensionResultOf(exchange);
    if (!isObject(result)) {
      verdict.fail(`widgets/list gives ${answerOf(exchange)}; a list is asked for`, evidence);
      return;
    }
    const widgets = member(result, "widgets");
    if (!Array.isArray(widgets)) {
      verdict.fail(`widgets is ${excerpt(widgets)}; it has to be an array`, evidence);
      return;
    }
    for (const [index, widget] of widgets.entries()) {
      const wrong = ["id", "name"].find((name) => typeof member(widget, name) !== "string");
      if (wrong === undefined) continue;
      verdict.fail(`widgets[${index}].${wrong} is ${excerpt(member(widget, wrong))}; it has to be a text`, evidence);
    }
    const cursor = member(result, "nextCursor");
    if (cursor !== undefined && typeof cursor !== "string") {
      verdict.fail(`nextCursor is ${excerpt(cursor)}; it has to be a text, or not there`, evidence);
    }
  },
});
