import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.js";
import { Rejected } from "./rejected.js";
import { caller, callMapped, callNative, catalogOf, ID, PREFIX, readMapped } from "./testing/catalog.js";
import { z } from "./testing/zod.js";
import type { CallContext, ExtensionOptions } from "./types.js";

/** Both routes in one: they must agree. */
async function call(options: ExtensionOptions, params: unknown): Promise<unknown> {
  const { catalog, errors } = catalogOf(options);
  const [name = ""] = catalog.methods();
  const native = await callNative(catalog, name, params);
  const mapped = await callMapped(catalog, name, params);
  expect(mapped).toEqual(native);
  return errors.length === 0 ? native : { ...(native as object), told: errors[0] };
}

function one(method: Record<string, unknown>): ExtensionOptions {
  return { methods: { "jobs/start": method as never } };
}

/** A schema as another library makes it: it checks, changes what it takes, and cannot say what it is. */
const since: StandardSchemaV1<{ since: string }, { since: Date }> = {
  "~standard": {
    version: 1,
    vendor: "other",
    async validate(value) {
      const given = (value as { since?: unknown }).since;
      if (typeof given === "string") return { value: { since: new Date(given) } };
      return { issues: [{ message: "Expected a date", path: [{ key: "since" }, 0, Symbol("x")] }] };
    },
  },
};

describe("arguments", () => {
  const params = z.object({ name: z.string(), tries: z.number().default(3), note: z.string().optional() });

  it("get their defaults, and lose what the schema does not know", async () => {
    const options = one({ params, handler: (given: object) => ({ given }) });
    expect(await call(options, { name: "a", other: 1 })).toEqual({ given: { name: "a", tries: 3 } });
  });

  it("that the schema refuses reach no handler", async () => {
    const options = one({ params, handler: () => ({ reached: true }) });
    expect(await call(options, { name: 1, tries: "x" })).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "data": [
          {
            "message": "Invalid input: expected string, received number",
            "path": [
              "name",
            ],
          },
          {
            "message": "Invalid input: expected number, received string",
            "path": [
              "tries",
            ],
          },
        ],
        "message": "Invalid arguments for jobs/start: name: Invalid input: expected string, received number; tries: Invalid input: expected number, received string",
      }
    `);
    expect(await call(options, {})).toMatchObject({ code: -32602 });
  });

  it("are checked by a schema of any library", async () => {
    const handler = (given: { since: Date }) => ({ year: given.since.getUTCFullYear() });
    const options = one({ params: since, inputSchema: { type: "object", required: ["since"] }, handler });
    expect(await call(options, { since: "2026-07-28" })).toEqual({ year: 2026 });
    expect(await call(options, { since: 1 })).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "data": [
          {
            "message": "Expected a date",
            "path": [
              "since",
              0,
              "Symbol(x)",
            ],
          },
        ],
        "message": "Invalid arguments for jobs/start: since.0.Symbol(x): Expected a date",
      }
    `);
  });

  it("that are no object are refused by name too", async () => {
    const { catalog } = catalogOf(one({ handler: (given: object) => ({ given }) }));
    for (const given of [[], null, "x", 1]) {
      expect(await callNative(catalog, "jobs/start", given)).toMatchInlineSnapshot(`
        {
          "code": -32602,
          "message": "The arguments of jobs/start are no JSON object.",
        }
      `);
    }
    expect(await callNative(catalog, "jobs/start", undefined)).toEqual({ given: {} });
  });

  it("complaints are bounded", async () => {
    const options = one({ params: z.object({ list: z.array(z.string()) }), handler: () => ({}) });
    const answer = (await call(options, { list: Array.from({ length: 500 }, () => 1) })) as { data: unknown[] };
    expect(answer.data).toHaveLength(50);
  });

  it("a schema that throws is an internal error", async () => {
    const broken = {
      "~standard": {
        ...since["~standard"],
        validate: () => {
          throw new Error("secret");
        },
      },
    };
    const options = one({ params: broken, inputSchema: {}, handler: () => ({}) });
    expect(await call(options, {})).toMatchInlineSnapshot(`
      {
        "code": -32603,
        "message": "Internal error",
        "told": "The handler of jobs/start (example.org/jobs) failed.",
      }
    `);
  });
});

describe("failures", () => {
  const failing = (thrown: unknown) =>
    one({
      handler: () => {
        throw thrown;
      },
    });

  it("a refusal keeps code, message and data", async () => {
    expect(await call(failing(new Rejected(-32050, "Busy", { retry: [1] })), {})).toEqual({
      code: -32050,
      message: "Busy",
      data: { retry: [1] },
    });
    expect(await call(failing(new Rejected(7, "")), {})).toEqual({ code: 7, message: "" });
    expect(await call(failing(new Rejected(7, "none", null)), {})).toEqual({ code: 7, message: "none", data: null });
  });

  it("everything else is an internal error, of which the author alone learns", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const told = [];
    for (const thrown of [
      new Error("secret"),
      { code: 1, message: "secret" },
      undefined,
      new Rejected(1, "x", cyclic),
    ]) {
      told.push(await call(failing(thrown), {}));
    }
    expect(told).toMatchInlineSnapshot(`
      [
        {
          "code": -32603,
          "message": "Internal error",
          "told": "The handler of jobs/start (example.org/jobs) failed.",
        },
        {
          "code": -32603,
          "message": "Internal error",
          "told": "The handler of jobs/start (example.org/jobs) failed.",
        },
        {
          "code": -32603,
          "message": "Internal error",
          "told": "The handler of jobs/start (example.org/jobs) failed.",
        },
        {
          "code": -32603,
          "message": "Internal error",
          "told": "The handler of jobs/start (example.org/jobs) refused with data that are no JSON.",
        },
      ]
    `);
    expect(() => new Rejected(1.5, "half")).toThrowErrorMatchingInlineSnapshot(
      `[TypeError: The code of a JSON-RPC error is an integer, not 1.5.]`,
    );
  });

  it("an author's listener that throws changes nothing", async () => {
    const catalog = createCatalog({
      onError: () => {
        throw new Error("listener");
      },
    });
    const { Extension } = await import("./extension.js");
    catalog.extension(new Extension(ID, failing(new Error("x")) as never));
    expect(await callNative(catalog, "jobs/start", {})).toEqual({ code: -32603, message: "Internal error" });
  });

  it("a method that is not there", async () => {
    const { catalog } = catalogOf({});
    for (const name of ["jobs/start", "__proto__", "constructor", "toString"]) {
      expect(await callNative(catalog, name, {})).toEqual({ code: -32601, message: "Method not found" });
    }
  });
});

