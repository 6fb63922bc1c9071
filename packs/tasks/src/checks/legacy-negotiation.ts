import { at, ERROR, errorOf, excerpt, member, resultOf, say, sentJson, type Verdict } from "@mcptest/pack";
import { type Attempt, required, whatCame } from "../attempt.js";
import type { Call } from "../call.js";
import { legacyCheck } from "../define.js";
import { PACK_NAME } from "../ids.js";
import {
  augmentedSyncCall,
  codeOf,
  type OddCall,
  type OddCalls,
  openOf,
  plainRequiredCall,
  undeclaredTaskCall,
  wasRefused,
  wasServed,
} from "../legacy-calls.js";
import { reading } from "../record.js";
import { isToolError } from "../required-call.js";
import { readLegacyCall } from "../task-shape.js";
import { wireOf } from "../wire.js";

/** The call that can be judged; otherwise says why there is none. */
function judgeable(attempt: Attempt<OddCalls>, what: string, verdict: Verdict): OddCall | undefined {
  const { odd, left } = required(attempt);
  if (odd === undefined) {
    verdict.notApplicable(left);
    return undefined;
  }
  const open = openOf(odd, what);
  if (open === undefined) return odd;
  verdict.couldNotRun(open.reason, { ...open });
  return undefined;
}

/** The answer, for a message. */
function answered(call: Call): string {
  if (wasRefused(call)) return `it was refused with ${whatCame(call.last, 160)}`;
  const came = excerpt(resultOf(call.last), 160);
  if (isToolError(call)) return `it was refused with a tool result, isError: true, and no JSON-RPC error: ${came}`;
  return makesTask(call) ? `a task came back, ${came}` : `it was served, ${came}`;
}

function makesTask({ last }: Call): boolean {
  const { kind } = readLegacyCall(resultOf(last));
  return kind === "task" || kind === "broken-task";
}

/** H03. */
export const legacyRequiredTool = legacyCheck({
  id: "tasks-legacy-required-tool",
  category: "creation",
  title: "A task-only tool refuses a plain call",
  description: 'A tools/call without params.task of a tool with taskSupport "required" is refused with -32601.',
  level: "must",
  contract: "H03",
  section: "Tool-Level Negotiation",
  phase: "provoke",
  needs: { plain: plainRequiredCall },
  run({ plain }, verdict) {
    const sent = "tools/call of a task-only tool without params.task";
    const odd = judgeable(plain, sent, verdict);
    if (odd === undefined) return;
    const { call, twin } = odd;
    const about = { subject: "required" };
    const evidence = [...call.evidence, ...(twin?.evidence ?? [])];
    verdict.detail("calledTool", call.candidate.tool);
    if (codeOf(call) === ERROR.methodNotFound) verdict.pass(about, evidence);
    else if (codeOf(call) === ERROR.invalidRequest)
      verdict.warn(
        `${sent}: ${answered(call)}; -32601 is the code of a tool, -32600 that of a whole request type (H03)`,
        evidence,
        about,
      );
    else
      verdict.fail(
        say({
          sent,
          came: answered(call),
          rule: 'H03: a tool with execution.taskSupport "required" is not called without params.task; such a call is refused with -32601',
          fix: isToolError(call)
            ? "where an SDK turns what a registered tool throws into isError: true, refuse before the tool is called, in the handler of tools/call"
            : 'answer {"code": -32601, "message": …}, or list the tool with "optional"',
        }),
        evidence,
        about,
      );
  },
});

/** H04. */
export const legacyForbiddenTool = legacyCheck({
  id: "tasks-legacy-forbidden-tool",
  category: "creation",
  title: "A tool without tasks refuses a call as a task",
  description:
    'A tools/call with params.task of a tool whose taskSupport is "forbidden" or absent is refused with -32601.',
  level: "should",
  contract: "H04",
  section: "Tool-Level Negotiation",
  phase: "provoke",
  needs: { augmented: augmentedSyncCall },
  run({ augmented }, verdict, { negotiated }) {
    if (!wireOf(negotiated).creates) {
      verdict.notApplicable("the server does not declare tasks.requests.tools.call (tasks-legacy-undeclared-ignored)");
      return;
    }
    const sent = "tools/call with params.task of a tool that forbids tasks";
    const odd = judgeable(augmented, sent, verdict);
    if (odd === undefined) return;
    const { call } = odd;
    const about = { subject: "sync" };
    verdict.detail("calledTool", call.candidate.tool);
    if (codeOf(call) === ERROR.methodNotFound) verdict.pass(about, call.evidence);
    else verdict.fail(`${sent}: ${answered(call)}; -32601 is the refusal (H04)`, call.evidence, about);
  },
});

/** H05. */
export const legacyUndeclaredIgnored = legacyCheck({
  id: "tasks-legacy-undeclared-ignored",
  category: "dispatch",
  title: "params.task is ignored where it is not declared",
  description: "Without tasks.requests.tools.call a tools/call with params.task is served like one without it.",
  level: "must",
  contract: "H05",
  section: "Task Support and Handling",
  phase: "provoke",
  needs: { augmented: augmentedSyncCall, task: undeclaredTaskCall },
  run({ augmented, task }, verdict, { negotiated }) {
    if (wireOf(negotiated).creates) {
      verdict.notApplicable("the server declares tasks.requests.tools.call");
      return;
    }
    const sent = "tools/call with params.task, though tasks.requests.tools.call is not declared";
    const tell = (call: Call, subject: string) =>
      verdict.fail(
        say({
          sent,
          came: answered(call),
          rule: "H05: a server that does not declare tasks for a request type serves such a request normally and ignores params.task",
          fix: "leave params.task unread, or declare capabilities.tasks.requests.tools.call",
        }),
        call.evidence,
        { subject },
      );
    if (task.value !== undefined && makesTask(task.value)) tell(task.value, "task");
    const odd = judgeable(augmented, sent, verdict);
    if (odd === undefined) return;
    const { call } = odd;
    if (!wasServed(call) || makesTask(call)) tell(call, "sync");
    else verdict.pass({ subject: "sync" }, call.evidence);
  },
});

/** H30. */
export const legacyRequiredType = legacyCheck({
  id: "tasks-legacy-required-type",
  category: "creation",
  title: "Plain calls that are refused altogether",
  description: "A server may refuse every plain tools/call with -32600; whether it does is recorded.",
  level: "info",
  contract: "H30",
  section: "Protocol Errors",
  ...reading,
  prepares: { plain: plainRequiredCall },
  async run(_needs, verdict, { host }) {
    const calls = await host.transcript({ method: "tools/call", pack: PACK_NAME });
    const plain = calls.filter((call) => {
      const sent = sentJson(call);
      return sent !== undefined && at(sent, "params", "task") === undefined && call.response !== undefined;
    });
    const refused = plain.filter((call) => member(errorOf(call), "code") === ERROR.invalidRequest);
    const evidence = refused.slice(0, 20).map(({ number }) => number);
    verdict.detail("plainCalls", plain.length);
    if (plain.length === 0) verdict.notApplicable("no plain tools/call was sent");
    else if (refused.length === plain.length)
      verdict.note("every plain tools/call was refused with -32600: the server may want tasks alone", evidence);
    else if (refused.length > 0)
      verdict.note(`${refused.length} of ${plain.length} plain calls were refused with -32600`, evidence);
  },
});
