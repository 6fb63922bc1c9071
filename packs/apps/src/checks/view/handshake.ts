import { type Check, excerpt, isObject, type Json, member } from "@mcptest/pack";
import { VIEW_PROTOCOL_VERSION } from "../../ids.js";
import { few } from "../../tell.js";
import type { ViewMessage, VisitRecord } from "../../view/record.js";
import { paramsProblems } from "./initialize-params.js";
import { asked, fromView, initializeOf, initializeResult, isRequest, quote, textMessage } from "./messages.js";
import { waitsForNetwork } from "./network.js";
import { hasAsked } from "./reach.js";
import { type Said, viewRule } from "./rule.js";

const SECTION = "Lifecycle";
const INITIALIZED = "ui/notifications/initialized";

const initialize = viewRule({
  id: "apps-view-initialize",
  title: "A view begins the handshake",
  description: "Within 10 seconds of its load a view sends ui/initialize to its host.",
  level: "must",
  source: "ext-apps",
  section: SECTION,
  rule: "a view sends the request ui/initialize to window.parent as soon as it runs",
  fix: 'post {"jsonrpc": "2.0", "id": 1, "method": "ui/initialize", "params": {…}} to window.parent, or call connect() of the App class',
  judge({ main, view }) {
    if (hasAsked(main)) return [];
    if (waitsForNetwork(main)) return { unjudged: "it waits for the network, which no view has here" };
    return [{ came: `no ui/initialize came; ${insteadOf(main, view.html)}` }];
  },
});

/** What a view did in place of the handshake, as a clause. */
function insteadOf(main: VisitRecord, html: string): string {
  const [exception] = main.errors.filter(({ kind }) => kind === "exception");
  if (exception) return `its code ended with ${excerpt(exception.message, 160)}`;
  const sent = fromView(main);
  const methods = sent.map((message) => member(message.json ?? textMessage(message), "method"));
  if (methods.includes("initialize")) return "it sent initialize, which is the method of the core protocol";
  const [first] = sent;
  if (first) return `what it posted first is ${quote(first)}`;
  if (main.escapes.some(({ what }) => what === "top.postMessage")) return "it posts to window.top, not window.parent";
  if (main.violations.length > 0) return "it posted nothing, and the content policy kept something from it";
  if (/\bopenai\b/.test(html)) return "it posted nothing; it seems to expect window.openai, which is of another host";
  return "it posted nothing";
}

const params = viewRule({
  id: "apps-view-initialize-params",
  title: "ui/initialize has the parameters of the dialect",
  description:
    "Its params have protocolVersion, appInfo with name and version, and appCapabilities, each of its own type. Another version than 2026-01-26 warns; members that the dialect does not know are noted.",
  level: "must",
  source: "ext-apps",
  section: SECTION,
  rule: "params of ui/initialize are {protocolVersion, appInfo: {name, version}, appCapabilities}",
  fix: "name the members appInfo and appCapabilities, not clientInfo and capabilities as in the core protocol",
  judge({ main }) {
    const message = initializeOf(main);
    if (message === undefined) return { unjudged: "its ui/initialize is no JSON object" };
    const { wrong, unknown } = paramsProblems(message.params);
    const version = member(message.params, "protocolVersion");
    const isOther = typeof version === "string" && version !== VIEW_PROTOCOL_VERSION;
    const said: Said[] = wrong.length > 0 ? [{ came: `${few(wrong)} (${quote(message)})` }] : [];
    if (isOther) {
      const fix = `send ${VIEW_PROTOCOL_VERSION}`;
      said.push({ as: "warn", came: `protocolVersion is ${excerpt(version, 60)}, a version that no host knows`, fix });
    }
    if (unknown.length > 0) said.push({ as: "note", came: `params have members that are unknown: ${few(unknown)}` });
    return said;
  },
});

const jsonrpc = viewRule({
  id: "apps-view-jsonrpc",
  title: "What a view posts to its host is JSON-RPC",
  description:
    'Each message is an object with jsonrpc "2.0"; a request has an id that is a string or a number and that no other request has, an answer has the id of its request and either a result or an error. Of what is too much only a part is kept and judged, which is noted.',
  level: "must",
  source: "ext-apps",
  section: "Communication Protocol",
  rule: "view and host exchange JSON-RPC 2.0 messages as plain objects",
  fix: "post objects, not texts, and give each request an id of its own",
  judge({ visits }) {
    const said = visits.flatMap((visit) => problemsOf(visit));
    const distinct = [...new Map(said.map((each) => [each.kind, each])).values()];
    return [...cutNote(visits), ...distinct.map(({ came }): Said => ({ came }))];
  },
});