describe("values", () => {
  it("are sent as they are returned, whatever they mean elsewhere", async () => {
    const value = {
      resultType: "task",
      task: { taskId: "a" },
      ttlMs: 1,
      nextCursor: "c",
      contents: [],
      _meta: { a: 1 },
    };
    expect(await call(one({ handler: () => value }), {})).toEqual(value);
  });

  it("are checked, and sent as returned", async () => {
    const result = z.object({ id: z.string(), tries: z.number().default(1) });
    expect(await call(one({ result, handler: () => ({ id: "a", more: true }) }), {})).toEqual({ id: "a", more: true });
    expect(await call(one({ result, handler: () => ({ id: 1 }) }), {})).toMatchInlineSnapshot(`
      {
        "code": -32603,
        "message": "Internal error",
        "told": "The handler of jobs/start (example.org/jobs) returned what its schema refuses: id: Invalid input: expected string, received number",
      }
    `);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["an array", []],
    ["a text", "done"],
    ["a date", new Date(0)],
    ["a bigint", { count: 1n }],
    ["a function", () => ({})],
  ])("%s is no result", async (_what, value) => {
    expect(await call(one({ handler: () => value }), {})).toMatchObject({ code: -32603, message: "Internal error" });
  });

  it("are copies", async () => {
    const kept = { list: [1], uri: "x://a" };
    const { catalog } = catalogOf(one({ handler: () => kept }));
    const value = (await callNative(catalog, "jobs/start", {})) as typeof kept;
    value.list.push(2);
    expect(kept.list).toEqual([1]);
  });

  it("nested without end are an internal error", async () => {
    const deep: Record<string, unknown> = {};
    let node = deep;
    for (let level = 0; level < 200_000; level++) {
      node.a = {};
      node = node.a as Record<string, unknown>;
    }
    const { catalog } = catalogOf(one({ handler: () => deep }));
    expect(await callMapped(catalog, "jobs/start", {})).toEqual({ code: -32603, message: "Internal error" });
  });
});

describe("who calls", () => {
  it("is told to every handler", async () => {
    const seen: unknown[] = [];
    const note = ({ signal, mcp, ...context }: CallContext) => {
      expect([signal, mcp]).toEqual([caller.signal, caller.mcp]);
      seen.push(context);
      return {};
    };
    const text = (context: CallContext) => ({ ...note(context), text: "" });
    const { catalog } = catalogOf({
      methods: { "jobs/start": { handler: (_params, context) => note(context) } },
      files: [{ uri: "x://a", name: "a", read: text }],
      fileTemplates: [{ uriTemplate: "x://{a}/b", name: "b", read: (_variables, context) => text(context) }],
    });
    await callNative(catalog, "jobs/start", {});
    await readMapped(catalog, "jobs/start");
    await catalog.read("x://a", "native", caller);
    await catalog.read(`${PREFIX}a/b`, "resources", caller);
    expect(seen).toMatchInlineSnapshot(`
      [
        {
          "extension": "example.org/jobs",
          "protocolVersion": "2025-06-18",
          "route": "native",
        },
        {
          "extension": "example.org/jobs",
          "protocolVersion": "2025-06-18",
          "route": "resources",
          "uri": "mcp-extensions://example.org/jobs/jobs/start",
        },
        {
          "extension": "example.org/jobs",
          "protocolVersion": "2025-06-18",
          "route": "native",
          "uri": "x://a",
        },
        {
          "extension": "example.org/jobs",
          "protocolVersion": "2025-06-18",
          "route": "resources",
          "uri": "mcp-extensions://example.org/jobs/a/b",
        },
      ]
    `);
  });
});

it("each read calls the handler again, and listing never does", async () => {
  let calls = 0;
  const { catalog } = catalogOf(one({ handler: () => ({ calls: ++calls }) }));
  for (const face of ["native", "resources"] as const) {
    catalog.resources(face);
    catalog.templates(face);
    catalog.hasResources(face);
  }
  await readMapped(catalog, "manifest.json");
  expect(calls).toBe(0);
  expect(await callMapped(catalog, "jobs/start", {})).toEqual({ calls: 1 });
  expect(await readMapped(catalog, "jobs/start")).toMatchObject({ value: [{ text: '{"calls":2}' }] });
});
