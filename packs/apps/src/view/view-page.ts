import type { Frame, Page } from "playwright-core";
import type { Measured } from "./page/measured.js";
import type { HostCalls } from "./page/orders.js";
import type { PageScripts } from "./page-scripts.js";
import type { Look } from "./record.js";

/** Milliseconds for one measurement and one screenshot. */
const MEASURE_MS = 3_000;
const SCREENSHOT_MS = 5_000;
const MAX_LINKS = 20;
/** Milliseconds for which the code of a view may let nothing else run. */
const REST_MS = 10_000;

/** The pages of a visit, as the harness drives them. */
export interface ViewPage {
  host<Name extends keyof HostCalls>(
    name: Name,
    ...given: Parameters<HostCalls[Name]>
  ): Promise<Awaited<ReturnType<HostCalls[Name]>>>;
  /** What the view shows; undefined where it cannot be had: the frame has gone, or its code does not come to rest. */
  measure(): Promise<Measured | undefined>;
  /** Whether the code of the view does not come to rest. */
  hangs(): Promise<boolean>;
  /** The frame of the view as PNG. */
  screenshot(): Promise<Buffer | undefined>;
  /** Clicks every link, in order; gives how many. */
  clickLinks(): Promise<number>;
}

export function viewPage(page: Page, viewUrl: string, scripts: PageScripts, variables: readonly string[]): ViewPage {
  const frame = (): Frame | undefined => page.frames().find((each) => each.url().startsWith(viewUrl));
  const measuring = `(() => { ${scripts.look}; return look.measure(${JSON.stringify(variables)}); })()`;
  return {
    host: (name, ...given) => page.evaluate(`mcptestHost(${JSON.stringify(JSON.stringify([name, ...given]))})`),
    measure: () => within(frame()?.evaluate(measuring) as Promise<Measured> | undefined, MEASURE_MS),
    async hangs() {
      const rest = frame()
        ?.evaluate("true")
        .then(
          () => true,
          () => true,
        );
      return rest !== undefined && (await within(rest, REST_MS)) === undefined;
    },
    screenshot: () =>
      within(
        page.locator("#view").screenshot({ animations: "allow", caret: "initial", timeout: SCREENSHOT_MS }),
        SCREENSHOT_MS + 1_000,
      ),
    async clickLinks() {
      let index = 0;
      for (; index < MAX_LINKS; index++) {
        const click = `(() => { const link = document.querySelectorAll("a[href]")[${index}]; link?.click(); return link !== undefined; })()`;
        if (!(await within(frame()?.evaluate(click) as Promise<boolean> | undefined, MEASURE_MS))) break;
      }
      return index;
    },
  };
}

/** A look of what was measured and shot. */
export async function lookOf(view: ViewPage, measured: Measured, png: Buffer | undefined): Promise<Look> {
  const isFlat = png && (await within(view.host("isFlat", png.toString("base64")), SCREENSHOT_MS));
  return { ...measured, flat: isFlat ?? false };
}

/** Undefined where it rejects or does not end in time. */
async function within<T>(work: Promise<T> | undefined, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work?.catch(() => undefined), over]);
  } finally {
    clearTimeout(timer);
  }
}
