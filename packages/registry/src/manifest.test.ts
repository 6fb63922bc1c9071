import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import * as mini from "zod/mini";
import { createCatalog } from "./catalog.js";
import type { RegistrationError } from "./errors.js";
import { caller, catalogOf, extensionOf, PREFIX } from "./testing/catalog.js";
import { z } from "./testing/zod.js";
import type { AnyMethod, JsonObject, MethodResource } from "./types.js";

const handler = () => ({});
const read = () => ({ text: "" });

function jobs() {
  return catalogOf({
    settings: { list: [1, { deep: true }], omitted: undefined },
    instructions: "Jobs take minutes.",
    methods: {
      "jobs/start": {
        description: "Starts a job",
        params: z.object({ name: z.string().default("x"), note: z.string().optional() }),
        result: z.object({ id: z.string(), tries: z.number().default(1) }),
        handler,
      },
      "jobs/get": { description: "Tells how far a job is.", params: z.object({ id: z.string() }), handler },
      "jobs/Zap": { handler },
    },
    notifications: { "notifications/jobs/changed": { topic: "jobId" }, "notifications/jobs/all": {} },
    files: [
      { uri: "job://readme", name: "readme", title: "Read me", description: "Words", mimeType: "text/plain", read },
    ],
    fileTemplates: [{ uriTemplate: "job://{job}/log", name: "log", mimeType: "text/plain", read }],
  });
}

describe("the manifest", () => {
  it("has every member, sorted", async () => {
    const { catalog } = jobs();
    const uri = `${PREFIX}manifest.json`;
    const outcome = await catalog.read(uri, "resources", caller);
    expect(outcome).toMatchObject({ ok: true, value: [{ uri, mimeType: "application/json" }] });
    const text = outcome?.ok === true ? (outcome.value[0]?.text ?? "") : "";
    expect(JSON.parse(text)).toMatchInlineSnapshot(`
      {
        "capabilities": {
          "list": [
            1,
            {
              "deep": true,
            },
          ],
        },
        "instructions": "Jobs take minutes.

      Call a method of this extension by reading a resource with resources/read. Every such read invokes the method again and may change state: read only to call, and never answer from a cache. Take the method's uriTemplate from methodResources, write the whole argument object as JSON (see its inputSchema), percent-encode that text once (a space is %20, not +), put it in the place of {params}, and read the address. A method with a uri can be read there without arguments. The result is the JSON in the text of the first item of contents; a failure is the error of the read. An address that belongs to no method is a file, and reading it only reads it. Listing resources and reading this manifest invoke nothing.",
        "methodResources": {
          "jobs/Zap": {
            "description": "",
            "inputSchema": {
              "type": "object",
            },
            "uri": "mcp-extensions://example.org/jobs/jobs/Zap",
            "uriTemplate": "mcp-extensions://example.org/jobs/jobs/Zap?params={params}",
          },
          "jobs/get": {
            "description": "Tells how far a job is.",
            "inputSchema": {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "properties": {
                "id": {
                  "type": "string",
                },
              },
              "required": [
                "id",
              ],
              "type": "object",
            },
            "uriTemplate": "mcp-extensions://example.org/jobs/jobs/get?params={params}",
          },
          "jobs/start": {
            "description": "Starts a job",
            "inputSchema": {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "properties": {
                "name": {
                  "default": "x",
                  "type": "string",
                },
                "note": {
                  "type": "string",
                },
              },
              "type": "object",
            },
            "outputSchema": {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "properties": {
                "id": {
                  "type": "string",
                },
                "tries": {
                  "default": 1,
                  "type": "number",
                },
              },
              "required": [
                "id",
              ],
              "type": "object",
            },
            "uri": "mcp-extensions://example.org/jobs/jobs/start",
            "uriTemplate": "mcp-extensions://example.org/jobs/jobs/start?params={params}",
          },
        },
        "methods": [
          "jobs/Zap",
          "jobs/get",
          "jobs/start",
        ],
        "name": "example.org/jobs",
        "notifications": {
          "notifications/jobs/all": null,
          "notifications/jobs/changed": "jobId",
        },
        "resourceTemplates": [
          "mcp-extensions://example.org/jobs/jobs/Zap?params={params}",
          "mcp-extensions://example.org/jobs/jobs/get?params={params}",
          "mcp-extensions://example.org/jobs/jobs/start?params={params}",
          "mcp-extensions://example.org/jobs/{job}/log",
        ],
        "resources": [
          "mcp-extensions://example.org/jobs/jobs/Zap",
          "mcp-extensions://example.org/jobs/jobs/start",
          "mcp-extensions://example.org/jobs/readme",
        ],
      }
    `);
  });

  it("has every member where there is nothing", () => {
    const [manifest] = catalogOf({}).catalog.manifests().values();
    expect({ ...manifest, instructions: "" }).toMatchInlineSnapshot(`
      {
        "capabilities": {},
        "instructions": "",
        "methodResources": {},
        "methods": [],
        "name": "example.org/jobs",
        "notifications": {},
        "resourceTemplates": [],
        "resources": [],
      }
    `);
  });
});

