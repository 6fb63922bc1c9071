import { DEFAULT_TIMES, run } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import { LEGACY_VERSIONS, MAPPING_SCHEME } from "@mcptest/pack";
import { type Hooks, MAPPED_OPTIONS, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { loadPack, packOf } from "../tasks/testing/run-tasks.js";
import { runCompat } from "./testing/run-compat.js";

const TEST_MS = 120_000;

/** Whatever the server was asked to do, methods by name as well. */
interface Asked {
  /** Mapped addresses that were read. */
  reads: string[];
  methods: string[];
}

async function asking(use: (url: string) => Promise<void>): Promise<Asked> {
  const asked: Asked = { reads: [], methods: [] };
  const recording: Hooks = {
    around(call, next) {
      const { uri } = call.params as { uri?: unknown };
      if (call.method === "resources/read" && String(uri).startsWith(MAPPING_SCHEME)) asked.reads.push(String(uri));
      else asked.methods.push(call.method);
      return next();
    },
  };
  const server = await startHttpServer({ kind: "mapped", era: "dual", hooks: [recording] });
  try {
    await use(server.url);
  } finally {
    await server.close();
  }
  return asked;
}

/** The methods of the server that the reads called: what was told apart by the server is left out. */
function calledBy(reads: readonly string[]): string[] {
  const isMethod = /\/(notes|clock)\/((?:notes|clock)\/[a-z]+)(\?params=.+)?$/;
  const called = reads.flatMap((uri) => {
    const [, , method, params] = isMethod.exec(uri) ?? [];
    return method === undefined ? [] : [{ method, params }];
  });
  // Without params it is a call only where the method has a fixed URI.
  const fixed = ["notes/list", "notes/touch", "clock/now"];
  return [
    ...new Set(
      called.filter(({ method, params }) => params !== undefined || fixed.includes(method)).map((one) => one.method),
    ),
  ];
}

describe("what is not named is not called", () => {
  it(
    "by any pack of ours, in any era",
    async () => {
      const names = ["@mcptest/pack-negotiation", "@mcptest/pack-resource-compat", "@mcptest/pack-tasks"];
      const packs = await Promise.all(names.map(async (name) => ({ loaded: await loadPack(name, {}), always: true })));
      const { reads, methods } = await asking(async (url) => {
        await run({
          tool: { version: "0.0.0" },
          servers: [{ kind: "http", name: "testkit", url, headers: [] }],
          packs,
          require: [],
          era: "all",
          limits: DEFAULT_LIMITS,
          ...DEFAULT_TIMES,
          negotiation: { ...DEFAULT_TIMES.negotiation, clientInfo: { name: "mcptest", version: "0.0.0" } },
          cloneHostValues: true,
        });
      });
      expect(reads.length).toBeGreaterThan(LEGACY_VERSIONS.length);
      expect(calledBy(reads)).toEqual([]);
      expect(methods.filter((method) => ["notes/touch", "notes/list", "clock/now"].includes(method))).toEqual([]);
    },
    TEST_MS,
  );

  it(
    "beside what the option names",
    async () => {
      const { reads } = await asking(async (url) => {
        const options = { invoke: "notes/touch" };
        const report = await runCompat({ target: { kind: "http", name: "testkit", url, headers: [] }, options });
        expect(report.exitCode).toBe(0);
        expect(packOf(report).notSelected.map(({ needs }) => needs)).toEqual(["echo"]);
      });
      expect(calledBy(reads)).toEqual(["notes/touch"]);
    },
    TEST_MS,
  );

  it(
    "in a read-only run, whatever is named",
    async () => {
      const { reads, methods } = await asking(async (url) => {
        const target: Target = { kind: "http", name: "testkit", url, headers: [] };
        const report = await runCompat({ target, options: MAPPED_OPTIONS, request: { readOnly: true } });
        const held = packOf(report).checks.filter(({ skipReason }) => skipReason === "could-not-run");
        expect(held.map(({ id }) => id)).toEqual([
          "compat-invalid-arguments",
          "compat-decoded-once",
          "compat-error-mapped",
          "compat-output-schema",
          "compat-uri-translated",
          "compat-repeatable",
        ]);
        expect(new Set(held.map(({ error }) => error?.message))).toEqual(
          new Set([
            "the run is read-only: the fixture calls may change state on the server",
            "the run is read-only: the fixture echo may change state on the server",
          ]),
        );
      });
      expect(calledBy(reads)).toEqual([]);
      expect(methods).not.toContain("notes/touch");
    },
    TEST_MS,
  );
});
