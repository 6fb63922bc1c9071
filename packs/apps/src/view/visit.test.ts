import { isObject } from "@mcptest/pack";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessTo, describeWithBrowser } from "../../../../test/testing/browser.js";
import { type BrowserHandle, openBrowser } from "./browser.js";
import type { VisitPlan } from "./plan.js";
import { GARBAGE_IDS, REQUEST_IDS } from "./probes.js";
import type { VisitRecord } from "./record.js";
import { type ViewChanges, viewHtml } from "./testing/views.js";
import { methodOf } from "./trail.js";
import { visit } from "./visit.js";

const RESULT = {
  content: [{ type: "text", text: "Oslo: 21 degrees" }],
  structuredContent: { city: "Oslo", degrees: 21 },
};

describeWithBrowser("a view in a browser", (found) => {
  const access = accessTo(found);
  let browser: BrowserHandle;
  beforeAll(async () => {
    browser = await openBrowser(access);
  });
  afterAll(async () => {
    await browser.close();
    access.remove();
  });

  function show(changes: ViewChanges, plan: Partial<VisitPlan> = {}): Promise<VisitRecord> {
    return visit(browser, {
      profile: "strict",
      scenario: "main",
      html: viewHtml(changes),
      input: { city: "Oslo" },
      result: RESULT,
      handshakeMs: 2_500,
      ...plan,
    });
  }

  it.each(["strict", "reference"] as const)("leads a good one through its whole life (%s)", async (profile) => {
    const kept: string[] = [];
    const record = await show(
      {},
      {
        profile,
        async keep(moment, png) {
          kept.push(Buffer.from(png).subarray(1, 4).toString("latin1"));
          return `shot-${moment}`;
        },
      },
    );
    expect(record).toMatchObject({ ended: "done", violations: [], requests: [], errors: [], escapes: [], calls: [] });
    expect(methods(record)).toEqual([
      "initialize view ui/initialize",
      "initialize host answer 0",
      "initialize view ui/notifications/initialized",
      "initialize view ui/notifications/size-changed",
      "input host ui/notifications/tool-input",
      "result host ui/notifications/tool-result",
      "context host ui/notifications/host-context-changed",
      "context host ui/notifications/host-context-changed",
      `probes host ping`,
      "probes host mcptest/unknown-request",
      "probes host notifications/mcptest-unknown",
      `probes view answer ${REQUEST_IDS.ping}`,
      `probes view answer ${REQUEST_IDS.unknown}`,
      "narrow host ui/notifications/host-context-changed",
      "teardown host ui/resource-teardown",
      `teardown view answer ${REQUEST_IDS.teardown}`,
    ]);
    expect(kept).toEqual(["PNG", "PNG", "PNG"]);
    const { input, result, dark, merged, narrow } = record.looks;
    expect(input).toMatchObject({ text: "Loading", flat: false });
    expect(result).toMatchObject({
      text: 'Result: {"city":"Oslo","degrees":21}',
      flat: false,
      screenshot: "shot-result",
      title: "A view",
      lang: "en",
      clientWidth: 640,
      clientHeight: 120,
    });
    expect(result?.styles).toMatchObject({ "html.color": "rgb(17, 17, 17)", "data-theme": "light" });
    expect(dark?.styles).toMatchObject({ "html.color": "rgb(238, 238, 238)", "data-theme": "dark" });
    expect(merged?.styles).toEqual(dark?.styles);
    expect(narrow).toMatchObject({ clientWidth: 320, scrollWidth: 320 });
    expect(record.readyMs).toBeLessThanOrEqual(record.durationMs);
  });

  it("posts what no view has to understand, and marks it", async () => {
    const { messages } = await show({});
    const garbage = messages.filter((message) => message.garbage);
    expect(garbage.map(({ raw }) => raw.slice(0, 38))).toEqual([
      '"mcptest: not a message"',
      '"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"mcptest',
      "42",
      "null",
      "[]",
      '{"type":"mcptest"}',
      '{"id":"mcptest-garbage-bare","method":',
      '{"jsonrpc":"2.0","id":"mcptest-garbage',
    ]);
    expect(garbage.every(({ from, stage }) => from === "host" && stage === "probes")).toBe(true);
  });

  it("shows who answers to whoever posts, and to what is no message", async () => {
    const record = await show({
      script: [
        ['if (source !== window.parent || typeof data !== "object" || data?.jsonrpc !== "2.0") return;', ""],
        [
          "const { id, method, params } = data;",
          "const { id, method, params } = typeof data === 'string' && data[0] === '{' ? JSON.parse(data) : data;",
        ],
      ],
    });
    const answered = record.messages.filter(({ from }) => from === "view").map(({ json }) => isObject(json) && json.id);
    expect(answered).toEqual(expect.arrayContaining(Object.values(GARBAGE_IDS)));
    expect(record.errors).toMatchObject([
      { kind: "exception", stage: "probes", message: expect.stringContaining("TypeError") },
    ]);
  });

  it("has the answer of the bridge to clientInfo in place of appInfo", async () => {
    const record = await show({ script: [["appInfo:", "clientInfo:"]] });
    expect(record.messages.find(({ from }) => from === "host")?.json).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("appInfo") },
    });
  });

  it("has the answer of the bridge to the initialize of the core", async () => {
    const record = await show({ script: [['"ui/initialize"', '"initialize"']] });
    expect(record).toMatchObject({ ended: "silent", problem: "no ui/initialize within 2500 ms" });
    expect(record.readyMs).toBeUndefined();
    expect(record.messages.find(({ from }) => from === "host")?.json).toMatchObject({ error: { code: -32601 } });
  });

  it("has JSON texts as the strings that they are", async () => {
    const record = await show({
      script: [
        [
          'window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*")',
          'window.parent.postMessage(JSON.stringify({ jsonrpc: "2.0", ...message }), "*")',
        ],
      ],
    });
    expect(record.ended).toBe("silent");
    const [first, ...more] = record.messages;
    expect(more).toEqual([]);
    expect(first).toMatchObject({ from: "view", raw: expect.stringContaining('\\"ui/initialize\\"') });
    expect(first?.json).toBeUndefined();
  });

  it("waits no longer than it should for the end of the handshake", async () => {
    const record = await show({ script: [['post({ method: "ui/notifications/initialized", params: {} });', ""]] });
    expect(record).toMatchObject({ ended: "timeout", problem: "no ui/notifications/initialized within 2500 ms" });
    expect(methods(record)).not.toContain("input host ui/notifications/tool-input");
    expect(record.looks.result?.text).toBe("Loading");
  });

  it("has the version that the view states", async () => {
    const record = await show({ script: [["2026-01-26", "2025-11-21"]] });
    expect(record.ended).toBe("done");
    expect(record.messages[0]?.json).toMatchObject({ params: { protocolVersion: "2025-11-21" } });
    expect(record.messages[1]?.json).toMatchObject({ result: { protocolVersion: "2026-01-26" } });
  });

  it("has what the policy blocks, though nothing of it is ever requested", async () => {
    const record = await show({
      head: '<link rel="stylesheet" href="https://cdn.example.com/a.css"><script src="https://cdn.example.com/a.js"></script>',
      first: 'fetch("https://api.example.com/data").catch(() => {});',
    });
    const seen = record.violations.map(({ directive, blocked }) => `${directive} ${blocked}`);
    expect(seen.sort()).toEqual([
      "connect-src https://api.example.com/data",
      "script-src-elem https://cdn.example.com/a.js",
      "style-src-elem https://cdn.example.com/a.css",
    ]);
    expect(record.requests).toEqual([]);
    expect(record.errors).toEqual([]);
  });

  it("blocks and records what the policy lets through", async () => {
    const record = await show(
      {
        head: '<script src="https://cdn.example.com/a.js"></script>',
        first:
          'fetch("https://api.example.com/data").catch(() => {}); new WebSocket("wss://live.example.com/x").onerror = () => {}; fetch("http://127.0.0.1:9/").catch(() => {});',
      },
      {
        meta: {
          csp: {
            resourceDomains: ["https://cdn.example.com"],
            connectDomains: ["https://api.example.com", "wss://live.example.com", "http://127.0.0.1:9"],
          },
        },
      },
    );
    expect(record.violations).toEqual([]);
    expect(record.requests.map(({ url, kind }) => `${kind} ${url}`).sort()).toEqual([
      "fetch http://127.0.0.1:9/",
      "fetch https://api.example.com/data",
      "script https://cdn.example.com/a.js",
      "websocket wss://live.example.com/x",
    ]);
  });

  it("has a blocked eval under strict, and none under reference", async () => {
    const changes = { first: "try { new Function('') } catch {}" };
    const strict = await show(changes);
    expect(strict.violations).toMatchObject([{ directive: "script-src", blocked: "eval", stage: "load" }]);
    expect(strict.errors).toEqual([]);
    expect((await show(changes, { profile: "reference" })).violations).toEqual([]);
  });

  it("has a call ahead of the handshake, and what became of it", async () => {
    const asked: unknown[] = [];
    const record = await show(
      {
        script: [
          [
            'request("ui/initialize"',
            'request("tools/call", { name: "helper", arguments: {} }); request("ui/initialize"',
          ],
        ],
      },
      {
        async call(method, params) {
          asked.push([method, params]);
          return { result: { content: [] }, exchange: 7 };
        },
      },
    );
    expect(asked).toEqual([["tools/call", { name: "helper", arguments: {} }]]);
    expect(methods(record).slice(0, 2)).toEqual(["load view tools/call", "initialize view ui/initialize"]);
    expect(record.calls).toEqual([{ message: 0, method: "tools/call", exchange: 7 }]);
    expect(
      record.messages.find(({ from, json }) => from === "host" && isObject(json) && json.id === 0)?.json,
    ).toMatchObject({
      result: { content: [] },
    });
  });

  it("refuses calls where nothing passes them on", async () => {
    const record = await show({ onResult: 'request("resources/read", { uri: "x://y" })' });
    const call = record.messages.find(({ json }) => methodOf(json) === "resources/read");
    const answer = record.messages.findLast(
      ({ from, json }) => from === "host" && isObject(json) && json.error !== undefined,
    );
    expect(answer?.json).toMatchObject({ error: { code: -32603, message: "this host passes nothing on" } });
    expect(record.calls).toEqual([{ message: call?.index, method: "resources/read" }]);
  });

  it("sees that a blank document does nothing and shows nothing", async () => {
    const record = await show({}, { html: "<!doctype html><title>x</title>" });
    expect(record).toMatchObject({ ended: "silent", messages: [] });
    expect(record.looks.result).toMatchObject({ text: "", graphics: 0, flat: true });
  });

  it("asks the tools of a view that declares some", async () => {
    const record = await show({ script: [["appCapabilities: {}", "appCapabilities: { tools: {} }"]] });
    expect(methods(record).filter((line) => line.includes(" view answer mcptest"))).toEqual(
      expect.arrayContaining([
        `probes view answer ${REQUEST_IDS.toolsList}`,
        `probes view answer ${REQUEST_IDS.toolsCall}`,
      ]),
    );
  });

  it("takes one block and a list as the content of ui/message", async () => {
    const block = '{ type: "text", text: "hi" }';
    const record = await show({
      onResult: `request("ui/message", { role: "user", content: ${block} }); request("ui/message", { role: "user", content: [${block}] });`,
    });
    const ids = record.messages
      .filter(({ json }) => methodOf(json) === "ui/message")
      .map(({ json }) => isObject(json) && json.id);
    const answers = record.messages.filter(
      ({ from, json }) => from === "host" && isObject(json) && ids.includes(json.id ?? null),
    );
    expect(answers.map(({ json }) => isObject(json) && json.result)).toEqual([{}, {}]);
  });

  it("applies reported heights, so that a view that grows with its frame does not settle", async () => {
    const grows =
      'addEventListener("resize", () => post({ method: "ui/notifications/size-changed", params: { height: innerHeight + 16 } }));';
    const record = await show({
      onResult: `${grows}post({ method: "ui/notifications/size-changed", params: { height: 200 } })`,
    });
    const heights = record.messages.flatMap(({ json }) =>
      isObject(json) && json.method === "ui/notifications/size-changed" && isObject(json.params)
        ? [Number(json.params.height)]
        : [],
    );
    expect(heights.slice(0, 2)).toEqual([120, 200]);
    const last = heights.slice(-5);
    expect(last.slice(1).map((height, index) => height - (last[index] ?? 0))).toEqual([16, 16, 16, 16]);
    expect(heights.length).toBeGreaterThan(10);
  });

  it("measures what is in shadow roots, in fields and in graphics", async () => {
    const record = await show({
      body: '<svg width="20" height="10"></svg><input value="in a field"><button></button><p hidden>hidden <button></button></p><div id="host"></div>',
      first: 'document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = "<b>in a shadow</b>";',
    });
    const { text, graphics, unnamed } = record.looks.result ?? {};
    expect(text).toContain("in a shadow");
    expect(text).toContain("in a field");
    expect(text).not.toContain("hidden");
    expect({ graphics, unnamed }).toEqual({ graphics: 200, unnamed: 1 });
  });

  it("takes a screenshot for one of one colour where nobody can tell its colours apart", async () => {
    const bar = (color: string) =>
      `<style>* { color: #fff !important; background: #fff }</style><hr style="border: 5px solid ${color}">`;
    const shades = await Promise.all(
      ["rgb(254, 253, 255)", "rgb(250, 250, 250)"].map((color) => show({ body: bar(color) })),
    );
    expect(shades.map(({ looks }) => looks.result?.flat)).toEqual([true, false]);
  });

  it("waits for colours that take their time", async () => {
    const record = await show({ head: "<style>:root { transition: color 1s }</style>" });
    const { dark, merged } = record.looks;
    expect(dark?.styles).toMatchObject({ "html.color": "rgb(238, 238, 238)" });
    expect(merged?.styles).toEqual(dark?.styles);
  });

  it("cuts what is too much", async () => {
    const record = await show({
      onResult:
        'for (let n = 0; n < 11000; n++) post({ method: "x" }); for (let n = 0; n < 600; n++) console.error("no", n);',
    });
    expect(record.messages).toHaveLength(10_000);
    expect(record.errors).toHaveLength(500);
    expect(record).toMatchObject({ cut: true });
    const long = await show({ onResult: 'post({ method: "long", params: { text: "x".repeat(3e6) } })' });
    const message = long.messages.find(({ json }) => methodOf(json) === "long");
    expect(message?.raw).toHaveLength(1_054);
    expect(long).toMatchObject({ ended: "done", cut: true });
  });

  it("tells in words what JSON cannot hold", async () => {
    const record = await show({
      onResult:
        'for (const what of [new Map(), new Uint8Array(2), undefined, 1n]) window.parent.postMessage(what, "*"); const a = {}; a.a = a; window.parent.postMessage(a, "*")',
    });
    const said = record.messages
      .filter(({ from, json }) => from === "view" && json === undefined)
      .map(({ raw }) => raw);
    expect(said).toEqual(["Map", "Uint8Array", "Undefined", "BigInt", "Object that JSON cannot hold"]);
  });
});

/** `STAGE WHO METHOD`, garbage left out. */
function methods({ messages }: VisitRecord): string[] {
  return messages
    .filter(({ garbage }) => !garbage)
    .map(
      ({ stage, from, json }) => `${stage} ${from} ${methodOf(json) ?? (isObject(json) ? `answer ${json.id}` : "?")}`,
    );
}
