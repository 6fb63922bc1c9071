import { defineFixture, type JsonObject, type PackContext, type RequestSpec } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { Report } from "../report/model.js";
import { httpServer } from "../wire/testing/http.js";
import { run } from "./run.js";
import { answer } from "./testing/answer.mjs";
import { check, OFFERS_WIDGETS, onlyPack, packOf, requestFor, select, words } from "./testing/setup.js";
import type { RunRequest } from "./types.js";

const TOOLS: JsonObject[] = [
  { name: "look", annotations: { readOnlyHint: true } },
  { name: "wipe", annotations: { readOnlyHint: false } },
  { name: "plain" },
  { name: "claims", annotations: { readOnlyHint: "true" } },
  { name: "twice", annotations: { readOnlyHint: true } },
  { name: "twice", annotations: { readOnlyHint: false } },
];

/** Runs checks on a server that writes down what it is sent. */
async function judge(checks: Parameters<typeof packOf>[0], more: Partial<RunRequest> = {}) {
  const received: string[] = [];
  const server = await httpServer((request, response) => {
    received.push(`${JSON.stringify(request.headers)} ${request.body}`);
    const message = parsed(request.body);
    const replies = { "tools/list": { resultType: "complete", tools: TOOLS }, "tools/call": { content: [] } };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer({ modern: OFFERS_WIDGETS, replies }, message)));
  });
  const target = { kind: "http" as const, name: "small", url: server.url, headers: [] };
  const request = requestFor([target], [select(packOf(checks))], { readOnly: true, ...more });
  const report = await run(request).finally(() => server.close());
  return { report, calls: received.filter((text) => /tools.*call|wipe/is.test(text)) };
}

function parsed(body: string): JsonObject {
  try {
    return JSON.parse(body) as JsonObject;
  } catch {
    return {};
  }
}

function reasonOf(report: Report): string | undefined {
  return onlyPack(report).checks[0]?.error?.message;
}

const call = (name: string): RequestSpec => ({ method: "tools/call", params: { name, arguments: {} } });
const send = (spec: unknown) =>
  check("sends", async (verdict, { host, connection }) => {
    await host.exchange(connection, spec as RequestSpec);
    verdict.pass();
  });

describe("a read-only run", () => {
  it("calls a tool that is annotated read-only, and says that it was one", async () => {
    const { report, calls } = await judge([send(call("look"))]);
    expect(report).toMatchObject({ readOnly: true, exitCode: 0, servers: [{ calls: [{ tool: "look", count: 1 }] }] });
    expect(calls).toHaveLength(1);
  });

  it.each(["wipe", "plain", "claims", "twice", "nonesuch"])("does not call %s", async (name) => {
    const { report, calls } = await judge([send(call(name))]);
    expect(reasonOf(report)).toBe(
      `the run is read-only: the tool "${name}" is not called, since it is not annotated readOnlyHint: true`,
    );
    expect(onlyPack(report).checks[0]).toMatchObject({ skipReason: "could-not-run", origin: "host" });
    expect({ calls, exitCode: report.exitCode }).toEqual({ calls: [], exitCode: 3 });
  });

  it("calls it without the flag", async () => {
    const { report, calls } = await judge([send(call("wipe"))], { readOnly: false });
    expect(calls).toHaveLength(1);
    expect(report).not.toHaveProperty("readOnly");
  });

  it.each(["look-other", "=?base64?bG9!!!vaw==?=", " look ", "", null])(
    "calls it where only the header of its name is wrong: %j",
    async (name) => {
      const { calls } = await judge([send({ ...call("look"), headers: { "Mcp-Name": name } })]);
      expect(calls).toHaveLength(1);
    },
  );

  it.each(["wipe", "=?base64?d2lwZQ==?=", "=?base64?d2l!!!wZQ==?=", " wipe"])(
    "does not call it where the header names another tool: %j",
    async (name) => {
      const { report, calls } = await judge([send({ ...call("look"), headers: { "Mcp-Name": name } })]);
      expect(calls).toEqual([]);
      expect(reasonOf(report)).toContain("the run is read-only");
    },
  );

  it("runs no check and prepares no fixture that may change state; the rest runs", async () => {
    let ran = 0;
    const changing = defineFixture({ name: "changing", mayChange: true, prepare: () => ++ran });
    const { report } = await judge([
      check("reads", (verdict) => verdict.pass()),
      check("changes", () => void ran++, { mayChange: true }),
      check("needs-change", () => void ran++, { needs: { changing } }),
      check("elsewhere", () => void ran++, { mayChange: true, on: { transport: "stdio" } }),
    ]);
    const { checks } = onlyPack(report);
    expect(words(checks)).toEqual({
      reads: "passed",
      changes: "could-not-run",
      "needs-change": "could-not-run",
      elsewhere: "not-applicable",
    });
    expect(checks.map(({ error }) => error?.message).slice(1, 3)).toEqual([
      "the run is read-only: the check may change state on the server",
      "the run is read-only: the fixture changing may change state on the server",
    ]);
    expect(ran).toBe(0);
  });
});

