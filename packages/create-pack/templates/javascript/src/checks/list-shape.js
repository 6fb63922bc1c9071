import { defineCheck, excerpt, member, resultOf } from "@mcptest/pack";
import { ask, EXTENSION } from "../extension.js";

export const listShape = defineCheck({
  id: "gadgets-list-shape",
  category: "lists",
  title: "gadgets/list gives a list",
  description: "The result of gadgets/list has a list of objects with an id.",
  level: "must",
  rule: { source: EXTENSION, section: "Lists" },
  docs: {
    asks: `gadgets/list is sent with the extension declared. The result has to look like this:

    { "items": [{ "id": "1" }] }`,
    why: "A client has nothing to show, and no id to go on with.",
    fix: 'Give an array "items", each of them an object with the text "id".',
  },
  since: "0.1.0",
  phase: "list",
  async run(_values, verdict, context) {
    const exchange = await ask(context, "gadgets/list");
    const evidence = [exchange.number];
    const items = member(resultOf(exchange), "items");
    if (!Array.isArray(items)) {
      verdict.fail(`items is ${excerpt(items)}; it has to be an array`, evidence);
      return;
    }
    for (const [index, item] of items.slice(0, context.options.maxItems).entries()) {
      const id = member(item, "id");
      if (typeof id !== "string") verdict.fail(`items[${index}].id is ${excerpt(id)}; it has to be a text`, evidence);
    }
  },
});
