import { defineCheck, ERROR, errorOf } from "@mcptest/pack";
import { answerOf, NATIVE, ruleOf } from "../extension.js";

export const undeclaredRefused = defineCheck({
  id: "widgets-undeclared-refused",
  category: "refusals",
  title: "Who did not declare the extension gets no widgets",
  description: "widgets/list without the extension in the client capabilities of the request is refused with -32021.",
  level: "must",
  rule: ruleOf("Refusals"),
  docs: {
    asks: "widgets/list is sent without com.example/widgets in its client capabilities. The answer is the error -32021 (missing required client capability).",
    why: "A client that never said that it knows widgets gets answers it cannot read, and the server forgets to ask.",
    fix: "Look at the client capabilities of each request, not at those of an earlier one, and answer -32021 where the extension is not among them.",
  },
  since: "1.0.0",
  phase: "probe",
  on: NATIVE,
  async run(_values, verdict, { host, connection }) {
    const exchange = await host.exchange(connection, {
      method: "widgets/list",
      params: {},
      defect: "the extension is not declared",
    });
    if (exchange.response === undefined) {
      verdict.couldNotRun(`there is no answer: ${answerOf(exchange)}`, { evidence: [exchange.number] });
    } else if (errorOf(exchange)?.code !== ERROR.missingClientCapability) {
      verdict.fail(`it is answered with ${answerOf(exchange)}; the error -32021 is asked for`, [exchange.number]);
    }
  },
});
