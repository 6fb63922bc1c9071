import { type Check, type JsonObject, member } from "@mcptest/pack";
import type { Look, Scenario, VisitRecord } from "../../view/record.js";
import { newExceptions, thrown } from "./errors.js";
import { asked, quote, told } from "./messages.js";
import { type Judgement, type Said, viewRule } from "./rule.js";
import { type Shown, visitsWith } from "./shown.js";
import { isBlank, showsResult, waits } from "./shows.js";

/** What a host of each kind does, as a clause. */
const HOST: Record<Scenario, string> = {
  main: "an ordinary host",
  "initialize-error": "a host that answers ui/initialize with an error",
  "other-version": "a host that answers with another protocolVersion",
  "no-context": "a host that gives no hostContext",
  "no-capabilities": "a host with empty hostCapabilities",
  "late-initialize": "a host that answers ui/initialize after 3 seconds",
  "same-tick": "a host that sends input and result as soon as the view is ready",
  "partial-input": "a host that sends partial inputs",
  "empty-input": "a host that sends the input {}",
  "odd-input": "a host that sends an input with a member that the schema does not name",
  "error-result": "a host whose tool has failed",
  "content-only": "a host whose result has content alone",
  "structured-only": "a host whose result has structuredContent alone",
  cancelled: "a host whose user has cancelled the call",
  "fixed-height": "a host with a fixed height",
  "opaque-origin": "a host that shows views in a frame of an opaque origin",
};

const HUNG = "its code does not come to rest, and it answers nothing any more";

/** Judges each visit to hosts of these kinds. */
function each(shown: Shown, scenarios: readonly Scenario[], saidOf: (visit: VisitRecord) => string[]): Judgement {
  const visits = visitsWith(shown, scenarios);
  if (visits.length === 0) return { unjudged: "it was shown to no unusual host" };
  return visits.flatMap((visit) =>
    (visit.hung ? [HUNG] : saidOf(visit)).map((came): Said => ({ came: `with ${HOST[visit.scenario]}: ${came}` })),
  );
}

/** What a visit threw beyond the one with an ordinary host. */
function threw(visit: VisitRecord, { main }: Pick<Shown, "main">): string[] {
  return newExceptions(visit, main).slice(0, 2).map(thrown);
}

function isEmpty({ looks }: VisitRecord): boolean {
  return looks.result !== undefined && isBlank(looks.result);
}

/** The view shows nothing there, and something to an ordinary host. */
function wentBlank(visit: VisitRecord, { main }: Pick<Shown, "main">): string[] {
  return isEmpty(visit) && !isEmpty(main) ? ["it shows nothing"] : [];
}

const REFUSALS = ["initialize-error", "other-version", "no-context", "no-capabilities"] as const;

const initializeError = viewRule({
  id: "apps-view-initialize-error",
  title: "A view bears an answer to ui/initialize that it does not like",
  description:
    "An error, another protocolVersion, no hostContext and empty hostCapabilities: the view throws nothing, and shows something.",
  level: "interop",
  source: "mcptest",
  section: "Lifecycle",
  scenarios: REFUSALS,
  rule: "a view that its host refuses, or gives less, does not crash, and is not blank",
  fix: "catch a failed handshake, and say so; all members of hostContext and hostCapabilities are optional",
  judge: (shown) => each(shown, REFUSALS, (visit) => [...threw(visit, shown), ...wentBlank(visit, shown)]),
});

const lateInit = viewRule({
  id: "apps-view-late-init",
  title: "A view waits for its host",
  description: "The answer to ui/initialize comes after 3 seconds: the view throws nothing, and goes on.",
  level: "interop",
  source: "mcptest",
  section: "Lifecycle",
  scenarios: ["late-initialize"],
  rule: "a host may take its time; a view waits for the answer to ui/initialize",
  fix: "wait for the answer without a limit of your own, or with a long one",
  judge: (shown) =>
    each(shown, ["late-initialize"], (visit) => [
      ...threw(visit, shown),
      ...(visit.readyMs === undefined ? ["it did not end the handshake any more"] : []),
    ]),
});

const toolInput = viewRule({
  id: "apps-view-tool-input",
  title: "A view bears any input",
  description: "With the input {} and with a member that no schema names, the view throws nothing.",
  level: "should",
  source: "mcptest",
  section: "Data Passing",
  scenarios: ["empty-input", "odd-input"],
  rule: "arguments come from a model: any of them may be absent or odd",
  fix: "look whether each argument is there, and of its type, before it is used",
  judge: (shown) => each(shown, ["empty-input", "odd-input"], (visit) => threw(visit, shown)),
});

