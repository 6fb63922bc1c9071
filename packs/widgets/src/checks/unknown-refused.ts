import { randomUUID } from "node:crypto";
import { defineCheck, ERROR, errorOf } from "@mcptest/pack";
import { answerOf, ask, ruleOf } from "../extension.js";

export const unknownRefused = defineCheck({
  id: "widgets-unknown-refused",
  category: "refusals",
  title: "A widget that does not exist is refused",
  description: "widgets/get with an id that the server never gave is refused with -32602.",
  level: "must",
  rule: ruleOf("Refusals"),
  docs: {
    asks: "widgets/get is sent with an id that nobody has. The answer is the error -32602 (invalid params).",
    why: "An empty result looks like a widget without a name; an internal error like a server that is down.",
    fix: "Answer -32602 where there is no widget of the id.",
  },
  since: "1.0.0",
  phase: "probe",
  async run(_values, verdict, context) {
    const exchange = await ask(
      context,
      "widgets/get",
      { id: `none-${randomUUID()}` },
      { defect: "the id is of no widget" },
    );
    if (exchange.response === undefined) {
      verdict.couldNotRun(`there is no answer: ${answerOf(exchange)}`, { evidence: [exchange.number] });
    } else if (errorOf(exchange)?.code !== ERROR.invalidParams) {
      verdict.fail(`it is answered with ${answerOf(exchange)}; the error -32602 is asked for`, [exchange.number]);
    }
  },
});
