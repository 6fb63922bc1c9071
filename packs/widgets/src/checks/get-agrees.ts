import { defineCheck, excerpt, extensionResultOf, member } from "@mcptest/pack";
import { answerOf, ask, ruleOf } from "../extension.js";
import { idOf, pages } from "../pages.js";

/** Widgets that are compared at most. */
const COMPARED = 3;

export const getAgrees = defineCheck({
  id: "widgets-get-agrees",
  category: "lists",
  title: "widgets/get gives what was listed",
  description: "widgets/get with an id of the list gives the widget of that id, with the same name.",
  level: "must",
  rule: ruleOf("One widget"),
  docs: {
    asks: `The first ${COMPARED} widgets of the list are asked for by id. Each answer has a member widget with the id that was asked for and the name that was listed.`,
    why: "A client that opens what a user picked would show something else.",
    fix: "Look the widget up by the id of the request, and answer { widget: { id, name, … } }.",
  },
  since: "1.0.0",
  phase: "probe",
  needs: { pages },
  async run({ pages: { widgets } }, verdict, context) {
    if (widgets.length === 0) {
      verdict.couldNotRun("there is no widget to get: let the server have at least one");
      return;
    }
    for (const { widget: listed, exchange: list } of widgets.slice(0, COMPARED)) {
      const id = idOf(listed);
      if (id === undefined) continue;
      const exchange = await ask(context, "widgets/get", { id });
      const widget = member(extensionResultOf(exchange), "widget");
      const evidence = [list, exchange.number];
      if (widget === undefined) {
        verdict.fail(`widgets/get of ${excerpt(id)} gives ${answerOf(exchange)}`, evidence);
        continue;
      }
      for (const name of ["id", "name"]) {
        const [was, is] = [member(listed, name), member(widget, name)];
        if (typeof was === "string" && is !== was)
          verdict.fail(`widget.${name} is ${excerpt(is)}; the list has ${excerpt(was)}`, evidence);
      }
    }
  },
});
