import type { CheckResult } from "@mcptest/core/report";
import { DEFAULT_LIMITS } from "@mcptest/core/wire";
import { type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runNegotiation, withServer } from "./testing/run-negotiation.js";

const UNKNOWN_METHOD = "conformance/does-not-exist";

/** Answers one method by itself: a status, and text or the response as it would have been. */
function answering(
  method: string,
  answer: (message: JsonObject) => { status?: number; message?: unknown; text?: string; contentType?: string },
): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      if (call.method !== method || outcome.message === undefined) return outcome;
      return { ...outcome, ...(answer(outcome.message as JsonObject) as object) };
    },
  };
}

/** The results of the named checks on the generic server over HTTP. */
async function results(
  hooks: Hooks[],
  checkIds: string[],
  era: "modern" | "legacy" = "modern",
  requestTimeoutMs = DEFAULT_LIMITS.requestTimeoutMs,
): Promise<Map<string, CheckResult>> {
  const served = { era, hooks, ...(era === "legacy" ? { versions: ["2025-11-25"] } : {}) };
  const limits = { ...DEFAULT_LIMITS, requestTimeoutMs };
  const report = await withServer("http", served, (target) =>
    runNegotiation({ target, era, checkIds, request: { limits } }),
  );
  return new Map(packOf(report).checks.map((check) => [check.id, check]));
}

function said(check: CheckResult | undefined): string {
  if (check?.status === "failed") return "failed";
  if (check?.status === "skipped") return String(check.skipReason);
  return (check?.warnings ?? []).length > 0 ? "warning" : "passed";
}

describe("N05: the HTTP status of an unknown method, in each era", () => {
  const page = { text: "<h1>Not found</h1>", contentType: "text/html" };

  it.each([
    ["200 with -32601", { status: 200 }, "failed"],
    ["404 with -32601", { status: 404 }, "passed"],
    ["404 with a web page", { status: 404, ...page }, "failed"],
    ["500", { status: 500 }, "failed"],
  ] as const)("modern: %s", async (_, answer, expected) => {
    const checks = await results(
      [answering(UNKNOWN_METHOD, () => answer)],
      ["rpc-method-not-found", "http-unknown-method-404"],
    );
    expect(said(checks.get("http-unknown-method-404"))).toBe(expected);
    expect(said(checks.get("rpc-method-not-found"))).toBe("passed");
  });

  it.each([
    ["200 with -32601", { status: 200 }, "passed"],
    ["404 with -32601", { status: 404 }, "warning"],
    ["404 with a web page", { status: 404, ...page }, "failed"],
    ["500", { status: 500 }, "failed"],
  ] as const)("legacy, in a session: %s", async (_, answer, expected) => {
    const checks = await results(
      [answering(UNKNOWN_METHOD, () => answer)],
      ["rpc-method-not-found", "http-unknown-method-404"],
      "legacy",
    );
    expect(said(checks.get("rpc-method-not-found"))).toBe(expected);
    expect(said(checks.get("http-unknown-method-404"))).toBe("not-applicable");
  });
});

describe("N09: log lines on stdout", () => {
  async function onStdio(served: { faults?: string[]; variants?: string[] }) {
    const report = await withServer("stdio", { era: "modern", ...served }, (target) =>
      runNegotiation({ target, era: "modern", checkIds: ["stdio-stdout-clean", "rpc-method-not-found"] }),
    );
    const { checks } = packOf(report);
    return new Map(checks.map((check) => [check.id, check]));
  }

  it("gives one failure with the first line and a count, and the session goes on", async () => {
    const checks = await onStdio({ faults: ["stdout-banner", "stdout-logs"] });
    const clean = checks.get("stdio-stdout-clean");
    expect(clean?.status).toBe("failed");
    expect(clean?.error?.message).not.toMatch(/\(and \d+ more\)/);
    expect(clean?.error?.message).toMatch(
      /^on stdout: \d+ lines that are no MCP message; the first is "Server v1\.2 started"\n/,
    );
    expect(clean?.warnings?.[0]).toMatch(/^on stdout: \d+ empty lines?, /);
    expect(checks.get("rpc-method-not-found")?.status).toBe("passed");
  });

  it("counts JSON that is no message", async () => {
    const clean = (await onStdio({ faults: ["json-log-line"] })).get("stdio-stdout-clean");
    expect(clean?.error?.message).toContain('the first is "{\\"level\\":\\"info\\"}"');
  });

  it("warns of an empty line alone", async () => {
    expect(said((await onStdio({ faults: ["empty-line"] })).get("stdio-stdout-clean"))).toBe("warning");
  });

  it("says nothing of the same text on stderr", async () => {
    expect(said((await onStdio({ variants: ["stderr-noise"] })).get("stdio-stdout-clean"))).toBe("passed");
  });
});