const partialInput = viewRule({
  id: "apps-view-tool-input-partial",
  title: "A view does nothing for good on a partial input",
  description:
    "With partial inputs, whose members are absent, cut or change, the view throws nothing, and sends no tools/call and no ui/message before the whole input is there.",
  level: "should",
  source: "ext-apps",
  section: "Data Passing",
  scenarios: ["partial-input"],
  rule: "partial inputs are for a preview alone; what matters waits for ui/notifications/tool-input",
  fix: "use tool-input-partial for what is shown, and act on tool-input",
  judge: (shown) =>
    each(shown, ["partial-input"], (visit) => {
      const [first] = told(visit, "ui/notifications/tool-input-partial");
      const [whole] = told(visit, "ui/notifications/tool-input");
      const early = asked(visit, "tools/call", "ui/message").filter(
        ({ index }) => first && index > first.index && index < (whole?.index ?? Number.POSITIVE_INFINITY),
      );
      // What it asks an ordinary host for ahead of any input is no answer to a partial one.
      const asksAnyway = new Set(beforeInput(shown.main));
      const caused = early.filter((message) => !asksAnyway.has(callKey(message)));
      return [...threw(visit, shown), ...caused.slice(0, 1).map((message) => `it sent ${quote(message)}`)];
    }),
});

/** Calls and messages ahead of the input. */
function beforeInput(main: VisitRecord): string[] {
  return asked(main, "tools/call", "ui/message")
    .filter(({ stage }) => stage === "load" || stage === "initialize")
    .map(callKey);
}

function callKey({ method, params }: { method: string; params: unknown }): string {
  return `${method} ${JSON.stringify(member(params, "name") ?? null)}`;
}

const VARIANTS = ["error-result", "content-only", "structured-only", "cancelled", "same-tick"] as const;

const resultVariants = viewRule({
  id: "apps-view-result-variants",
  title: "A view bears any result",
  description:
    "A failed call, a cancelled one, a result with content or structuredContent alone, and one that comes with the input at once: the view throws nothing, is not blank, and does not say that it loads for ever.",
  level: "should",
  source: "mcptest",
  section: "Data Passing",
  scenarios: VARIANTS,
  rule: "a view shows what came of the call: an error, a part of a result, or that it was cancelled",
  fix: "handle isError, tool-cancelled, and results without structuredContent or content",
  judge: (shown) =>
    each(shown, VARIANTS, (visit) => {
      const isOver = visit.scenario === "error-result" || visit.scenario === "cancelled";
      const [look, usual] = [visit.looks.result, shown.main.looks.result];
      const isEndless = isOver && look !== undefined && waits(look) && !(usual && waits(usual));
      return [
        ...threw(visit, shown),
        ...wentBlank(visit, shown),
        ...(isEndless ? ["it goes on to say that it waits"] : []),
      ];
    }),
});

const lateHandlers = viewRule({
  id: "apps-view-late-handlers",
  title: "A view is ready for its result when it says so",
  description:
    "Input and result that come at once with the end of the handshake are shown as they are when they come later.",
  level: "interop",
  source: "mcptest",
  section: "Data Passing",
  scenarios: ["same-tick"],
  rule: "the handlers of a view are there before it sends ui/notifications/initialized",
  fix: "set the handlers, and only then begin the handshake",
  judge(shown) {
    const { result } = shown.view;
    const [visit] = visitsWith(shown, ["same-tick"]);
    const [usual, look] = [shown.main.looks.result, visit?.looks.result];
    if (visit === undefined || look === undefined || usual === undefined) {
      return { unjudged: "what it showed could not be measured" };
    }
    const isLost = result === undefined ? waits(look) && !waits(usual) : isLostIn(look, usual, result, shown.main);
    if (!isLost || threw(visit, shown).length > 0) return [];
    return [{ came: `with ${HOST["same-tick"]}: the result was lost` }];
  },
});

const storageGuard = viewRule({
  id: "apps-view-storage-guard",
  title: "A view works without storage",
  description:
    "In a frame of an opaque origin, where localStorage, cookies and IndexedDB throw, the view connects, throws nothing, and shows what it shows elsewhere.",
  level: "interop",
  source: "mcptest",
  section: "Security",
  scenarios: ["opaque-origin"],
  rule: "some hosts give a view no origin of its own, and then no storage",
  fix: "put every use of localStorage, sessionStorage, cookies and IndexedDB into try and catch",
  judge: (shown) =>
    each(shown, ["opaque-origin"], (visit) => [
      ...threw(visit, shown),
      ...(visit.readyMs === undefined ? ["it did not end the handshake"] : []),
      ...wentBlank(visit, shown),
      ...lost(visit, shown),
    ]),
});

/** The result is not shown there, and is to an ordinary host. */
function lost({ looks }: VisitRecord, { main, view: { result } }: Shown): string[] {
  const [look, usual] = [looks.result, main.looks.result];
  if (result === undefined || look === undefined || usual === undefined || isBlank(look)) return [];
  return isLostIn(look, usual, result, main) ? ["it does not show its result"] : [];
}

/** An ordinary host sees the result and this one does not; what stood there ahead of it is none. */
function isLostIn(look: Look, usual: Look, result: JsonObject, { looks: { input } }: VisitRecord): boolean {
  return showsResult(usual, result, input) === true && showsResult(look, result, input) === false;
}

/** The checks of what a view makes of unusual hosts. */
export const unusualChecks: Check[] = [
  initializeError,
  lateInit,
  toolInput,
  partialInput,
  resultVariants,
  lateHandlers,
  storageGuard,
];
