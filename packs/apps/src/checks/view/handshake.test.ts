import { describe, expect, it } from "vitest";
import type { VisitRecord } from "../../view/record.js";
import { saidBy } from "../../view/testing/judging.js";
import { connected, fromView, HANDSHAKE, INITIALIZE, recordOf, textFromView } from "../../view/testing/records.js";
import { handshakeChecks } from "./handshake.js";

const checkOf = (id: string) => handshakeChecks.find((check) => check.id === id);
const kinds = async (id: string, ...records: VisitRecord[]) =>
  (await saidBy(checkOf(id), records)).map(({ kind }) => kind);

describe("apps-view-jsonrpc", () => {
  it.each([
    ["a log", { jsonrpc: "2.0", method: "notifications/message", params: {} }],
    ["a request with a text as id", { jsonrpc: "2.0", id: "a", method: "tools/call", params: {} }],
    ["an answer", { jsonrpc: "2.0", id: "mcptest-ping", result: {} }],
    ["an error for what had no id", { jsonrpc: "2.0", id: null, error: { code: -32700, message: "no" } }],
  ])("passes with %s", async (_what, message) => {
    expect(await kinds("apps-view-jsonrpc", connected([fromView(message)]))).toEqual(["pass"]);
  });

  it.each([
    ["no jsonrpc", { id: 1, method: "tools/call" }],
    ["a list", [{ jsonrpc: "2.0", id: 1, method: "tools/call" }]],
    ["an id null", { jsonrpc: "2.0", id: null, method: "tools/call" }],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "tools/call" }],
    ["the id of the handshake once more", { jsonrpc: "2.0", id: 0, method: "tools/call" }],
    ["a request without an id", { jsonrpc: "2.0", method: "tools/call" }],
    ["a notification with an id", { jsonrpc: "2.0", id: 5, method: "ui/notifications/size-changed" }],
    ["a result and an error", { jsonrpc: "2.0", id: 5, result: {}, error: {} }],
    ["nothing of a message", { jsonrpc: "2.0", id: 5 }],
    ["an answer without an id", { jsonrpc: "2.0", result: {} }],
  ])("is broken with %s", async (_what, message) => {
    expect(await kinds("apps-view-jsonrpc", connected([fromView(message)]))).toEqual(["fail"]);
  });

  it("is broken with a text, and a number and a text as ids are two", async () => {
    expect(await kinds("apps-view-jsonrpc", connected([textFromView('{"jsonrpc":"2.0"}')]))).toEqual(["fail"]);
    const both = [1, "1"].map((id) => fromView({ jsonrpc: "2.0", id, method: "ping" }));
    expect(await kinds("apps-view-jsonrpc", connected(both))).toEqual(["pass"]);
  });

  it("notes that something was not kept, and does not blame what was cut", async () => {
    const cut = { from: "view" as const, raw: '{"jsonrpc' };
    expect(await kinds("apps-view-jsonrpc", connected([cut], { cut: true }))).toEqual(["note", "pass"]);
    expect(await kinds("apps-view-jsonrpc", connected([cut]))).toEqual(["fail"]);
  });
});

describe("apps-view-initialized", () => {
  const initialized = HANDSHAKE[2] ?? fromView({});
  const [ask, answer] = HANDSHAKE.slice(0, 2);
  const call = fromView({ jsonrpc: "2.0", id: 1, method: "tools/call", params: {} });
  const order = (...posted: (typeof call | undefined)[]) =>
    recordOf(
      posted.flatMap((each) => each ?? []),
      { readyMs: 20 },
    );

  it("passes once, after the answer, ahead of all else", async () => {
    expect(await kinds("apps-view-initialized", order(ask, answer, initialized, call))).toEqual(["pass"]);
  });

  it("is broken where it never comes, comes early or comes again", async () => {
    expect(await kinds("apps-view-initialized", order(ask, answer))).toEqual(["fail"]);
    expect(await kinds("apps-view-initialized", order(ask, initialized, answer))).toEqual(["fail"]);
    expect(await kinds("apps-view-initialized", order(ask, answer, initialized, initialized))).toEqual(["fail"]);
  });

  it("warns of what comes ahead of it", async () => {
    expect(await kinds("apps-view-initialized", order(call, ask, answer, initialized))).toEqual(["warn"]);
    expect(await kinds("apps-view-initialized", order(ask, answer, call, initialized))).toEqual(["warn"]);
  });
});

describe("apps-view-initialize", () => {
  it("says what a view did in place of the handshake", async () => {
    const core = recordOf([fromView({ ...INITIALIZE, method: "initialize" })], { ended: "silent" });
    const [said] = await saidBy(checkOf("apps-view-initialize"), [core]);
    expect(said?.kind).toBe("fail");
    expect(said?.text).toContain("it sent initialize, which is the method of the core protocol");
  });

  it("does not judge a view that waits for something outside", async () => {
    const requests = [{ atMs: 1, stage: "load" as const, url: "https://a.example/lib.js", kind: "script" }];
    expect(await kinds("apps-view-initialize", recordOf([], { ended: "silent", requests }))).toEqual(["notApplicable"]);
  });

  it("a picture outside is no excuse", async () => {
    const requests = [{ atMs: 1, stage: "load" as const, url: "https://a.example/a.png", kind: "image" }];
    expect(await kinds("apps-view-initialize", recordOf([], { ended: "silent", requests }))).toEqual(["fail"]);
  });
});