describe("N11: arrays, nulls and other forms of a response", () => {
  const SHAPES = ["rpc-batch", "rpc-result-xor-error", "rpc-error-shape"];

  it.each([
    ["an array", (m: JsonObject) => [m], "rpc-batch", "an array, "],
    [
      "error: null beside a result",
      (m: JsonObject) => ({ ...m, error: null }),
      "rpc-result-xor-error",
      "error: null beside it",
    ],
    ["result: null", (m: JsonObject) => ({ ...m, result: null }), "rpc-result-xor-error", "no object but null"],
    ["an error without a code", bare({ message: "x" }), "rpc-error-shape", "whose code is (absent)"],
    ["a code that is a text", bare({ code: "-32602", message: "x" }), "rpc-error-shape", 'whose code is "-32602"'],
    ["neither result nor error", bare(undefined), "rpc-result-xor-error", "neither result nor error"],
    [
      "both result and error",
      (m: JsonObject) => ({ ...m, error: { code: 1, message: "x" } }),
      "rpc-result-xor-error",
      "both a result and an error",
    ],
  ] as const)("fails %s", async (_, change, owner, words) => {
    const checks = await results([answering("prompts/list", (message) => ({ message: change(message) }))], SHAPES);
    expect(SHAPES.filter((id) => checks.get(id)?.status === "failed")).toEqual([owner]);
    expect(checks.get(owner)?.error?.message).toContain(words);
  });

  it("sends batches on 2025-03-26 alone", async () => {
    const batches: string[] = [];
    for (const version of ["2025-11-25", "2025-03-26", "2024-11-05"]) {
      const counting: Hooks = {
        batched(outcome) {
          batches.push(version);
          return outcome;
        },
        unreadable(outcome) {
          batches.push(`${version}, unread`);
          return outcome;
        },
      };
      await withServer("http", { era: "legacy", versions: [version], hooks: [counting] }, (target) =>
        runNegotiation({ target, era: "legacy", checkIds: ["rpc-batch"] }),
      );
    }
    expect(batches).toEqual(["2025-03-26"]);
  });
});

/** The response with this in place of its result. */
function bare(error: JsonObject | undefined): (message: JsonObject) => JsonObject {
  return ({ jsonrpc, id }) => ({ jsonrpc, id, ...(error === undefined ? {} : { error }) }) as JsonObject;
}

describe("N21: a limit of ours is no answer of the server", () => {
  it("never satisfies a check", async () => {
    const silent: Hooks = {
      around: (call, next) => (call.method === UNKNOWN_METHOD ? new Promise(() => {}) : next()),
    };
    const check = (await results([silent], ["rpc-method-not-found"], "modern", 300)).get("rpc-method-not-found");
    expect(said(check)).toBe("could-not-run");
    expect(check?.origin).toBe("host");
    expect(check?.error?.message).toContain("no response within 300 ms (a limit of mcptest)");
  });

  it("leaves a real -32001 of a modern server a warning", async () => {
    const timedOut = answering("tools/call", (message) => {
      const isUnknown = member(message, "error") !== undefined;
      return isUnknown ? { message: { ...message, error: { code: -32001, message: "Request timed out" } } } : {};
    });
    const checks = await results([timedOut], ["rpc-legacy-range-codes", "rpc-reserved-codes"]);
    expect(said(checks.get("rpc-legacy-range-codes"))).toBe("warning");
    expect(said(checks.get("rpc-reserved-codes"))).toBe("passed");
  });
});