/** Ways to call the tool all the same. */
const TRICKS: [name: string, trick: (context: PackContext<unknown>) => Promise<unknown>][] = [
  ["by a stream", ({ host, connection }) => host.listen(connection, call("wipe"))],
  ["by an extension method", ({ host, connection }) => host.callExtension(connection, "tools/call", { name: "wipe" })],
  ["on a connection of its own", async ({ host }) => host.exchange(await host.open({ fresh: true }), call("wipe"))],
  ["as a notification", ({ host, connection }) => host.exchange(connection, { ...call("wipe"), notification: true })],
  ["as raw text under another name", raw('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wipe"}}')],
  ["in a batch", raw('[{"method":"ping"},{"method":"tools/call","params":{"name":"wipe"}}]')],
  ["behind a member that stands twice", raw('{"method":"tools/call","method":"ping","params":{"name":"wipe"}}')],
  ["behind an escape", raw('{"method":"tools\\u002fcall","params":{"name":"wipe"}}')],
  ["in text that is nearly JSON", raw('{"method":"tools/call","params":{"name":"wipe",}}')],
  [
    "in other letters",
    ({ host, connection }) => host.exchange(connection, { ...call("wipe"), method: " Tools/Call " }),
  ],
  [
    "by a method that is no text",
    ({ host, connection }) => host.exchange(connection, { ...call("wipe"), method: ["tools/call"] as never }),
  ],
  [
    "by the header that gateways go by",
    ({ host, connection }) =>
      host.exchange(connection, { method: "ping", headers: { "mcp-METHOD": "tools/call", "Mcp-Name": "wipe" } }),
  ],
  [
    "by the header with the name of another tool",
    ({ host, connection }) => host.exchange(connection, { ...call("look"), headers: { "Mcp-Name": "wipe" } }),
  ],
  [
    "by a member that changes when it is looked at",
    ({ host, connection }) => {
      let looks = 0;
      const params = {
        get name() {
          return looks++ === 0 ? "look" : "wipe";
        },
      };
      return host.exchange(connection, { method: "tools/call", params } as never);
    },
  ],
  [
    "by a change after it was looked at",
    async ({ host, connection }) => {
      const spec = call("look");
      const sent = host.exchange(connection, spec);
      (spec.params as JsonObject).name = "wipe";
      await sent;
      return await host.exchange(connection, call("wipe"));
    },
  ],
  [
    "by a value that writes itself",
    ({ host, connection }) =>
      host.exchange(connection, {
        method: "tools/call",
        params: { name: "look", toJSON: () => ({ name: "wipe" }) },
      } as never),
  ],
];

function raw(body: string): (context: PackContext<unknown>) => Promise<unknown> {
  return ({ host, connection }) => host.exchange(connection, { method: "tools/list", body, id: 1 });
}

describe("a hostile pack does not get around it", () => {
  it.each(TRICKS)("%s", async (name, trick) => {
    const sly = check("sly", async (verdict, context) => {
      await trick(context).catch(() => {});
      verdict.pass();
    });
    const { report, calls } = await judge([sly]);
    expect(calls.filter((text) => text.includes("wipe"))).toEqual([]);
    // What is sent after all is a call of the tool that may be called, or nothing could be made of the request.
    const isHarmless = /looked at$|writes itself$/.test(name) && !name.includes("after");
    expect(words(onlyPack(report).checks)).toEqual({ sly: isHarmless ? "passed" : "could-not-run" });
  });

  it("by swallowing the refusal, in a check or in a fixture: it could not run", async () => {
    const swallow = async ({ host, connection }: PackContext<unknown>) => {
      await host.exchange(connection, call("wipe")).catch(() => {});
      return "made up";
    };
    const fixture = defineFixture({ name: "sly", prepare: (_values, context) => swallow(context) });
    const { report } = await judge([
      check("sly-check", async (verdict, context) => {
        await swallow(context);
        verdict.pass();
      }),
      check("sly-fixture", (verdict) => verdict.pass(), { needs: { fixture } }),
    ]);
    expect(words(onlyPack(report).checks)).toEqual({ "sly-check": "could-not-run", "sly-fixture": "could-not-run" });
  });

  it("by going on after its check has ended", async () => {
    const { calls } = await judge([
      check("late", (verdict, { host, connection }) => {
        setTimeout(() => void host.exchange(connection, call("wipe")).catch(() => {}), 20);
        verdict.pass();
      }),
      check("waits", (_verdict, { host }) => host.sleep(100), { phase: "end" }),
    ]);
    expect(calls).toEqual([]);
  });
});
