import { type Check, came, excerpt, excused, isObject, type Json, member, type Verdict } from "@mcptest/pack";
import { sentCall, type UiCall, type UiCalls, uiCalls } from "../calls.js";
import { wireCheck } from "../define.js";
import { isPlaceholder, isUseful, leavesOf, textOf } from "../fallback.js";
import { judgeValue } from "../schema.js";
import { tell } from "../tell.js";

/** Judges the `content` of calls of one kind of client. */
function judgeContent(verdict: Verdict, id: string, { calls }: UiCalls, declares: boolean): void {
  const own = calls.filter((call) => call.declares === declares);
  if (own.length === 0) verdict.notApplicable("no tool that may be called is listed for such a client");
  let judged = 0;
  for (const call of own) {
    const { tool, exchange, result } = call;
    const about = { subject: tool.name };
    const sent = sentCall(call);
    if (excused(verdict, exchange, sent, about)) {
      judged++;
      continue;
    }
    const other = calls.find((each) => each.tool === tool && each.declares !== declares);
    const problem = result ? contentProblem(result) : callProblem(call, other);
    if (problem === "other") continue;
    judged++;
    if (problem === undefined) verdict.pass(about, [exchange.number]);
    else if (problem === "failed") {
      verdict.couldNotRun(`${sent}: ${came(exchange)}; name a call that gives a result`, {
        origin: "environment",
        evidence: [exchange.number],
        about,
      });
    } else report(verdict, { id, sent, came: problem }, call);
  }
  if (judged === 0) verdict.notApplicable("every call gave a task or a request for input");
}

function report(verdict: Verdict, words: { id: string; sent: string; came: string }, { tool, exchange }: UiCall): void {
  const text = tell({
    ...words,
    rule: "a tool with a view gives content that a model and a client without views can use",
    fix: "put the answer in words into content, beside structuredContent for the view",
  });
  const about = { subject: tool.name };
  if (tool.visibility.includes("model")) verdict.fail(text, [exchange.number], about);
  else verdict.warn(text, [exchange.number], about);
}

function contentProblem(result: NonNullable<UiCall["result"]>): string | undefined {
  const content = member(result, "content");
  if (!Array.isArray(content)) return `content is ${excerpt(content, 80)}`;
  if (content.length === 0) return "content is an empty list";
  return content.some(isUseful) ? undefined : `nothing in content can be used: ${excerpt(content, 120)}`;
}

/** Why a call gave no result. `other`: a task handle or a request for input; `failed`: the call itself is refused. */
function callProblem({ exchange }: UiCall, other: UiCall | undefined): string | undefined {
  const hasResult = isObject(exchange.response) && Object.hasOwn(exchange.response, "result");
  if (hasResult) return isObject(member(exchange.response, "result")) ? "other" : "the result is no object";
  return other?.result ? `${came(exchange)}; the other kind of client is given a result` : "failed";
}

const fallback = wireCheck({
  id: "apps-fallback-content",
  category: "results",
  title: "A client without views gets content that it can use",
  description:
    "content of a UI tool has at least one block that can be used, for a client that does not declare the extension. For a tool that only views call it should.",
  level: "must",
  phase: "provoke",
  source: "ext-apps",
  section: "Graceful Degradation",
  needs: { calls: uiCalls },
  run({ calls }, verdict) {
    judgeContent(verdict, "apps-fallback-content", calls, false);
  },
});

const fallbackUi = wireCheck({
  id: "apps-fallback-content-ui",
  category: "results",
  title: "A client with views gets content for its model",
  description:
    "content of a UI tool has at least one block that can be used, for a client that declares the extension. For a tool that only views call it should.",
  level: "must",
  phase: "provoke",
  source: "ext-apps",
  section: "Graceful Degradation",
  needs: { calls: uiCalls },
  run({ calls }, verdict) {
    judgeContent(verdict, "apps-fallback-content-ui", calls, true);
  },
});

const meaningful = wireCheck({
  id: "apps-fallback-meaningful",
  category: "results",
  title: "The text of a UI tool says something",
  description:
    "The text of content is no placeholder such as OK, rendered or see UI. Where no value of structuredContent stands in it, that is noted.",
  level: "interop",
  phase: "provoke",
  source: "mcptest",
  section: "Graceful Degradation",
  needs: { calls: uiCalls },
  run({ calls: { calls } }, verdict) {
    const tools = [...new Set(calls.map(({ tool }) => tool))];
    let judged = 0;
    for (const tool of tools) {
      const own = calls.filter((call) => call.tool === tool && call.result);
      const call = own.find(({ declares }) => !declares) ?? own[0];
      const text = textOf(member(call?.result, "content"));
      if (!call || text === "") continue;
      judged++;
      const about = { subject: tool.name };
      const evidence = [call.exchange.number];
      if (isPlaceholder(text)) {
        verdict.fail(
          tell({
            id: "apps-fallback-meaningful",
            sent: sentCall(call),
            came: `the text of content is ${excerpt(text, 100)}`,
            rule: "the text is all that the model and a client without views have",
            fix: "say in words what the view shows",
          }),
          evidence,
          about,
        );
        continue;
      }
      verdict.pass(about, evidence);
      const leaves = leavesOf(member(call.result, "structuredContent"));
      const isNamed = leaves.some((leaf) => text.includes(leaf));
      if (leaves.length > 0 && !isNamed)
        verdict.note(`${sentCall(call)}: no value of structuredContent stands in the text of content`, evidence, about);
    }
    if (judged === 0) verdict.notApplicable("no call gave a text");
  },
});

const outputSchema = wireCheck({
  id: "apps-result-outputschema",
  category: "results",
  title: "structuredContent is what the output schema says",
  description:
    "Where a UI tool has an outputSchema, structuredContent of its result is there and valid. Error results are left out.",
  level: "must",
  phase: "provoke",
  source: "core",
  section: "Tools, Output Schema",
  needs: { calls: uiCalls },
  async run({ calls: { calls } }, verdict) {
    const own = calls.filter(
      ({ tool, result }) =>
        isObject(member(tool.entry, "outputSchema")) && result && member(result, "isError") !== true,
    );
    if (own.length === 0) return verdict.notApplicable("no call of a UI tool with an outputSchema gave a result");
    for (const call of own) {
      const { tool, exchange, result, declares } = call;
      const about = { subject: tool.name, variant: declares ? "declared" : "undeclared" };
      const value = member(result, "structuredContent");
      const problem = value === undefined ? "there is no structuredContent" : await problemOf(tool.entry, value);
      if (problem === undefined) verdict.pass(about, [exchange.number]);
      else if (typeof problem !== "string")
        verdict.note(`${sentCall(call)}: not judged: ${problem.why}`, [exchange.number], about);
      else {
        verdict.fail(
          tell({
            id: "apps-result-outputschema",
            sent: sentCall(call),
            came: problem,
            rule: "structuredContent is valid by outputSchema; the view relies on it",
            fix: "correct the result, or the schema",
          }),
          [exchange.number],
          about,
        );
      }
    }
  },
});

async function problemOf(tool: UiCall["tool"]["entry"], value: Json): Promise<string | { why: string } | undefined> {
  const schema = member(tool, "outputSchema");
  const judged = isObject(schema) ? await judgeValue(schema, value) : undefined;
  if (judged?.kind === "unjudged") return { why: judged.why };
  return judged?.kind === "invalid" ? `structuredContent is not valid by outputSchema: ${judged.problem}` : undefined;
}

export const resultsChecks: Check[] = [fallback, fallbackUi, meaningful, outputSchema];