/** No check sees what was not kept. */
function cutNote(visits: readonly VisitRecord[]): Said[] {
  const cut = visits.filter((visit) => visit.cut).length;
  if (cut === 0) return [];
  return [
    {
      as: "note",
      came: `it posted or did too much in ${cut} of ${visits.length} visits: what was not kept is not judged`,
    },
  ];
}

/** What is wrong with messages. What was cut is not judged. */
function problemsOf(visit: VisitRecord): { kind: string; came: string }[] {
  const ids = new Map<string, number>();
  return fromView(visit).flatMap((message) => {
    if (message.json === undefined && visit.cut) return [];
    const problem = messageProblem(message, ids);
    return problem === undefined ? [] : [{ kind: problem, came: `${quote(message)} ${problem}` }];
  });
}

/** Requests of the dialect: without an id nobody could answer them. */
const REQUESTS: ReadonlySet<string> = new Set([
  "ui/initialize",
  "ui/open-link",
  "ui/message",
  "ui/request-display-mode",
  "ui/update-model-context",
  "ui/download-file",
  "tools/call",
  "tools/list",
  "resources/read",
  "ping",
]);

function messageProblem(message: ViewMessage, ids: Map<string, number>): string | undefined {
  const { json } = message;
  if (!isObject(json)) return textMessage(message) ? "is the text of a message, not an object" : "is no object";
  if (member(json, "jsonrpc") !== "2.0") return 'has no jsonrpc "2.0"';
  const method = member(json, "method");
  const id = member(json, "id");
  if (method === undefined) return answerProblem(json, id);
  if (typeof method !== "string") return "has a method that is no text";
  if (method.includes("notifications/") && id !== undefined) return "is a notification with an id";
  if (id === undefined) return REQUESTS.has(method) ? "is a request without an id" : undefined;
  if (typeof id !== "string" && typeof id !== "number") return "has an id that is neither a string nor a number";
  const key = JSON.stringify(id);
  if (ids.has(key)) return "has the id of an earlier request";
  ids.set(key, message.index);
  return undefined;
}

function answerProblem(json: Json, id: Json | undefined): string | undefined {
  const isResult = member(json, "result") !== undefined;
  const isError = member(json, "error") !== undefined;
  if (!isResult && !isError) return "has no method, no result and no error";
  if (isResult && isError) return "has a result and an error";
  return id === undefined ? "is an answer without an id" : undefined;
}

const initialized = viewRule({
  id: "apps-view-initialized",
  title: "A view ends the handshake once, before all else",
  description:
    "After the answer to ui/initialize a view sends ui/notifications/initialized, exactly once. What it sends ahead of it warns.",
  level: "must",
  source: "ext-apps",
  section: SECTION,
  rule: `a view answers the result of ui/initialize with ${INITIALIZED}, once, and sends all else after it`,
  fix: `send ${INITIALIZED} once the result is there; a host shows and serves no view before it`,
  judge({ main }) {
    const result = initializeResult(main);
    if (result === undefined) return { unjudged: "the host refused its ui/initialize" };
    const all = asked(main, INITIALIZED).filter((message) => !isRequest(message));
    const [first, second] = all;
    const said: Said[] = [];
    if (first === undefined) said.push({ came: `${INITIALIZED} never came` });
    else if (first.index < result.index) said.push({ came: `${quote(first)} came ahead of the result` });
    if (second !== undefined) said.push({ came: `${INITIALIZED} came ${all.length} times` });
    const early = asked(main).filter(
      ({ index, method }) => index < (first?.index ?? -1) && method !== "ui/initialize" && method !== INITIALIZED,
    );
    if (early[0]) said.push({ as: "warn", came: `${quote(early[0])} came ahead of ${INITIALIZED}` });
    return said;
  },
});

/** The checks of the handshake. */
export const handshakeChecks: Check[] = [initialize, params, jsonrpc, initialized];
