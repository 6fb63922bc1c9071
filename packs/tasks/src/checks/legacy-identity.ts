import { type Exchange, excerpt, header, type PackContext, resultOf, say, type Verdict } from "@mcptest/pack";
import { required, troubleOf } from "../attempt.js";
import { legacyCheck } from "../define.js";
import { type ForeignRequests, foreignRequests, isSecondConfigured } from "../foreign-requests.js";
import { guessable } from "../ids-entropy.js";
import { idsMade, type Ledger, ledger } from "../ledger.js";
import type { TasksOptions } from "../options.js";
import { provoked, taskIdOf } from "../provoke.js";
import { canList } from "../wire.js";

/** H26. */
export const legacyAuthBinding = legacyCheck({
  id: "tasks-legacy-auth-binding",
  category: "lifecycle",
  title: "A task belongs to who made it, or is hard to guess",
  description:
    "Another principal is refused a task, and does not see it listed. Where there are no principals, ids are hard to guess and tasks.list is not declared.",
  level: "must",
  contract: "H26",
  section: "Security Considerations",
  phase: "end",
  mayChange: true,
  needs: { call: provoked, foreign: foreignRequests, ledger },
  async run({ call, foreign, ledger: seen }, verdict, context) {
    const bound = isSecondConfigured(context);
    verdict.detail("judged", bound ? "another principal" : "ids and tasks.list: there is no second principal");
    if (!bound) {
      required(taskIdOf(call));
      await judgeUnbound(seen, verdict, context);
      return;
    }
    const requests = required(foreign);
    if (requests !== undefined)
      judgeForeign(
        requests,
        idsMade(seen).map(({ taskId }) => taskId),
        verdict,
      );
  },
});

const RULE =
  "H26: a task is bound to the authorization that made it: another one neither gets nor changes nor lists it";
const FIX = "store the principal with the task, and treat the tasks of others as if there were none (-32602)";

function judgeForeign(
  { requests, listed, listProblem }: ForeignRequests,
  ours: readonly string[],
  verdict: Verdict,
): void {
  for (const { method, exchange } of requests) {
    const about = { subject: method };
    const evidence = [exchange.number];
    const trouble = isTurnedAway(exchange) ? undefined : troubleOf(exchange, method);
    if (resultOf(exchange) !== undefined) {
      const sent = `${method} of a task of the first principal, with the credentials of the second`;
      const came = `it was served: ${excerpt(resultOf(exchange), 200)}`;
      verdict.fail(say({ sent, came, rule: RULE, fix: FIX }), evidence, about);
    } else if (trouble === undefined) verdict.pass(about, evidence);
    else verdict.couldNotRun(trouble.reason, { ...trouble, about });
  }
  const about = { subject: "tasks/list" };
  if (listProblem !== undefined) verdict.couldNotRun(listProblem.reason, { ...listProblem, about });
  if (listed === undefined) return;
  const evidence = listed.evidence.slice(0, 20);
  const shown = ours.filter((taskId) => listed.ids.includes(taskId));
  if (shown.length === 0) verdict.pass(about, evidence);
  else {
    const sent = "tasks/list with the credentials of the second principal";
    const came = `it lists ${shown.length} tasks of the first: ${excerpt(shown.slice(0, 3), 120)}`;
    verdict.fail(say({ sent, came, rule: RULE, fix: FIX }), evidence, about);
  }
}

/** A 401 or 403 is the best refusal there is. */
function isTurnedAway({ status }: Exchange): boolean {
  return status === 401 || status === 403;
}

/** What is asked of a server that cannot tell one client from another. */
async function judgeUnbound(seen: Ledger, verdict: Verdict, context: PackContext<TasksOptions>): Promise<void> {
  const created = idsMade(seen);
  const evidence = created.slice(0, 20).map(({ exchange }) => exchange);
  for (const odd of guessable(created.map(({ taskId }) => taskId)))
    verdict.warn(
      `${odd}: ${excerpt(
        created.slice(0, 4).map(({ taskId }) => taskId),
        200,
      )} (H26)`,
      evidence,
      { subject: "ids" },
    );
  verdict.detail("idsCompared", created.length);
  if (!canList(context.negotiated) || (await isAuthorized(context))) return;
  verdict.warn(
    "initialize declares tasks.list to a client that sent no credentials; a server that cannot tell who asks does not, as its list shows the tasks of all: declare it only where requests say whose they are (H26)",
    [],
    { subject: "tasks.list" },
  );
}

const CREDENTIALS = ["authorization", "cookie"];

/** Our requests carry credentials, so that the server may well tell us from others. */
async function isAuthorized({ host, connection }: PackContext<TasksOptions>): Promise<boolean> {
  const [exchange] = await host.transcript({ connection: connection.id });
  return CREDENTIALS.some((name) => header(exchange?.request?.headers ?? [], name) !== undefined);
}
