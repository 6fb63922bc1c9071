import { at } from "@mcptest/pack";
import { expect, test } from "vitest";
import { describeWithBrowser } from "../testing/browser.js";
import { visitsIn } from "./testing/visits.js";

describeWithBrowser("a view that says what nobody should", (found) => {
  const { show } = visitsIn(found);

  test("names members and methods like those of every object", async () => {
    const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
    const onResult = `const evil = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
      for (const method of ${JSON.stringify(names)}) {
        post({ method, params: evil });
        post({ id: method, method, params: evil });
        post({ id: method, result: evil });
        post({ id: "call " + method, method: "tools/call", params: { name: method, arguments: evil } });
      }
      post(evil); window.parent.postMessage(evil, "*");`;
    const script: [string, string][] = [
      [
        "appCapabilities: {} }",
        `appCapabilities: JSON.parse('{"__proto__":{"tools":{}},"experimental":{"__proto__":{"polluted":true}}}') }`,
      ],
    ];
    const record = await show({ onResult, script });
    expect(record.ended).toBe("done");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    const said = record.messages.filter(({ raw }) => raw.includes('"__proto__"'));
    expect(said.length).toBeGreaterThan(20);
    for (const { json } of said) expect(at(json, "polluted")).toBeUndefined();
    // It has declared no tools: what is named __proto__ declares none.
    expect(record.messages.some(({ json }) => at(json, "method") === "tools/list")).toBe(false);
  });

  test("posts what has no JSON, does not end, or throws when it is looked at", async () => {
    const onResult = `const nested = (depth, value = "deepest") => { for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { value }; return value; };
      const send = (what) => { try { window.parent.postMessage(what, "*"); } catch (error) { output.textContent += " " + error.name; } };
      send({ jsonrpc: "2.0", method: "notifications/deep", params: { deep: nested(2000) } });
      send({ jsonrpc: "2.0", method: "notifications/deeper", params: { deep: nested(100000) } });
      send({ get jsonrpc() { throw new Error("looked at"); } });
      send(new Proxy({}, { ownKeys() { throw new Error("looked at"); } }));
      send({ jsonrpc: "2.0", method: "notifications/x", params: { toJSON: 1, then: 2, n: 1e400, m: NaN, big: 1n } });
      send({ jsonrpc: "2.0", id: { a: 1 }, method: "ping" }); send({ jsonrpc: "2.0", id: NaN, method: "ping" });
      send({ jsonrpc: "2.0", id: 1e300, method: { a: 1 } }); send([[[]]]); send(new Error("x".repeat(1e6))); send(new Blob(["x"]));
      send(document); send(() => {}); send(Symbol("x")); send("\\ud800"); send(new Array(1e6)); send({ length: -1 });`;
    const record = await show({ onResult });
    expect(record).toMatchObject({ ended: "done" });
    expect(record.problem).toBeUndefined();
    expect(record.looks.narrow?.text).toContain("DataCloneError");
    expect(JSON.stringify(record).length).toBeLessThan(5_000_000);
  });

  test("has a policy that no header holds", async () => {
    const domains = (length: number) =>
      Array.from({ length }, (_, index) => `https://${"x".repeat(50)}-${index}.example.com`);
    const csp = {
      resourceDomains: domains(50_000),
      connectDomains: domains(50_000),
      frameDomains: ["x".repeat(1e6)],
      baseUriDomains: ["https://a; script-src *"],
    };
    const record = await show({}, { meta: { csp, permissions: { camera: {}, 'evil" src=x': {} } } });
    expect(record).toMatchObject({ ended: "done", errors: [] });
  });
});
