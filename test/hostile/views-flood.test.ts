import { expect, test } from "vitest";
import type { VisitPlan } from "../../packs/apps/src/view/plan.js";
import type { VisitRecord } from "../../packs/apps/src/view/record.js";
import type { ViewChanges } from "../../packs/apps/src/view/testing/views.js";
import { describeWithBrowser } from "../testing/browser.js";
import { visitsIn } from "./testing/visits.js";

const LIMIT = 240_000;
/** Milliseconds of one visit: this machine may be slow, and the limit is not what is tested. */
const VISIT_MS = 100_000;
/** What the limits of a record come to: messages, and entries of each list. */
const MAX_RECORD = 40 * 1024 * 1024;

interface Flood {
  changes: ViewChanges;
  plan?: Partial<VisitPlan>;
  /** Default: it is led to its end, and something was cut. */
  expected?: Partial<VisitRecord>;
}

const FLOODS: Record<string, Flood> = {
  "100 000 messages": {
    changes: { onResult: 'for (let n = 0; n < 100000; n++) post({ method: "notifications/x", params: { n } });' },
  },
  "messages without an end": {
    changes: {
      first:
        'setInterval(() => { for (let n = 0; n < 500; n++) parent.postMessage({ jsonrpc: "2.0", method: "x" }, "*"); });',
    },
    // On a slow machine the messages keep the page from its last steps, and the limit ends it.
    expected: { cut: true, ended: expect.stringMatching(/^(done|timeout)$/) },
  },
  "100 000 lines of the console": {
    changes: { onResult: 'for (let n = 0; n < 100000; n++) console.error("line " + n);' },
  },
  "2 000 exceptions": {
    changes: {
      onResult: 'for (let n = 0; n < 2000; n++) setTimeout(() => { throw new Error("x".repeat(1e4) + n); });',
    },
  },
  "10 000 sizes": {
    changes: {
      onResult:
        'for (let n = 0; n < 10000; n++) post({ method: "ui/notifications/size-changed", params: { width: n, height: n % 2 ? 1e308 : 1 + n } });',
    },
  },
  "a message of 100 MB": {
    changes: { onResult: 'post({ method: "notifications/x", params: { text: "x".repeat(1e8) } });' },
  },
  "100 MB in a thousand messages": {
    changes: {
      onResult:
        'for (let n = 0; n < 1000; n++) post({ method: "notifications/x", params: { text: "x".repeat(1e5) } });',
    },
  },
  "2 000 violations of the policy": {
    changes: {
      onResult: 'for (let n = 0; n < 2000; n++) new Image().src = "https://outside.invalid/" + n + "x".repeat(1e3);',
    },
  },
  "2 000 requests that the policy allows": {
    changes: { onResult: 'for (let n = 0; n < 2000; n++) new Image().src = "https://outside.invalid/" + n;' },
    plan: { meta: { csp: { resourceDomains: ["https://outside.invalid"] } } },
  },
  "windows, dialogs and downloads without an end": {
    changes: {
      onResult: `let n = 0; setInterval(() => { n++; open("https://outside.invalid/" + n); alert(n); confirm(n); prompt(n); print();
        const link = document.createElement("a"); link.download = "a"; link.href = "data:text/plain," + n; link.click(); });`,
    },
    expected: {},
  },
  "50 MB of text": {
    changes: { onResult: 'document.body.append(("word ".repeat(200) + "\\n").repeat(50000));' },
    expected: {},
  },
  "100 000 elements, a thousand deep": {
    changes: {
      onResult: `let at = document.body; for (let n = 0; n < 1000; n++) at = at.appendChild(document.createElement("div"));
        for (let n = 0; n < 100000; n++) at.append(document.createElement("i"));`,
    },
    expected: {},
  },
  "calls without an end": {
    changes: {
      onResult: 'for (let n = 0; n < 20000; n++) post({ id: "c" + n, method: "tools/call", params: { name: "x" } });',
    },
  },
  "itself again and again": {
    changes: { head: '<meta http-equiv="refresh" content="0">' },
    // Whether it asks for the handshake ahead of its own end is a matter of luck.
    expected: { ended: expect.any(String) },
  },
  "frames without an end": {
    changes: {
      onResult:
        'for (let n = 0; n < 300; n++) { const frame = document.createElement("iframe"); frame.srcdoc = "<p>" + n; document.body.append(frame); }',
    },
    expected: {},
  },
};

describeWithBrowser("a view that takes memory without an end", (found) => {
  const { show } = visitsIn(found);

  test(
    "ends its own page, and the next view is shown",
    async () => {
      const onResult = "const all = []; for (let n = 0; ; n++) all.push(new Array(4e6).fill(n));";
      const record = await show({ onResult }, { visitMs: VISIT_MS });
      expect(record).toMatchObject({ ended: "crashed", problem: "the page of the view has crashed" });
      expect(await show({})).toMatchObject({ ended: "done" });
    },
    LIMIT,
  );
});

describeWithBrowser("a view that floods its host", (found) => {
  const { show } = visitsIn(found);

  test.concurrent.each(Object.entries(FLOODS))(
    "with %s is led to its end, and its record is bounded",
    async (_, { changes, plan, expected = { cut: true } }) => {
      const record = await show(changes, { visitMs: VISIT_MS, scenario: "content-only", ...plan });
      const { messages, errors, escapes, violations, requests, calls } = record;
      for (const list of [errors, escapes, violations, requests]) expect(list.length).toBeLessThanOrEqual(500);
      expect(messages.length).toBeLessThanOrEqual(10_000);
      expect(calls.length).toBeLessThanOrEqual(10_000);
      expect(JSON.stringify(record).length).toBeLessThan(MAX_RECORD);
      expect(record).toMatchObject({ ended: "done", ...expected });
    },
    LIMIT,
  );
});
