import { at, type Check, excerpt, isObject, type Json, member } from "@mcptest/pack";
import { GARBAGE_IDS, REQUEST_IDS } from "../../view/probes.js";
import type { PageError, VisitRecord } from "../../view/record.js";
import { exceptionsOf, thrown } from "./errors.js";
import { answerTo, appCapabilities, fromView, hostRequest, isAnswer, type ObjectMessage, quote } from "./messages.js";
import { type Judgement, type Said, viewRule } from "./rule.js";

const METHOD_NOT_FOUND = -32601;

/** What came for a request of the host. */
type Answered =
  | { kind: "unasked" }
  | { kind: "silent" }
  | { kind: "result"; result: Json; message: ObjectMessage }
  | { kind: "error"; code: Json | undefined; message: ObjectMessage };

function answered(record: VisitRecord, id: string): Answered {
  if (hostRequest(record, id) === undefined) return { kind: "unasked" };
  const message = answerTo(record, "view", id);
  if (message === undefined) return { kind: "silent" };
  const result = member(message.json, "result");
  if (result !== undefined) return { kind: "result", result, message };
  return { kind: "error", code: at(message.json, "error", "code"), message };
}

const HUNG: Said = {
  came: "its code does not come to rest: nothing is answered any more, ui/resource-teardown neither",
  fix: "let the code of the view come to rest: a loop without an end, or seconds of work at a time, let no message in",
};
const UNASKED: Judgement = { unjudged: "the visit ended before it was asked" };

const teardown = viewRule({
  id: "apps-view-teardown",
  title: "A view answers that its end comes",
  description:
    "ui/resource-teardown is answered with a result within 5 seconds, without params and with a reason. An error in its place warns: no handler is there, and the host goes on.",
  level: "must",
  source: "core",
  section: "Lifecycle",
  rule: "each request is answered; a host waits for the answer to ui/resource-teardown before it removes the frame",
  fix: "answer ui/resource-teardown with the result {}",
  judge({ main, visits }) {
    const answer = answered(main, REQUEST_IDS.teardown);
    switch (answer.kind) {
      case "unasked":
        return UNASKED;
      case "silent":
        return main.hung ? [HUNG] : [{ came: "ui/resource-teardown was never answered" }];
      case "error":
        return [{ as: "warn", came: `ui/resource-teardown was answered with an error: ${quote(answer.message)}` }];
      case "result":
        return isObject(answer.result)
          ? refusedReasons(visits)
          : [{ came: `its result is no object: ${quote(answer.message)}` }];
    }
  },
});

/** Errors in place of an answer where the host gives a reason, which it does not to all. */
function refusedReasons(visits: readonly VisitRecord[]): Said[] {
  const refused = visits.map((visit) => answered(visit, REQUEST_IDS.teardown)).find(({ kind }) => kind === "error");
  if (refused?.kind !== "error") return [];
  return [
    { as: "warn", came: `ui/resource-teardown with a reason was answered with an error: ${quote(refused.message)}` },
  ];
}

const ping = viewRule({
  id: "apps-view-ping",
  title: "A view answers ping",
  description: "ping of the host is answered with the result {}. A result with members, other than _meta, warns.",
  level: "must",
  source: "core",
  section: "Utilities: ping",
  rule: "ping is answered with an empty result",
  fix: "answer ping with the result {}",
  judge({ main }) {
    const answer = answered(main, REQUEST_IDS.ping);
    switch (answer.kind) {
      case "unasked":
        return UNASKED;
      case "silent":
        return [{ came: "ping was never answered" }];
      case "error":
        return [{ came: `ping was answered with an error: ${quote(answer.message)}` }];
      case "result":
        if (!isObject(answer.result)) return [{ came: `its result is no object: ${quote(answer.message)}` }];
        if (Object.keys(answer.result).every((name) => name === "_meta")) return [];
        return [{ as: "warn", came: `its result is not empty: ${quote(answer.message)}` }];
    }
  },
});

const unknownMethod = viewRule({
  id: "apps-view-unknown-method",
  title: "A view refuses what it does not know, and ignores what is not for it",
  description:
    "A request with an unknown method is answered with the error -32601, an unknown notification not at all. Answers to what is no JSON-RPC or comes from another window, and exceptions at it, warn.",
  level: "must",
  source: "core",
  section: "JSON-RPC 2.0",
  rule: "an unknown request gets -32601, a notification gets no answer, and all else is ignored",
  fix: "answer -32601 to each unknown request; look at event.source and at jsonrpc before anything else",
  judge({ main, view }) {
    const answer = answered(main, REQUEST_IDS.unknown);
    if (answer.kind === "unasked") return UNASKED;
    return [...unknownRequest(answer), ...answersToNobody(main), ...foreign(main, view.html)];
  },
});