it("lists what each face has", () => {
  const { catalog } = jobs();
  expect({
    advertised: catalog.advertised(),
    native: [catalog.resources("native"), catalog.templates("native")],
    mapped: [catalog.resources("resources"), catalog.templates("resources")],
  }).toMatchInlineSnapshot(`
    {
      "advertised": {
        "example.org/jobs": {
          "list": [
            1,
            {
              "deep": true,
            },
          ],
          "notifications": {
            "notifications/jobs/all": null,
            "notifications/jobs/changed": "jobId",
          },
        },
      },
      "mapped": [
        [
          {
            "description": "The interface of the extension example.org/jobs and how its methods are called. Reading this invokes nothing.",
            "mimeType": "application/json",
            "name": "example.org/jobs/manifest.json",
            "uri": "mcp-extensions://example.org/jobs/manifest.json",
          },
          {
            "description": "Starts a job. Reading this invokes the method jobs/start without arguments, each time anew.",
            "mimeType": "application/json",
            "name": "jobs/start",
            "uri": "mcp-extensions://example.org/jobs/jobs/start",
          },
          {
            "description": "Reading this invokes the method jobs/Zap without arguments, each time anew.",
            "mimeType": "application/json",
            "name": "jobs/Zap",
            "uri": "mcp-extensions://example.org/jobs/jobs/Zap",
          },
          {
            "description": "Words",
            "mimeType": "text/plain",
            "name": "readme",
            "title": "Read me",
            "uri": "mcp-extensions://example.org/jobs/readme",
          },
        ],
        [
          {
            "description": "Starts a job. Reading this invokes the method jobs/start; params is its whole argument object as JSON, percent-encoded once.",
            "mimeType": "application/json",
            "name": "jobs/start",
            "uriTemplate": "mcp-extensions://example.org/jobs/jobs/start?params={params}",
          },
          {
            "description": "Tells how far a job is. Reading this invokes the method jobs/get; params is its whole argument object as JSON, percent-encoded once.",
            "mimeType": "application/json",
            "name": "jobs/get",
            "uriTemplate": "mcp-extensions://example.org/jobs/jobs/get?params={params}",
          },
          {
            "description": "Reading this invokes the method jobs/Zap; params is its whole argument object as JSON, percent-encoded once.",
            "mimeType": "application/json",
            "name": "jobs/Zap",
            "uriTemplate": "mcp-extensions://example.org/jobs/jobs/Zap?params={params}",
          },
          {
            "mimeType": "text/plain",
            "name": "log",
            "uriTemplate": "mcp-extensions://example.org/jobs/{job}/log",
          },
        ],
      ],
      "native": [
        [
          {
            "description": "Words",
            "mimeType": "text/plain",
            "name": "readme",
            "title": "Read me",
            "uri": "job://readme",
          },
        ],
        [
          {
            "mimeType": "text/plain",
            "name": "log",
            "uriTemplate": "job://{job}/log",
          },
        ],
      ],
    }
  `);
  expect(catalogOf({ settings: { a: 1 } }).catalog.advertised()).toEqual({ "example.org/jobs": { a: 1 } });
});

