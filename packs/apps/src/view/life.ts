import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import { NARROW_WIDTH } from "./host-context.js";
import { createLooker } from "./looker.js";
import { HANDSHAKE_MS, type VisitPlan } from "./plan.js";
import { garbage, garbageFromElsewhere, probes, REQUEST_IDS } from "./probes.js";
import { methodOf, type Trail } from "./trail.js";
import type { ViewPage } from "./view-page.js";

/** Milliseconds that a view has to answer a probe, and to answer that its end comes. */
const PROBE_MS = 2_000;
const TEARDOWN_MS = 5_000;
const SHORT_TEARDOWN_MS = 1_000;
/** Milliseconds in which a view that was refused may do what it will. */
const REFUSED_MS = 1_500;
/** Milliseconds between partial inputs and the input. */
const PARTIAL_MS = 250;
/** Milliseconds for what comes late and unasked. */
const REST_MS = 100;

type Look = ReturnType<typeof createLooker>["look"];

/** What the life of a view takes. */
export interface Life {
  plan: VisitPlan;
  trail: Trail;
  view: ViewPage;
  /** Messages after the handshake, each on its own. */
  after: JsonObject[];
  contexts: { light: JsonObject; dark: JsonObject };
}

/** Leads a view, which has begun to load, to its end. */
export async function lead(life: Life): Promise<void> {
  const { plan, trail, view, after } = life;
  const looker = createLooker(view, trail, plan);
  if (!(await handshake(life))) {
    await looker.look("result", { shoots: plan.scenario === "main" });
    return;
  }
  for (const message of after) {
    // What a view does for a partial input has to come ahead of the input to be told from what it does for that.
    if (plan.scenario === "partial-input" && methodOf(message) === "ui/notifications/tool-input")
      await sleep(PARTIAL_MS);
    if (plan.scenario === "main" && methodOf(message) === "ui/notifications/tool-result") await looker.glance();
    await view.host("post", [message], false);
  }
  await showResult(life, looker.look);
  await tearDown(life);
}

/** Shows the result and, to an ordinary host, what follows it; ends early where the code of the view does not come to rest. */
async function showResult(life: Life, look: Look): Promise<void> {
  const { plan, trail, view } = life;
  const isMain = plan.scenario === "main";
  const answers = async (...asked: Parameters<Look>) => {
    if ((await look(...asked)) || !(await view.hangs())) return true;
    trail.record.hung = true;
    return false;
  };
  const goesOn = await answers("result", { wanted: scalarsOf(plan.result), shoots: isMain });
  if (isMain && goesOn) await rest(life, answers);
}

/** False where there is nothing to go on with. */
async function handshake({ plan, trail }: Life): Promise<boolean> {
  const { record } = trail;
  const limit = plan.handshakeMs ?? HANDSHAKE_MS;
  const began = performance.now();
  if (
    !(await inTime(
      trail.until(() => trail.hasAsked("ui/initialize")),
      limit,
    ))
  ) {
    record.ended = "silent";
    record.problem = `no ui/initialize within ${limit} ms`;
    return false;
  }
  if (plan.scenario === "initialize-error") {
    await inTime(
      trail.until(() => record.readyMs !== undefined),
      REFUSED_MS,
    );
    return false;
  }
  const left = Math.max(0, limit - (performance.now() - began));
  if (
    await inTime(
      trail.until(() => record.readyMs !== undefined),
      left,
    )
  )
    return true;
  record.ended = "timeout";
  record.problem = `no ui/notifications/initialized within ${limit} ms`;
  return false;
}

/** What follows the result in the life of a view with an ordinary host. */
async function rest({ trail, view, contexts }: Life, look: Look): Promise<void> {
  trail.stage("context");
  await view.host("setContext", contexts.dark);
  if (!(await look("dark", { shoots: true }))) return;
  const merged = { ...contexts.dark, locale: "fr-FR" };
  await view.host("setContext", merged);
  if (!(await look("merged"))) return;
  trail.stage("probes");
  await probe(trail, view);
  trail.stage("links");
  if ((await view.clickLinks()) > 0) await sleep(REST_MS);
  trail.stage("narrow");
  await view.host("setWidth", NARROW_WIDTH);
  const { containerDimensions } = contexts.dark;
  const narrow = { ...(containerDimensions as JsonObject), width: NARROW_WIDTH };
  await view.host("setContext", { ...merged, containerDimensions: narrow });
  await look("narrow", { shoots: true });
}

async function probe(trail: Trail, view: ViewPage): Promise<void> {
  const { messages } = trail.record;
  const initialize = messages.find(({ from, json }) => from === "view" && methodOf(json) === "ui/initialize");
  const requests = probes(declaresTools(initialize?.json));
  await view.host("post", requests, false);
  const ids = requests.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  await inTime(
    trail.until(() => ids.every((id) => trail.hasAnswered(id))),
    PROBE_MS,
  );
  await view.host("post", garbage(), true);
  await view.host("postFromElsewhere", garbageFromElsewhere());
  await sleep(REST_MS);
}

function declaresTools(initialize: Json | undefined): boolean {
  if (!isObject(initialize) || !isObject(initialize.params)) return false;
  const { appCapabilities } = initialize.params;
  return isObject(appCapabilities) && isObject(appCapabilities.tools);
}

async function tearDown({ plan, trail, view }: Life): Promise<void> {
  trail.stage("teardown");
  const isMain = plan.scenario === "main" && !trail.record.hung;
  const params = isMain ? {} : { reason: "the host closes the view" };
  const request = { jsonrpc: "2.0", id: REQUEST_IDS.teardown, method: "ui/resource-teardown", params };
  await view.host("post", [request], false);
  const answered = trail.until(() => trail.hasAnswered(REQUEST_IDS.teardown));
  await inTime(answered, isMain ? TEARDOWN_MS : SHORT_TEARDOWN_MS);
  await view.host("removeView");
}

/** Texts that a view may show of a result: scalars of `structuredContent`, else words of `content`. */
function scalarsOf({ structuredContent, content }: JsonObject): string[] {
  const found = scalars(structuredContent);
  return found.length > 0 ? found : scalars(content);
}

function scalars(value: Json | undefined, depth = 0): string[] {
  if (typeof value === "string") return value.trim().length > 1 ? [value.trim()] : [];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || depth > 8) return [];
  return Object.values(value)
    .slice(0, 50)
    .flatMap((inner) => scalars(inner, depth + 1))
    .slice(0, 200);
}

/** False where the time is over first. */
async function inTime(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const isDone = await Promise.race([work.then(() => true), over]);
  clearTimeout(timer);
  return isDone;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
