import type { Browser } from "playwright-core";
import { expect, it } from "vitest";
import { accessTo, describeWithBrowser } from "../../../../test/testing/browser.js";
import { openBrowser } from "./browser.js";
import type { Profile } from "./record.js";
import { viewHtml } from "./testing/views.js";
import { visit } from "./visit.js";

describeWithBrowser("the browser of a run", (found) => {
  it("is one for all handles and visits, and shows at most two pages at once", async () => {
    const access = accessTo(found);
    const handles = await Promise.all([openBrowser(access), openBrowser(access), openBrowser(access)]);
    const browsers = new Set<Browser>();
    let most = 0;
    const count = setInterval(() => {
      const pages = [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
      most = Math.max(most, pages.length);
    }, 5);
    try {
      await Promise.all(handles.map((handle) => handle.use(async (browser) => void browsers.add(browser))));
      const plan = { scenario: "main" as const, html: viewHtml(), input: {}, result: { content: [] } };
      const profiles: Profile[] = ["strict", "reference"];
      const records = await Promise.all(
        handles.flatMap((handle) => profiles.map((profile) => visit(handle, { ...plan, profile }))),
      );
      await handles[0]?.use(async (browser) => void browsers.add(browser));
      expect(records.map(({ ended }) => ended)).toEqual(Array(6).fill("done"));
      expect({ browsers: browsers.size, most }).toEqual({ browsers: 1, most: 2 });
    } finally {
      clearInterval(count);
      for (const handle of handles) await handle.close();
      access.remove();
    }
  });
});
