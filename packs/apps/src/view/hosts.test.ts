import { isObject, type JsonObject } from "@mcptest/pack";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessTo, describeWithBrowser } from "../../../../test/testing/browser.js";
import { type BrowserHandle, openBrowser } from "./browser.js";
import type { Scenario, VisitRecord } from "./record.js";
import { SCENARIOS } from "./scenarios.js";
import { type ViewChanges, viewHtml } from "./testing/views.js";
import { methodOf } from "./trail.js";
import { visit } from "./visit.js";

const INPUT: JsonObject = { city: "Oslo", days: 2 };
const RESULT = {
  content: [{ type: "text", text: "Oslo: 21 degrees" }],
  structuredContent: { degrees: 21 },
  _meta: { view: "v1" },
};

describeWithBrowser("unusual hosts", (found) => {
  const access = accessTo(found);
  let browser: BrowserHandle;
  beforeAll(async () => {
    browser = await openBrowser(access);
  });
  afterAll(async () => {
    await browser.close();
    access.remove();
  });

  function show(scenario: Scenario, changes: ViewChanges = {}): Promise<VisitRecord> {
    const html = viewHtml(changes);
    return visit(browser, { profile: "strict", scenario, html, input: INPUT, result: RESULT, handshakeMs: 6_000 });
  }

  it("leave a good view without an error", async () => {
    const records = await Promise.all(SCENARIOS.slice(1).map((scenario) => show(scenario)));
    expect(records.map(({ scenario, ended, errors, escapes }) => ({ scenario, ended, errors, escapes }))).toEqual(
      SCENARIOS.slice(1).map((scenario) => ({ scenario, ended: "done", errors: [], escapes: [] })),
    );
  });

  it("refuse the handshake", async () => {
    const record = await show("initialize-error", {
      script: [["take(result?.hostContext)", "take(result.hostContext)"]],
    });
    expect(sent(record)).toEqual([{ error: { code: -32603, message: "this host cannot show the view" } }]);
    expect(record).toMatchObject({ ended: "done", errors: [{ kind: "exception", stage: "initialize" }] });
    expect(record.looks.result?.text).toBe("Loading");
  });

  it("answer with another version, without a context, without capabilities", async () => {
    const [version, context, capabilities] = await Promise.all([
      show("other-version"),
      show("no-context"),
      show("no-capabilities"),
    ]);
    expect(sent(version)[0]).toMatchObject({
      result: { protocolVersion: "2099-12-31", hostContext: { theme: "light" } },
    });
    expect(resultKeys(context)).toEqual(["hostCapabilities", "hostInfo", "protocolVersion"]);
    expect(sent(capabilities)[0]).toMatchObject({ result: { hostCapabilities: {}, hostContext: { theme: "light" } } });
    expect(resultKeys(capabilities)).toEqual(["hostCapabilities", "hostContext", "hostInfo", "protocolVersion"]);
  });

  it("do not serve without capabilities", async () => {
    const record = await show("no-capabilities", { onResult: 'request("tools/call", { name: "x", arguments: {} })' });
    expect(sent(record).at(-2)).toMatchObject({ error: { code: -32601 } });
    expect(record.calls).toEqual([]);
  });

  it("answer late", async () => {
    const { messages } = await show("late-initialize");
    const [asked, answered] = messages;
    expect((answered?.atMs ?? 0) - (asked?.atMs ?? 0)).toBeGreaterThanOrEqual(2_900);
  });

  it("give input and result at once, in the tick that ends the handshake", async () => {
    const record = await show("same-tick", {
      script: [
        [
          'post({ method: "ui/notifications/size-changed"',
          'setTimeout(() => post({ method: "late" })); post({ method: "ui/notifications/size-changed"',
        ],
      ],
    });
    const order = record.messages.map(({ json }) => methodOf(json));
    expect(order.indexOf("ui/notifications/tool-result")).toBe(order.indexOf("ui/notifications/tool-input") + 1);
    expect(record.looks.result?.text).toBe('Result: {"degrees":21}');
  });

  it("send an input as it grows and changes", async () => {
    expect(inputs(await show("partial-input"))).toEqual([
      "partial {}",
      'partial {"city":"Oslo"}',
      'partial {"city":"Oslo","days":2}',
      'partial {"city":null}',
      'partial {"city":"O"}',
      "partial {}",
      'input {"city":"Oslo","days":2}',
    ]);
    expect(inputs(await show("empty-input"))).toEqual(["input {}"]);
  });

  it("send other results", async () => {
    const scenarios = ["error-result", "content-only", "structured-only", "cancelled"] as const;
    const records = await Promise.all(scenarios.map((scenario) => show(scenario)));
    expect(records.map((record) => sent(record).at(-2))).toMatchObject([
      { method: "ui/notifications/tool-result", params: { isError: true } },
      { method: "ui/notifications/tool-result", params: { content: RESULT.content } },
      {
        method: "ui/notifications/tool-result",
        params: { content: [], structuredContent: { degrees: 21 }, _meta: { view: "v1" } },
      },
      { method: "ui/notifications/tool-cancelled", params: { reason: "the user has stopped it" } },
    ]);
    expect(records.map(({ looks }) => looks.result?.text.slice(0, 9))).toEqual([
      "Result: {",
      "Result: {",
      "Result: {",
      "Cancelled",
    ]);
    expect(records.every(({ messages }) => messages.some(({ stage }) => stage === "result"))).toBe(true);
  });

  it("keep the height of the frame", async () => {
    const record = await show("fixed-height");
    expect(record.looks.result?.clientHeight).toBe(400);
    expect(sent(record)[0]).toMatchObject({
      result: { hostContext: { containerDimensions: { width: 640, height: 400 } } },
    });
  });

  it("give no storage in a frame of an opaque origin", async () => {
    const record = await show("opaque-origin", { first: 'localStorage.setItem("a", "b");' });
    expect(record.errors).toMatchObject([{ kind: "exception", message: expect.stringContaining("localStorage") }]);
    expect((await show("content-only", { first: 'localStorage.setItem("a", "b");' })).errors).toEqual([]);
  });
});

/** What the host has sent, in order. */
function sent({ messages }: VisitRecord): JsonObject[] {
  return messages.flatMap(({ from, json }) => {
    if (from === "view" || !isObject(json)) return [];
    const { jsonrpc: _, id: __, ...rest } = json;
    return [rest as JsonObject];
  });
}

function resultKeys(record: VisitRecord): string[] {
  return Object.keys(sent(record)[0]?.result ?? {}).sort();
}

function inputs(record: VisitRecord): string[] {
  return sent(record).flatMap(({ method, params }) => {
    const found = /^ui\/notifications\/tool-input(-partial)?$/.exec(String(method));
    return found ? [`${found[1] ? "partial" : "input"} ${JSON.stringify((params as JsonObject).arguments)}`] : [];
  });
}
