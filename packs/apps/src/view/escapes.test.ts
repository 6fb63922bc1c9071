import { afterAll, beforeAll, expect, it } from "vitest";
import { accessTo, describeWithBrowser } from "../../../../test/testing/browser.js";
import { type BrowserHandle, openBrowser } from "./browser.js";
import type { VisitPlan } from "./plan.js";
import type { VisitRecord } from "./record.js";
import { type ViewChanges, viewHtml } from "./testing/views.js";
import { visit } from "./visit.js";

describeWithBrowser("a view that goes beyond its frame", (found) => {
  const access = accessTo(found);
  let browser: BrowserHandle;
  beforeAll(async () => {
    browser = await openBrowser(access);
  });
  afterAll(async () => {
    await browser.close();
    access.remove();
  });

  async function show(changes: ViewChanges, plan: Partial<VisitPlan> = {}): Promise<VisitRecord> {
    const html = viewHtml(changes);
    const result = { content: [{ type: "text", text: "done" }] };
    return visit(browser, { profile: "strict", scenario: "main", html, input: {}, result, ...plan });
  }

  async function escapesOf(changes: ViewChanges): Promise<string[]> {
    const record = await show(changes);
    expect(record.ended).toBe("done");
    return record.escapes.map(({ stage, kind, what }) => `${stage} ${kind} ${what}`);
  }

  it("opens windows", async () => {
    expect(await escapesOf({ onResult: 'open("https://example.com/a")' })).toEqual([
      "result popup https://example.com/a",
    ]);
  });

  it("has links that lead out of it, which are clicked", async () => {
    const body = `<a href="https://example.com/blank" target="_blank">1</a> <a href="https://example.com/top" target="_top">2</a>
      <a href="https://example.com/self">3</a> <a href="#here">4</a> <a href="other.html">5</a>`;
    const escapes = await escapesOf({ body });
    expect(escapes.map((line) => line.replace(/http:\/\/127\.0\.0\.1:\d+\/\w+/, "VIEW")).sort()).toEqual([
      "links navigation VIEW/other.html",
      "links navigation https://example.com/self",
      "links navigation top",
      "links popup https://example.com/blank",
    ]);
  });

  it("goes elsewhere itself, and stays where it is", async () => {
    const record = await show({ onResult: 'location.href = "https://example.com/away"' });
    expect(record.escapes).toMatchObject([{ kind: "navigation", what: "https://example.com/away" }]);
    expect(record.requests).toMatchObject([{ kind: "document", url: "https://example.com/away" }]);
    expect(record.looks.narrow?.text).toContain("Result");
  });

  it("loads itself again", async () => {
    const reload = 'if (!sessionStorage.again) { sessionStorage.again = "1"; location.reload(); }';
    expect(await escapesOf({ first: reload })).toEqual([expect.stringMatching(/^\w+ navigation http:.*\/view$/)]);
  });

  it("shows dialogs and downloads files", async () => {
    const onResult =
      'alert("hi"); const link = document.createElement("a"); link.download = "a.txt"; link.href = "data:text/plain,a"; link.click(); link.href = "data:text/plain,b"; document.body.append(link); link.click(); link.href += "c"; link.onclick = (event) => event.preventDefault(); link.click();';
    expect((await escapesOf({ onResult })).sort()).toEqual([
      "result dialog alert",
      "result download data:text/plain,a",
      "result download data:text/plain,b",
    ]);
  });

  it("reaches for the window around it", async () => {
    const onResult =
      'try { window.parent.document.title; parent.secret = 1 } catch {} window.top.postMessage({}, "*");';
    expect((await escapesOf({ onResult })).sort()).toEqual([
      "result parent-access document",
      "result parent-access secret",
      "result parent-access top.postMessage",
    ]);
    const record = await show({ onResult: "window.top.document.title" });
    expect(record.escapes).toMatchObject([{ kind: "parent-access", what: "document" }]);
    expect(record.errors).toMatchObject([{ kind: "exception", message: expect.stringContaining("SecurityError") }]);
  });

  it("sets document.domain, and catches what comes of it", async () => {
    const first = "try { document.domain = location.hostname } catch {} void document.domain;";
    expect(await escapesOf({ first })).toEqual(["load parent-access document.domain"]);
  });

  it("takes no comparison of windows for an access", async () => {
    const onResult =
      'if (window.parent === window || "openai" in parent) throw 1; Promise.resolve(parent).then(() => {});';
    expect(await escapesOf({ onResult })).toEqual([]);
  });

  it("cannot keep a violation from the record, or put one there", async () => {
    const record = await show({
      first: `
        const fake = new SecurityPolicyViolationEvent("securitypolicyviolation", { effectiveDirective: "fake", blockedURI: "fake" });
        dispatchEvent(fake); document.dispatchEvent(fake);
        console.debug = console.log = () => {}; JSON.stringify = () => "{}"; Object.assign = () => ({});
        Object.prototype.toJSON = () => "gone"; Array.prototype.toJSON = () => "gone"; Reflect.apply = () => {};
        Object.defineProperty(SecurityPolicyViolationEvent.prototype, "blockedURI", { get: () => "changed" });
        addEventListener("securitypolicyviolation", (event) => event.stopImmediatePropagation(), true);
        performance.now = () => 0;
        fetch("https://api.example.com/").catch(() => {});`,
      script: [["JSON.stringify(params.structuredContent ?? params)", '"taken"']],
    });
    expect(record.violations).toMatchObject([{ directive: "connect-src", blocked: "https://api.example.com/" }]);
  });

  it("cannot read or call what its records go by", async () => {
    const record = await show({
      onResult: `const strange = Object.getOwnPropertyNames(window).filter((name) => /mcptest|playwright.*binding/i.test(name));
        output.textContent = "names: " + strange.join() + " source: " + (/token/.test(String(window.parent.postMessage)) ? "told" : "kept");`,
    });
    expect(record.looks.result?.text).toContain("source: kept");
    expect(record.looks.result?.text).not.toContain("mcptest");
  });
});
