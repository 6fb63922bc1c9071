import { randomBytes } from "node:crypto";
import { type JsonObject, unavailable } from "@mcptest/pack";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { pageScripts } from "#pages";
import type { BrowserHandle } from "./browser.js";
import { HEIGHT, hostCapabilities, hostContext, styleVariables, WIDTH } from "./host-context.js";
import { lead } from "./life.js";
import type { Told } from "./page/told.js";
import type { PageScripts } from "./page-scripts.js";
import { elsewherePage, guardScript, hostPage, sandboxPage, viewPage as servedView } from "./pages.js";
import { VISIT_MS, type VisitPlan } from "./plan.js";
import { allowAttribute, contentPolicy } from "./policy.js";
import type { VisitRecord } from "./record.js";
import { behaviour } from "./scenarios.js";
import { beginTrail, type Trail } from "./trail.js";
import { viewPage } from "./view-page.js";
import { watch } from "./watch.js";

/** Milliseconds for what is closed, and for the word that a page or the browser has gone. */
const CLOSE_MS = 5_000;
const GONE_MS = 1_000;
const CRASHED = "the page of the view has crashed";

/**
 * Shows a view to one kind of host and records what happens. Rejects where the visit is stopped or the browser does not
 * start; whatever the view does is in the record.
 */
export async function visit(handle: BrowserHandle, plan: VisitPlan): Promise<VisitRecord> {
  const scripts = await pageScripts();
  return handle.use((browser) => inBrowser(browser, handle, plan, scripts));
}

async function inBrowser(browser: Browser, handle: BrowserHandle, plan: VisitPlan, scripts: PageScripts) {
  plan.signal?.throwIfAborted();
  const { origins } = handle;
  const token = randomBytes(16).toString("hex");
  const { sandbox, ...host } = behaviour(plan);
  const allow = allowAttribute(plan.meta);
  const hostSide = origins.serve("host", { host: hostPage(scripts, token) });
  const viewSide = origins.serve("view", {
    sandbox: sandboxPage(sandbox, allow),
    elsewhere: elsewherePage(),
    view: servedView(plan.html, contentPolicy(plan.profile, plan.meta)),
  });
  const end = ending(browser, plan);
  let trail: Trail | undefined;
  let context: BrowserContext | undefined;
  const lived = async () => {
    context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: "block",
      colorScheme: "light",
      locale: "en-US",
      timezoneId: "UTC",
      viewport: { width: WIDTH + 40, height: 800 },
    });
    const page = await context.newPage();
    page.on("crash", () => end.with("crashed", CRASHED));
    const { host: hostUrl } = hostSide.urls;
    const { sandbox: sandboxUrl, elsewhere: elsewhereUrl, view: viewUrl } = viewSide.urls;
    trail = beginTrail(plan);
    await page.addInitScript({
      content: guardScript(scripts, { token, view: viewUrl, own: [hostUrl, sandboxUrl, elsewhereUrl] }),
    });
    const addresses = { token, hostUrl, sandboxUrl, elsewhereUrl, viewUrl, origins: [origins.host, origins.view] };
    await watch(page, trail, addresses);
    await page.goto(hostUrl);
    const view = viewPage(page, viewUrl, scripts, Object.keys(styleVariables("light")));
    answerCalls(page, trail, plan, view.host, token);
    const contexts = {
      light: hostContext("light", plan.tool, plan.scenario),
      dark: hostContext("dark", plan.tool, plan.scenario),
    };
    trail.start();
    await view.host("start", {
      ...{ sandboxUrl, allow, width: WIDTH, height: HEIGHT, fixedSize: host.fixedSize },
      ...{ answer: host.answer, delayMs: host.delayMs, serves: host.serves, onInitialized: host.atOnce },
      hostCapabilities: host.serves ? hostCapabilities(plan.meta) : {},
      hostContext: contexts.light,
    });
    await lead({ plan, trail, view, after: host.after, contexts });
  };
  try {
    await end.first(lived());
  } finally {
    trail?.end();
    await within(context?.close(), CLOSE_MS);
    end.dispose();
    hostSide.remove();
    viewSide.remove();
  }
  const { record } = trail ?? beginTrail(plan);
  const { how } = end;
  return how ? { ...record, ended: how.ended, problem: how.problem } : record;
}

/** Passes on what the view asks of the server. */
function answerCalls(
  page: Page,
  trail: Trail,
  plan: VisitPlan,
  host: ReturnType<typeof viewPage>["host"],
  token: string,
): void {
  page.on("console", (line) => {
    const text = line.text();
    if (!text.startsWith(`${token} {"kind":"call"`)) return;
    const { call, method, params, message } = JSON.parse(text.slice(token.length)) as Extract<Told, { kind: "call" }>;
    const refused = { error: { code: -32603, message: "this host passes nothing on" } };
    const answered = plan.call?.(method, params as JsonObject) ?? Promise.resolve(refused);
    answered
      .catch((error: unknown) => ({
        error: { code: -32603, message: error instanceof Error ? error.message : String(error) },
      }))
      .then(async (answer) => {
        const { exchange, ...reply } = { exchange: undefined, ...answer };
        trail.record.calls.push({ message, method, ...(exchange === undefined ? {} : { exchange }) });
        await host("answer", call, reply);
      })
      .catch(() => {});
  });
}

/** What ends a visit ahead of its time: a crash, a stop, the limit. */
function ending(browser: Browser, { signal, visitMs = VISIT_MS }: VisitPlan) {
  let how: { ended: "crashed" | "timeout"; problem: string } | undefined;
  let stopped: unknown;
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  const end = (ended: "crashed" | "timeout", problem: string) => {
    how ??= { ended, problem };
    decide();
  };
  const disconnected = () => end("crashed", "the browser has ended");
  const abort = () => {
    stopped = unavailable("the visit of the view was stopped", { origin: "host" });
    decide();
  };
  const timer = setTimeout(end, visitMs, "timeout", `the visit has not ended within ${visitMs} ms`);
  browser.on("disconnected", disconnected);
  signal?.addEventListener("abort", abort);
  return {
    with: end,
    get how() {
      return how;
    },
    /** Resolves once `work` has ended, or this. Rejects when `work` fails for any other reason, and for a stop. */
    async first(work: Promise<void>): Promise<void> {
      const failed = work.catch(async (error: unknown) => {
        await within(decided, GONE_MS);
        if (how !== undefined || stopped !== undefined) return;
        if (!/\bcrashed\b/.test(String(error))) throw error;
        end("crashed", CRASHED);
      });
      await Promise.race([failed, decided]);
      if (stopped !== undefined) throw stopped;
    },
    dispose() {
      clearTimeout(timer);
      browser.off("disconnected", disconnected);
      signal?.removeEventListener("abort", abort);
    },
  };
}

async function within(work: Promise<void> | undefined, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work?.catch(() => {}), over]);
  clearTimeout(timer);
}