describe("schemas", () => {
  function published(method: Omit<AnyMethod, "handler">): MethodResource | string {
    try {
      const { catalog } = catalogOf({ methods: { "jobs/a": { ...method, handler } } });
      return catalog.manifests().get("example.org/jobs")?.methodResources["jobs/a"] as MethodResource;
    } catch (error) {
      return `${(error as RegistrationError).code}: ${(error as Error).message}`;
    }
  }
  const silent: StandardSchemaV1 = {
    "~standard": { version: 1, vendor: "other", validate: (value) => ({ value }) },
  };
  /** A schema that is a function, as some libraries make them. */
  const callable = Object.assign(() => {}, silent) as unknown as StandardSchemaV1;

  it("one that cannot say what it is needs words beside it", () => {
    const inputSchema = { type: "object", required: ["a"] };
    expect(published({ params: silent, inputSchema, result: callable, outputSchema: { anyOf: [] } })).toMatchObject({
      inputSchema,
      outputSchema: { anyOf: [] },
    });
    expect([
      published({ params: silent }),
      published({ result: callable }),
      published({ params: mini.object({ a: mini.string() }) }),
      published({ params: z.object({ at: z.date() }) }),
      published({
        params: mini.object({ a: mini.string() }),
        inputSchema: mini.toJSONSchema(mini.object({ a: mini.string() })),
      }),
    ]).toMatchInlineSnapshot(`
      [
        "SCHEMA_UNKNOWN: The schema for params of jobs/a cannot say what it is as JSON Schema.",
        "SCHEMA_UNKNOWN: The schema for result of jobs/a cannot say what it is as JSON Schema.",
        "SCHEMA_UNKNOWN: The schema for params of jobs/a cannot say what it is as JSON Schema.",
        "SCHEMA_UNKNOWN: The schema for params of jobs/a has no JSON Schema: Date cannot be represented in JSON Schema.",
        {
          "description": "",
          "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "additionalProperties": false,
            "properties": {
              "a": {
                "type": "string",
              },
            },
            "required": [
              "a",
            ],
            "type": "object",
          },
          "uriTemplate": "mcp-extensions://example.org/jobs/jobs/a?params={params}",
        },
      ]
    `);
  });

  it("one of no object is refused", () => {
    const cyclic: JsonObject = {};
    cyclic.self = cyclic;
    expect([
      published({ params: z.string() }),
      published({ params: z.array(z.string()) }),
      published({ result: z.number() }),
      published({ inputSchema: [] as never }),
      published({ inputSchema: cyclic }),
    ]).toMatchInlineSnapshot(`
      [
        "SCHEMA_NOT_OBJECT: The schema for params of jobs/a is not that of an object.",
        "SCHEMA_NOT_OBJECT: The schema for params of jobs/a is not that of an object.",
        "SCHEMA_NOT_OBJECT: The schema for result of jobs/a is not that of an object.",
        "SCHEMA_NOT_OBJECT: The schema for params of jobs/a is not that of an object.",
        "DECLARATION: The JSON Schema params of jobs/a is no JSON.",
      ]
    `);
  });

  it.each<[string, JsonObject, boolean]>([
    ["nothing", {}, true],
    ["an empty required", { required: [] }, true],
    ["a required member", { required: ["a"] }, false],
    ["required in a branch", { anyOf: [{ required: ["a"] }] }, true],
    ["minProperties", { minProperties: 1 }, true],
    ["a required that is no array", { required: "a" }, true],
  ])("%s: whether there is a fixed URI", async (_what, inputSchema, fixed) => {
    const { catalog } = catalogOf({ methods: { "jobs/a": { inputSchema, handler } } });
    const uri = `${PREFIX}jobs/a`;
    const manifest = catalog.manifests().get("example.org/jobs");
    expect([
      manifest?.resources.includes(uri),
      manifest?.methodResources["jobs/a"]?.uri === uri,
      catalog.resources("resources").some((entry) => entry.uri === uri),
      (await catalog.read(uri, "resources", caller)) !== undefined,
      catalog.templates("resources").some(({ uriTemplate }) => uriTemplate === `${uri}?params={params}`),
    ]).toEqual([fixed, fixed, fixed, fixed, true]);
  });

  it("ids that begin alike stay apart", async () => {
    const catalog = createCatalog();
    const says = (by: string) => ({ methods: { [`${by}/say`]: { handler: () => ({ by }) } } });
    catalog.extension(extensionOf(says("a"), "com.example/jobs"));
    catalog.extension(extensionOf(says("b"), "com.example/jobs.more"));
    const uri = "mcp-extensions://com.example/jobs.more/b/say";
    expect(await catalog.read(uri, "resources", caller)).toMatchObject({ value: [{ text: '{"by":"b"}' }] });
    expect(await catalog.read("mcp-extensions://com.example/jobs/b/say", "resources", caller)).toBeUndefined();
  });
});
