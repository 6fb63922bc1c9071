import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import { expectTypeOf, test } from "vitest";

import { Extension } from "./extension.js";
import { z } from "./testing/zod.js";
import type { JsonObject, MethodDefinition } from "./types.js";

declare const other: StandardSchemaV1<{ since?: string }, { since: Date }>;

test("the arguments of each handler have the type of its own schema", () => {
  new Extension("com.example/jobs", {
    methods: {
      "jobs/start": {
        description: "Starts a job.",
        params: z.object({ name: z.string(), tries: z.number().default(1), note: z.string().optional() }),
        result: z.object({ id: z.string(), tries: z.number().default(1) }),
        handler(params, context) {
          expectTypeOf(params).toEqualTypeOf<{ name: string; tries: number; note?: string | undefined }>();
          expectTypeOf(context.route).toEqualTypeOf<"native" | "resources">();
          return { id: params.name };
        },
      },
      "jobs/list": {
        handler: async (params) => {
          expectTypeOf(params).toEqualTypeOf<JsonObject>();
          return { jobs: [] };
        },
      },
    },
  });
  expectTypeOf<Extension>().toHaveProperty("id");
});

test("a schema of another library, and a method that is declared elsewhere", () => {
  const params = z.object({ id: z.string() });
  const cancel: MethodDefinition<typeof params> = { params, handler: ({ id }) => ({ cancelled: id }) };
  const made = () =>
    new Extension("com.example/jobs", {
      methods: {
        "jobs/cancel": cancel,
        "jobs/since": {
          inputSchema: { type: "object" },
          params: other,
          handler: (given) => {
            expectTypeOf(given).toEqualTypeOf<{ since: Date }>();
            return { at: given.since.getTime() };
          },
        },
      },
    });
  expectTypeOf(made).returns.toExtend<Extension>();
});

test("a value that the result schema does not take, and what is no schema, are type errors", () => {
  new Extension("com.example/jobs", {
    methods: {
      // @ts-expect-error: the handler returns a number
      "jobs/get": { result: z.object({ id: z.string() }), handler: () => ({ id: 1 }) },
    },
  });
  new Extension("com.example/jobs", {
    // @ts-expect-error: no schema
    methods: {
      "jobs/get": { params: 5, handler: () => ({}) },
    },
  });
  new Extension("com.example/jobs", {
    methods: {
      // @ts-expect-error: a JSON object is returned
      "jobs/get": { handler: () => "done" },
    },
  });
});
