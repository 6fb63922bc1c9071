import { isObject } from "@mcptest/pack";
import type { Measured } from "./page/measured.js";
import type { VisitPlan } from "./plan.js";
import type { Moment } from "./record.js";
import { methodOf, type Trail } from "./trail.js";
import { lookOf, type ViewPage } from "./view-page.js";

/** Milliseconds: between two measurements, without change until a view has settled, and for all of it. */
const POLL_MS = 100;
const QUIET_MS = 250;
const RESULT_MS = 1_000;
/** While the view waits for an answer of the server. A change of the context that changes nothing to see is not waited for long. */
const WAITING_MS = 3_000;
const CHANGE_MS = 600;
const NO_CHANGE_MS = 300;
/** While what changes has not come to rest: colours may take their time. */
const CHANGING_MS = 1_500;
/** Measurements ahead of a result, and milliseconds between them. */
const GLANCES = 3;
const GLANCE_MS = 50;

/** How a look is taken. */
interface LookOptions {
  /** Texts of which a view that shows the result shows one: then it need not be waited for any longer. */
  wanted?: readonly string[];
  /** Takes a screenshot. */
  shoots?: boolean;
}

/** Takes looks at one view. */
export function createLooker(view: ViewPage, trail: Trail, { keep }: VisitPlan) {
  let before: Measured | undefined;

  /** The view as it is once it has settled, or once the time is over. */
  async function settled(moment: Moment, wanted: readonly string[]): Promise<Measured | undefined> {
    const began = performance.now();
    const first = before;
    let last: Measured | undefined;
    let since = began;
    for (;;) {
      const measured = await view.measure();
      if (!measured) return last;
      const now = performance.now();
      if (!isSame(last, measured)) since = now;
      last = measured;
      const isQuiet = now - since >= QUIET_MS;
      const hasChanged = !isSame(first, measured);
      const isAwaited = moment === "result" ? wanted.some((text) => measured.text.includes(text)) : hasChanged;
      const limit = moment === "dark" && hasChanged ? CHANGING_MS : limitOf(moment, trail);
      if ((isQuiet && isAwaited) || now - began >= limit) return measured;
      await sleep(POLL_MS);
    }
  }

  return {
    /** Measures the view as it is ahead of its result: twice the same, or all but that. */
    async glance(): Promise<void> {
      let last: Measured | undefined;
      for (let turn = 0; turn < GLANCES; turn++) {
        const measured = await view.measure();
        if (!measured) return;
        trail.record.looks.input = await lookOf(view, measured, undefined);
        if (isSame(last, measured)) return;
        last = measured;
        await sleep(GLANCE_MS);
      }
    },

    /** False where the view could not be measured. */
    async look(moment: Moment, { wanted = [], shoots = false }: LookOptions = {}): Promise<boolean> {
      const measured = await settled(moment, wanted);
      if (!measured) return false;
      before = measured;
      const png = shoots ? await view.screenshot() : undefined;
      const screenshot = png && (await keep?.(moment, png));
      const look = await lookOf(view, measured, png);
      trail.record.looks[moment] = { ...look, ...(screenshot === undefined ? {} : { screenshot }) };
      return true;
    },
  };
}

function isSame(one: Measured | undefined, other: Measured): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether the view has asked the server for something and has no answer yet. */
function isWaiting({ record: { messages } }: Trail): boolean {
  const open = new Set<unknown>();
  for (const { from, json } of messages) {
    if (!isObject(json) || json.id === undefined) continue;
    const method = methodOf(json as never);
    if (from === "view" && (method === "tools/call" || method === "resources/read")) open.add(json.id);
    if (from === "host" && method === undefined) open.delete(json.id);
  }
  return open.size > 0;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function limitOf(moment: Moment, trail: Trail): number {
  if (moment === "result") return isWaiting(trail) ? WAITING_MS : RESULT_MS;
  return moment === "merged" ? NO_CHANGE_MS : CHANGE_MS;
}
