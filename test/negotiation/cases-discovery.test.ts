import { type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { error, type Hooks, judged } from "./testing/hooked-server.js";
import { runNegotiation, verdictsOf, withServer } from "./testing/run-negotiation.js";

const TEST_MS = 120_000;

describe("N03: -32022 that lists the version it refuses", () => {
  const contradiction = { supported: ["2026-07-28"], requested: "2026-07-28" };

  it(
    "fails where an ordinary request is refused",
    async () => {
      const hooks: Hooks[] = [
        {
          around: async (call, next) =>
            call.method === "prompts/list" ? error(call, -32022, contradiction, 400) : next(),
        },
      ];
      const { outcomes } = await judged(["rpc-reserved-codes", "version-unsupported-error"], { hooks });
      expect(outcomes).toEqual({ "rpc-reserved-codes": "failed", "version-unsupported-error": "passed" });
    },
    TEST_MS,
  );

  it(
    "fails where the version is one that nobody speaks",
    async () => {
      const { outcomes, messages } = await judged(["version-unsupported-error"], {
        faults: ["version-lists-what-it-refuses"],
      });
      expect(outcomes).toEqual({ "version-unsupported-error": "failed" });
      expect(messages).toContain("lists the version that it refuses");
    },
    TEST_MS,
  );

  it.each(["http", "stdio"] as const)(
    "fails where server/discover itself is refused and tools/list is not, over %s, and nothing else is blamed",
    async (transport) => {
      const served: ServerOptions = { era: "modern", faults: ["discover-refuses-listed"] };
      const { failed, warning, open, exitCode } = verdictsOf(
        await withServer(transport, served, (target) => runNegotiation({ target })),
      );
      expect({ failed: [...new Set(failed)], warning, open, exitCode }).toEqual({
        failed: ["rpc-reserved-codes"],
        warning: [],
        open: [],
        exitCode: 1,
      });
    },
    TEST_MS,
  );

  it(
    "opens nothing where every request is refused so, and never sends initialize",
    async () => {
      const hooks: Hooks[] = [
        {
          around: async (call, next) => (call.era === "modern" ? error(call, -32022, contradiction, 400) : next()),
        },
      ];
      const server = await startHttpServer({ kind: "generic", jobMs: 120, hooks });
      try {
        const target = { kind: "http" as const, name: "testkit", url: server.url, headers: [] };
        const report = await runNegotiation({ target });
        expect(report.exitCode).toBe(3);
        expect(JSON.stringify(report.servers[0]?.problem)).toMatch(/2026-07-28/);
        expect(server.requests.filter(({ body }) => body.includes('"initialize"'))).toEqual([]);
      } finally {
        await server.close();
      }
    },
    TEST_MS,
  );
});

describe("C09: a server of both eras", () => {
  const ERA = "version-dual-server-era-by-opening";

  it.each([
    ["that serves each", undefined, "passed"],
    [
      "that asks for _meta in a session",
      {
        around: async (call, next) => (call.era === "legacy" && call.method === "ping" ? error(call, -32602) : next()),
      },
      "failed",
    ],
    [
      "that serves modern requests no more once a session is open",
      (() => {
        let open = false;
        return {
          opened: () => {
            open = true;
          },
          around: async (call, next) =>
            open && call.era === "modern" && call.method === "tools/list"
              ? error(call, -32600, undefined, 400)
              : next(),
        };
      })(),
      "failed",
    ],
  ] as [string, Hooks | undefined, string][])(
    "%s",
    async (_, hooks, expected) => {
      const server = await startHttpServer({ kind: "generic", era: "dual", jobMs: 120, hooks: hooks ? [hooks] : [] });
      try {
        const target = { kind: "http" as const, name: "testkit", url: server.url, headers: [] };
        const { checks } = packOf(await runNegotiation({ target, era: "modern", checkIds: [ERA] }));
        expect(checks.map(({ status }) => status)).toEqual([expected]);
      } finally {
        await server.close();
      }
    },
    TEST_MS,
  );
});
