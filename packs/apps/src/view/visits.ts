import {
  defineFixture,
  type Exchange,
  errorOf,
  isObject,
  member,
  type PackContext,
  resultOf,
  unavailable,
} from "@mcptest/pack";
import { mayForward } from "../calls.js";
import type { AppsOptions } from "../options.js";
import { type ViewSubject, type ViewSubjects, viewSubjects } from "../subjects.js";
import { ask } from "../surface.js";
import { type BrowserHandle, openBrowser } from "./browser.js";
import type { CallAnswer, VisitPlan } from "./plan.js";
import type { Profile, Scenario, VisitRecord } from "./record.js";
import { SCENARIOS } from "./scenarios.js";
import { visit } from "./visit.js";

/** Calls that are passed on for one visit. */
const MAX_CALLS = 50;
/** Characters that the records of all visits hold. */
const MAX_RECORDED = 128 * 1024 * 1024;
/** Bytes of the messages in the log of one visit, about. */
const MAX_LOG = 4 * 1024 * 1024;
/** Milliseconds for all visits. */
const ALL_MS = 900_000;

/** A view with what was recorded of it. */
export interface VisitedView {
  subject: ViewSubject;
  /** `main` under either profile, the other scenarios under `strict`. */
  records: VisitRecord[];
}

/** All visits of a run. */
export interface Visits {
  views: VisitedView[];
}

/** Shows each view in a browser to each kind of host. */
export const visits = defineFixture<Visits, { subjects: typeof viewSubjects }, AppsOptions>({
  name: "visits of views",
  needs: { subjects: viewSubjects },
  timeoutMs: () => ALL_MS,
  async prepare({ subjects }, context) {
    if (subjects.views.length === 0)
      throw unavailable(reasonOf(subjects), { notApplicable: subjects.unread.length === 0 });
    const handle = await openBrowser(context.browser);
    try {
      const views: VisitedView[] = [];
      const room = { left: MAX_RECORDED };
      for (const subject of subjects.views) {
        views.push({ subject, records: await visitAll(handle, subject, subjects, context, room) });
      }
      return { views };
    } finally {
      await handle.close();
    }
  },
});

function reasonOf({ unread: [first] }: ViewSubjects): string {
  return first ? `${first.uri}: ${first.problem}` : "the server offers no view";
}

/** An ordinary host first: a view that does not come to its end with that is shown to no other. */
async function visitAll(
  handle: BrowserHandle,
  subject: ViewSubject,
  subjects: ViewSubjects,
  context: PackContext<AppsOptions>,
  room: { left: number },
): Promise<VisitRecord[]> {
  const make = (scenario: Scenario, profile: Profile) =>
    visit(handle, { ...planFor(subject, subjects, context, { scenario, profile }), room });
  const main = await Promise.all([make("main", "strict"), make("main", "reference")]);
  for (const record of main) {
    const name = `${record.profile}-messages.json`;
    record.log = await keep(context, subject, { name, mediaType: "application/json", bytes: logOf(record) });
  }
  if (!context.options.faultyHosts || main.some(({ ended, hung }) => ended !== "done" || hung)) return main;
  const others = SCENARIOS.filter((scenario) => scenario !== "main");
  return [...main, ...(await Promise.all(others.map((scenario) => make(scenario, "strict"))))];
}

function planFor(
  subject: ViewSubject,
  subjects: ViewSubjects,
  context: PackContext<AppsOptions>,
  { scenario, profile }: Pick<VisitPlan, "scenario" | "profile">,
): VisitPlan {
  const { html, meta, tool, input } = subject;
  const { host, options, signal } = context;
  const result = subject.result ?? { content: [{ type: "text", text: "The tool was not called." }] };
  let calls = 0;
  return {
    ...{ scenario, profile, html, meta, tool, input, result, signal },
    async call(method, params) {
      if (++calls > MAX_CALLS) return refused("this host passes on no more calls in this visit");
      const name = member(params, "name");
      if (method === "tools/call" && (typeof name !== "string" || !mayForward(subjects.tools, name, options))) {
        const text = "mcptest passes on only calls of tools that are annotated read-only, or that its options name.";
        return { result: { isError: true, content: [{ type: "text", text }] } };
      }
      const exchange = await ask(host, subjects.client, { method, params: isObject(params) ? params : {} });
      return { ...answerOf(exchange), exchange: exchange.number };
    },
    keep(moment, bytes) {
      const name = `${profile}-${moment === "result" ? "light" : moment}.png`;
      return keep(context, subject, { name, mediaType: "image/png", bytes });
    },
  };
}

/** The messages of a visit as they came, and without the text of those that come too late for an artifact. */
function logOf({ messages }: VisitRecord): Buffer {
  let left = MAX_LOG;
  const lines = messages.map(({ json: _, ...message }) => {
    left -= message.raw.length * 2 + 100;
    return JSON.stringify(left > 0 ? message : { ...message, raw: "(left out: the log is too long)" });
  });
  return Buffer.from(`[\n${lines.join(",\n")}\n]\n`);
}

function answerOf(exchange: Exchange): CallAnswer {
  const result = resultOf(exchange);
  if (isObject(result)) return { result };
  const { code, message } = errorOf(exchange) ?? {};
  if (typeof code === "number") return { error: { code, message: String(message) } };
  return refused(exchange.problem ?? "the server has not answered");
}

function refused(message: string): CallAnswer {
  return { error: { code: -32603, message } };
}

/** Undefined where it cannot be stored: there is too much already. */
async function keep(
  { host }: PackContext,
  { uri }: ViewSubject,
  { name, ...file }: { name: string; mediaType: string; bytes: Uint8Array },
): Promise<string | undefined> {
  const prefix = uri
    .replace(/^ui:\/\//, "")
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 100);
  const stored = await host.attach({ ...file, name: `${prefix}-${name}` }).catch(() => undefined);
  return stored?.id;
}
