import type { IncomingMessage } from "node:http";
import { negotiationPack } from "@mcptest/pack-negotiation";
import type { ServerOptions } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { type NegotiationRun, runNegotiation, withServer } from "./testing/run-negotiation.js";

const TEST_MS = 120_000;

/** Hooks of a server. */
type Hooks = NonNullable<ServerOptions["hooks"]>[number];

const LEGACY_IDS = negotiationPack.checks.map(({ id }) => id).filter((id) => /^(legacy|sse|ext-legacy)-/.test(id));
/** Those that open a session of their own over Streamable HTTP. */
const OWN_SESSION = [
  "ext-legacy-server-discover-absent",
  "legacy-http-post-get",
  "legacy-http-version-invalid",
  "legacy-init-version",
  "legacy-origin",
  "legacy-server-waits-initialized",
  "legacy-session-echo",
  "legacy-session-expired-404",
  "legacy-session-missing-400",
  "legacy-sse-response-once",
];

/** Runs the checks of the older revisions on a generic legacy server; gives the checks by what became of them. */
async function judge(served: ServerOptions, more: Partial<NegotiationRun> = {}) {
  const report = await withServer("http", { era: "legacy", ...served }, (target) =>
    runNegotiation({ target, era: "legacy", checkIds: LEGACY_IDS, ...more }),
  );
  const { checks } = packOf(report);
  const ids = (word: string) =>
    checks.filter(({ status, skipReason = status }) => skipReason === word).map(({ id }) => id);
  return {
    checks,
    failed: ids("failed"),
    open: ids("could-not-run").sort(),
    notApplicable: ids("not-applicable").sort(),
    warned: checks.filter(({ warnings = [] }) => warnings.length > 0).map(({ id }) => id),
    noted: checks.filter(({ notes = [] }) => notes.length > 0).map(({ id }) => id),
  };
}

const errorFor = (id: unknown, code: number) => ({ jsonrpc: "2.0", id: id as number, error: { code, message: "no" } });

/** Refuses each `initialize` that `isRefused` picks by its number, beginning with 1. */
function refusingInitialize(isRefused: (number: number, extensions: unknown) => boolean, status = 400): Hooks {
  let count = 0;
  return {
    around(call, next) {
      if (call.method !== "initialize") return next();
      const { capabilities } = call.params;
      const extensions = (capabilities as Record<string, unknown> | undefined)?.extensions;
      if (!isRefused(++count, extensions)) return next();
      return Promise.resolve({ status, message: errorFor(call.id, -32600) });
    },
  };
}

/** Answers POSTs without a session, after the first of them, before MCP. */
function turningAway(status: number): Hooks {
  let count = 0;
  return {
    http: {
      intercept({ method, headers }: IncomingMessage, response) {
        if (method !== "POST" || headers["mcp-session-id"] !== undefined || ++count === 1) return false;
        response.writeHead(status).end();
        return true;
      },
    },
  };
}

describe("what is no verdict on a server", () => {
  it(
    "a server that takes one client at a time is held to nothing that takes a second",
    async () => {
      const { failed, open, notApplicable } = await judge({ hooks: [refusingInitialize((number) => number > 1)] });
      expect({ failed, open }).toEqual({ failed: [], open: [] });
      expect(notApplicable).toEqual(expect.arrayContaining(OWN_SESSION));
    },
    TEST_MS,
  );

  it.each([401, 403, 429, 503])(
    "HTTP %i for further sessions leaves open what needs them",
    async (status) => {
      const { failed, warned, open } = await judge({ hooks: [turningAway(status)] });
      expect({ failed, warned }).toEqual({ failed: [], warned: [] });
      expect(open).toEqual(OWN_SESSION);
    },
    TEST_MS,
  );

  it.each(["streamable", "sse"] as const)(
    "a foreign Origin is sent where the option permits it alone: %s",
    async (http) => {
      const origins: string[] = [];
      const watching: Hooks = {
        http: {
          intercept({ headers }) {
            if (headers.origin !== undefined) origins.push(headers.origin);
            return false;
          },
        },
      };
      const id = http === "sse" ? "sse-origin" : "legacy-origin";
      const never = await judge({ http, hooks: [watching] }, { options: { origin: "never" }, checkIds: [id] });
      expect([never.notApplicable, origins]).toEqual([[id], []]);
      const usual = await judge({ http, hooks: [watching] }, { checkIds: [id] });
      expect([usual.notApplicable, usual.failed, origins]).toEqual([[], [], ["http://attacker.invalid"]]);
    },
    TEST_MS,
  );
});

describe("what is only told", () => {
  it(
    "a server that refuses a client which names extensions",
    async () => {
      const hooks = [refusingInitialize((_number, extensions) => extensions !== undefined)];
      const { failed, warned, open, noted, checks } = await judge({ hooks });
      expect({ failed, warned, open, noted }).toEqual({
        ...{ failed: [], warned: [], open: [] },
        noted: ["ext-legacy-not-official"],
      });
      const [note] = checks.find(({ id }) => id === "ext-legacy-not-official")?.notes ?? [];
      expect(note).toMatchInlineSnapshot(
        `"initialize with extensions among the client capabilities was refused with error {"code":-32600,"message":"no"}; the sets of capabilities are open (J23)"`,
      );
    },
    TEST_MS,
  );
});

describe("how a legacy server takes the probe", () => {
  it.each(["discover-invalid-params", "discover-not-initialized"])(
    "%s: the fallback is tied to no code, and the server passes (N03)",
    async (fault) => {
      const { failed, warned, open, checks } = await judge({ faults: [fault] }, { era: "auto" });
      expect({ failed, warned, open }).toEqual({ failed: [], warned: [], open: [] });
      const passed = checks.filter(({ status }) => status === "passed").map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining(OWN_SESSION));
    },
    TEST_MS,
  );

  it.each(["silent-discover", "late-discover"])(
    "%s: a server that is silent passes, and its late answer is counted to nothing (N01)",
    async (fault) => {
      const times = { firstMs: 2_000, nextMs: 2_000, initializeMs: 30_000 };
      const negotiation = { ...times, clientInfo: { name: "mcptest", version: "0.0.0" } };
      const report = await withServer("stdio", { era: "legacy", faults: [fault] }, (target) =>
        runNegotiation({ target, checkIds: LEGACY_IDS, request: { negotiation } }),
      );
      const [lane] = report.servers[0]?.lanes ?? [];
      expect(lane?.era).toBe("legacy");
      expect(lane?.notes?.[0]).toMatch(/^legacy \(no answer to server\/discover within 2000 ms\)$/);
      const { checks } = packOf(report);
      expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
      expect(checks.filter(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
      expect(checks.filter(({ warnings = [] }) => warnings.length > 0)).toEqual([]);
    },
    TEST_MS,
  );
});