function unknownRequest(answer: Answered): Said[] {
  if (answer.kind === "silent") return [{ came: "a request with an unknown method was never answered" }];
  if (answer.kind === "result")
    return [{ came: `a request with an unknown method succeeded: ${quote(answer.message)}` }];
  if (answer.kind === "error" && answer.code !== METHOD_NOT_FOUND) {
    return [
      { came: `the error of an unknown method has the code ${excerpt(answer.code, 40)}: ${quote(answer.message)}` },
    ];
  }
  return [];
}

/** Answers with the id `null`: to a notification, or to what is no message. */
function answersToNobody(main: VisitRecord): Said[] {
  const all = fromView(main).filter((message) => isAnswer(message) && member(message.json, "id") === null);
  const begin = main.messages.find(({ garbage }) => garbage)?.index ?? Number.POSITIVE_INFINITY;
  const [early, late] = [all.find(({ index }) => index < begin), all.find(({ index }) => index > begin)];
  return [
    ...(early ? [{ came: `a notification was answered: ${quote(early)}` }] : []),
    ...(late && !early ? [{ as: "warn" as const, came: `what is no message was answered: ${quote(late)}` }] : []),
  ];
}

const GARBAGE: readonly [string, string][] = [
  [GARBAGE_IDS.string, "a text"],
  [GARBAGE_IDS.bare, "an object without jsonrpc"],
  [GARBAGE_IDS.elsewhere, "a message of another window than its parent"],
];

function foreign(main: VisitRecord, html: string): Said[] {
  const taken = GARBAGE.flatMap(([id, what]): Said[] => {
    const message = answerTo(main, "view", id);
    return message ? [{ as: "warn", came: `${what} was answered: ${quote(message)}` }] : [];
  });
  const errors = exceptionsOf(main, "probes", html).filter((error) => !isThatOfSilence(error, main));
  return [...taken, ...errors.map((error): Said => ({ as: "warn", came: thrown(error) }))];
}

/** Thrown at a request that a view has to know and did not answer: another check blames that. */
function isThatOfSilence({ atMs }: PageError, main: VisitRecord): boolean {
  const isSilent = [REQUEST_IDS.ping, REQUEST_IDS.toolsList, REQUEST_IDS.toolsCall].some(
    (id) => answered(main, id).kind === "silent",
  );
  const garbage = main.messages.find((message) => message.garbage);
  return isSilent && atMs < (garbage?.atMs ?? Number.POSITIVE_INFINITY);
}

const appTools = viewRule({
  id: "apps-view-app-tools",
  title: "A view that declares tools has tools",
  description:
    "A view with appCapabilities.tools answers tools/list with a list of tools that have a name and an inputSchema, and tools/call of a tool that it does not have with an error.",
  level: "must",
  tags: ["draft"],
  source: "ext-apps draft",
  section: "App-Provided Tools",
  rule: "appCapabilities.tools says that the host may list and call tools of the view",
  fix: "answer tools/list and tools/call, or leave tools out of appCapabilities",
  judge({ main }, { options }) {
    if (!isObject(member(appCapabilities(main), "tools"))) return [];
    const [list, call] = [answered(main, REQUEST_IDS.toolsList), answered(main, REQUEST_IDS.toolsCall)];
    if (list.kind === "unasked") return UNASKED;
    const as = options.draft ? "fail" : "warn";
    const problems = [listProblem(list), callProblem(call)].filter((problem) => problem !== undefined);
    return problems.map((came) => ({ as, came }));
  },
});

function listProblem(answer: Answered): string | undefined {
  if (answer.kind === "silent") return "tools/list was never answered";
  if (answer.kind === "error") return `tools/list was answered with an error: ${quote(answer.message)}`;
  if (answer.kind === "unasked") return undefined;
  const tools = member(answer.result, "tools");
  if (!Array.isArray(tools)) return `the result of tools/list has no list of tools: ${quote(answer.message)}`;
  const wrong = tools.find((tool) => !isTool(tool));
  return wrong === undefined ? undefined : `tools/list has ${excerpt(wrong, 120)}, which is no tool`;
}

function isTool(tool: Json): boolean {
  const name = member(tool, "name");
  return typeof name === "string" && name !== "" && at(tool, "inputSchema", "type") === "object";
}

function callProblem(answer: Answered): string | undefined {
  if (answer.kind === "silent") return "tools/call of an unknown tool was never answered";
  if (answer.kind !== "result" || member(answer.result, "isError") === true) return undefined;
  return `tools/call of an unknown tool succeeded: ${quote(answer.message)}`;
}

/** The checks of what a view answers. */
export const answerChecks: Check[] = [teardown, ping, unknownMethod, appTools];
