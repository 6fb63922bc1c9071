import { afterAll, beforeAll } from "vitest";
import { type BrowserHandle, openBrowser } from "../../../packs/apps/src/view/browser.js";
import type { VisitPlan } from "../../../packs/apps/src/view/plan.js";
import type { VisitRecord } from "../../../packs/apps/src/view/record.js";
import { type ViewChanges, viewHtml } from "../../../packs/apps/src/view/testing/views.js";
import { visit } from "../../../packs/apps/src/view/visit.js";
import { accessTo, type BrowserOfTests } from "../../testing/browser.js";

/** Shows views of tests in one browser. */
export function visitsIn(found: BrowserOfTests) {
  const access = accessTo(found);
  let browser: BrowserHandle;
  beforeAll(async () => {
    browser = await openBrowser(access);
  });
  afterAll(async () => {
    await browser.close();
    access.remove();
  });
  return {
    show(changes: ViewChanges | string, plan: Partial<VisitPlan> = {}): Promise<VisitRecord> {
      const html = typeof changes === "string" ? changes : viewHtml(changes);
      const result = { content: [{ type: "text", text: "done" }] };
      return visit(browser, { profile: "strict", scenario: "main", html, input: {}, result, ...plan });
    },
    origins: () => browser.origins,
  };
}

/** Everything that a record tells of what the view tried: `KIND WHAT`. */
export function attempts({ escapes, requests, violations }: VisitRecord): string[] {
  return [
    ...escapes.map(({ kind, what }) => `${kind} ${what}`),
    ...requests.map(({ kind, url }) => `request ${kind} ${url}`),
    ...violations.map(({ directive, blocked }) => `violation ${directive} ${blocked}`),
  ];
}
