import { type Check, excerpt } from "@mcptest/pack";
import { few } from "../../tell.js";
import type { PageError, Stage, VisitRecord } from "../../view/record.js";
import { isPolicyError } from "./policy.js";
import { type Said, viewRule } from "./rule.js";

/** Objects that other hosts put into `window`, and members of the best known of them. */
const GLOBALS = ["openai", "acquireVsCodeApi", "webkit.messageHandlers"];
const MEMBERS =
  /reading '(toolInput|toolOutput|toolResponseMetadata|widgetState|callTool|sendFollowUpMessage|openExternal|setWidgetState|requestDisplayMode)'|(callTool|sendFollowUpMessage|openExternal|setWidgetState|requestDisplayMode) is not a function/;

/** The check that an exception belongs to. */
type Owner = "policy" | "access" | "globals" | "probes" | "view";

function ownerOf({ message, stage }: PageError, html: string): Owner {
  if (isPolicyError(message)) return "policy";
  if (/named property '[^']*' (from|on) '(Window|Location)'|'domain' property on 'Document'/.test(message))
    return "access";
  if (needsGlobal(message, html)) return "globals";
  return stage === "probes" ? "probes" : "view";
}

function needsGlobal(message: string, html: string): boolean {
  if (/\b(openai|acquireVsCodeApi|messageHandlers)\b/.test(message)) return true;
  return MEMBERS.test(message) && GLOBALS.some((name) => html.includes(name));
}

/** The exceptions of a visit that belong to this check, each text once. */
export function exceptionsOf({ errors }: VisitRecord, owner: Owner, html: string): PageError[] {
  const own = errors.filter((error) => error.kind === "exception" && ownerOf(error, html) === owner);
  return [...new Map(own.map((error) => [error.message, error])).values()];
}

/** What a visit to an unusual host threw and the one with the ordinary host did not. */
export function newExceptions(visit: VisitRecord, main: VisitRecord): PageError[] {
  const known = new Set(main.errors.map(({ message }) => message));
  const thrown = visit.errors.filter(({ kind, message }) => kind === "exception" && !known.has(message));
  return [...new Map(thrown.map((error) => [error.message, error])).values()];
}

const AT: Record<Stage, string> = {
  load: "as it loaded",
  initialize: "in the handshake",
  input: "on the input",
  result: "on the result",
  context: "on a change of the context",
  probes: "on requests of the host",
  links: "on a click on a link",
  narrow: "as it became narrow",
  teardown: "at its end",
};

/** An exception as a clause. */
export function thrown({ message, stage }: PageError): string {
  return `${excerpt(message, 200)} was thrown ${AT[stage]}`;
}

const pageErrors = viewRule({
  id: "apps-view-no-page-errors",
  title: "A view throws nothing that it does not catch",
  description:
    "No exception and no rejected promise stays uncaught from the load to the end: in the handshake, on input and result, on a change of the theme, at the teardown.",
  level: "should",
  source: "mcptest",
  section: "Lifecycle",
  rule: "the code of a view ends no step with an uncaught exception or an unhandled rejection",
  fix: "catch what can fail, and show it",
  judge: ({ main, view }) => exceptionsOf(main, "view", view.html).map((error) => ({ came: thrown(error) })),
});

const DOMAIN = "document.domain";

const topAccess = viewRule({
  id: "apps-view-no-top-access",
  title: "A view touches nothing of its host but postMessage",
  description:
    "A view reads and sets no property of window.parent and window.top but postMessage, and does not set document.domain.",
  level: "must",
  tags: ["security"],
  source: "mcptest",
  section: "Security",
  rule: "all that a view asks of its host it asks by messages",
  fix: "use window.parent.postMessage alone, and put nothing else of the host to use",
  judge({ visits, view }) {
    const said = new Map<string, Said>();
    for (const visit of visits) {
      for (const { kind, what } of visit.escapes) {
        if (kind === "parent-access" && what !== "top.postMessage") {
          const came = what === DOMAIN ? `it set ${DOMAIN}` : `it used ${excerpt(what, 80)} of the window of its host`;
          said.set(what, { came });
        }
      }
      const isTold = (message: string) =>
        [...said.keys()].some((name) => message.includes(`'${name === DOMAIN ? "domain" : name}'`));
      for (const error of exceptionsOf(visit, "access", view.html)) {
        if (!isTold(error.message)) said.set(error.message, { came: thrown(error) });
      }
    }
    return [...said.values()];
  },
});

const hostGlobals = viewRule({
  id: "apps-view-no-host-globals",
  title: "A view needs no object of one host",
  description: "A view runs without window.openai and other objects that only some hosts put into its window.",
  level: "interop",
  source: "mcptest",
  section: "Communication Protocol",
  rule: "a view gets all that it needs by messages of the dialect; an object of one host is used only where it is there",
  fix: "take input and result from ui/notifications/tool-input and tool-result",
  judge({ main, view }) {
    const thrownFor = exceptionsOf(main, "globals", view.html);
    return thrownFor.length === 0 ? [] : [{ came: few(thrownFor.map(thrown), 3) }];
  },
});

/** The checks of what a view throws, and of what it touches. */
export const errorChecks: Check[] = [pageErrors, topAccess, hostGlobals];
