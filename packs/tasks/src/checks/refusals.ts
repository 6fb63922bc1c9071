import { type Check, ERROR, errorOf, excerpt, member, resultOf, say, type Verdict } from "@mcptest/pack";
import { required, troubleOf, whatCame } from "../attempt.js";
import type { Call } from "../call.js";
import { type OptionName, toolOption } from "../choose-tool.js";
import { extensionCheck } from "../define.js";
import { incomparable } from "../legacy-opt-ins.js";
import { howToAnswer } from "../provoke.js";
import { draftCodeOf, isCapabilityRefusal, lackingOf, type Refusal, wantsAnotherCapability } from "../refusals.js";
import { isToolError, type RequiredCall, requiredCall } from "../required-call.js";
import { taskInAnyForm } from "../task-shape.js";
import { undeclaredCall } from "../undeclared-call.js";

/** The refusal that a call got, where it got one. */
function refusalOf(call: Call): Refusal | undefined {
  const { last, candidate } = call;
  const error = errorOf(last);
  if (error === undefined || troubleOf(last, "tools/call") !== undefined) return undefined;
  const what = `tools/call of ${JSON.stringify(candidate.tool)} without the extension declaration`;
  return { what, exchange: last.number, error, ...(last.status === undefined ? {} : { status: last.status }) };
}

/** Says what a refusal lacks beside its code (I10, I38). */
export function tellLacking(verdict: Verdict, refusal: Refusal, subject: string, rule: string): void {
  const evidence = [refusal.exchange];
  const isDraft = draftCodeOf(refusal) !== undefined;
  for (const came of lackingOf(refusal)) {
    if (isDraft) verdict.warn(`${refusal.what}: ${came} (${rule.slice(0, 3)})`, evidence, { subject });
    else
      verdict.fail(
        say({
          sent: refusal.what,
          came: `it was refused, and ${came}`,
          rule,
          fix: 'answer HTTP 400 with {"code": -32021, "message": …, "data": {"requiredCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}}}}',
        }),
        evidence,
        { subject },
      );
  }
  if (lackingOf(refusal).length === 0) verdict.pass({ subject }, evidence);
}

/** I10. */
export const requiredCapabilityError: Check = extensionCheck({
  id: "tasks-required-capability-error",
  category: "creation",
  title: "A call that can only be a task says what it needs",
  description:
    "A tools/call that is refused for want of the declaration gets -32021 with data.requiredCapabilities, over HTTP with status 400.",
  level: "must",
  contract: "I10",
  section: "Capability Negotiation",
  phase: "provoke",
  needs: { undeclared: undeclaredCall, strict: requiredCall },
  run({ undeclared, strict }, verdict, { optionName }) {
    const rule =
      'I10: a call that can only be served as a task is refused with -32021, data.requiredCapabilities.extensions["io.modelcontextprotocol/tasks"] and HTTP 400';
    const strictCall = strict.problem === undefined ? strict.value : undefined;
    if (strict.problem !== undefined) verdict.couldNotRun(strict.problem.reason, { ...strict.problem });
    if (strictCall !== undefined) judgeStrict(strictCall, rule, verdict, optionName);
    const call = undeclared.value;
    const refusal = call && refusalOf(call);
    if (call === undefined || refusal === undefined) {
      if (strictCall === undefined) {
        required(undeclared);
        verdict.notApplicable(
          call !== undefined && isToolError(call)
            ? `the undeclared call ended with isError: true; a tool that can only run as a task is judged when it is named with ${toolOption(optionName, "required")}`
            : "the undeclared call was answered with a result: nothing was refused",
        );
      }
      return;
    }
    if (isCapabilityRefusal(member(refusal.error, "code")) && !wantsAnotherCapability(refusal))
      tellLacking(verdict, refusal, "task", rule);
    else if (strictCall === undefined)
      verdict.couldNotRun(
        `the undeclared call was refused with ${whatCame(call.last, 160)}, which may have another cause; name a tool that can only run as a task with ${toolOption(optionName, "required")}`,
        { evidence: [refusal.exchange] },
      );
  },
});

/** The operator says that this tool can only run as a task, so its refusal can have no other code. */
function judgeStrict(strict: RequiredCall, rule: string, verdict: Verdict, optionName: OptionName): void {
  const call = strict.undeclared;
  const about = { subject: "required" };
  const evidence = [call.last.number];
  if (strict.declared !== undefined) {
    judgeToolError(call, strict.declared, rule, verdict, optionName);
    return;
  }
  const refusal = refusalOf(call);
  const open = incomparable(call);
  if (refusal === undefined) {
    if (open !== undefined) verdict.couldNotRun(open.reason, { ...open, evidence, about });
    else verdict.note("the tool of the role required was served without the declaration", evidence, about);
    return;
  }
  const code = member(refusal.error, "code");
  if (isCapabilityRefusal(code) && wantsAnotherCapability(refusal))
    verdict.couldNotRun(
      `the tool wants another capability: ${whatCame(call.last, 160)}; ${howToAnswer(optionName, "required")}`,
      { evidence, about },
    );
  else if (isCapabilityRefusal(code)) tellLacking(verdict, refusal, "required", rule);
  else
    verdict.fail(
      say({
        sent: refusal.what,
        came: `it was refused with ${whatCame(call.last, 160)}`,
        rule,
        fix: `answer -32021 where a tool can only run as a task and the request does not declare the extension${
          code === ERROR.methodNotFound ? "; -32601 is the refusal of 2025-11-25" : ""
        }`,
      }),
      evidence,
      about,
    );
}

/** A refusal that came as the error of a tool: the declared twin tells it from an error that the tool ends with anyway. */
function judgeToolError(call: Call, declared: Call, rule: string, verdict: Verdict, optionName: OptionName): void {
  const about = { subject: "required" };
  const evidence = [call.last.number, declared.last.number];
  const came = excerpt(resultOf(call.last), 160);
  if (taskInAnyForm(resultOf(declared.last)) === undefined)
    verdict.couldNotRun(
      `the tool of the role required makes no task with the declaration either, and ended with ${came} without it; give arguments that work with ${optionName(["roles", "required", "arguments"], {})}`,
      { evidence, about },
    );
  else
    verdict.fail(
      say({
        sent: `tools/call of ${JSON.stringify(call.candidate.tool)} without the extension declaration`,
        came: `it was refused with a tool result, isError: true, and no JSON-RPC error: ${came}; with the declaration the same call makes a task`,
        rule,
        fix: "answer with the JSON-RPC error -32021; where an SDK turns what a registered tool throws into isError: true, refuse before the tool is called, in the handler of tools/call",
      }),
      evidence,
      about,
    );
}
