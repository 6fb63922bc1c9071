import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.js";
import { Rejected } from "./rejected.js";
import { caller, callMapped, callNative, catalogOf, ID, PREFIX, readMapped } from "./testing/catalog.js";
import type { FileContents } from "./types.js";

const handler = (params: Record<string, unknown>) => params;

function skills() {
  return catalogOf({
    methods: {
      "skills/echo": { handler },
      "skills/get": { inputSchema: { required: ["name"] }, handler },
    },
    files: [
      {
        uri: "skill://deploy/SKILL.md",
        name: "deploy",
        title: "Deploy",
        description: "How to deploy",
        mimeType: "text/markdown",
        read: () => ({ text: "skill://deploy/SKILL.md says: uri" }),
      },
      {
        uri: "skill://deploy/logo.png",
        name: "logo",
        path: "images/logo",
        read: () => ({ bytes: PNG, mimeType: "image/png" }),
      },
    ],
    fileTemplates: [
      {
        uriTemplate: "skill://{name}/SKILL.md",
        name: "any",
        mimeType: "text/markdown",
        read: ({ name }) => (name === "gone" ? undefined : { text: `skill ${name}` }),
      },
      {
        uriTemplate: "skill://{name}/{part}",
        name: "parts",
        path: "parts/{part}/of/{name}",
        read: (v) => ({ text: JSON.stringify(v) }),
      },
    ],
  });
}

/** A part of a larger buffer, as files are often read. */
const PNG = new Uint8Array([9, 9, 137, 80, 78, 71, 255, 9]).subarray(2, 7);

describe("files", () => {
  it("stand at their own addresses by the native face", async () => {
    const { catalog } = skills();
    const read = (uri: string) => catalog.read(uri, "native", caller);
    expect([
      await read("skill://deploy/SKILL.md"),
      await read("skill://deploy/logo.png"),
      await read("skill://b%2Fc é/SKILL.md"),
      await read("skill://a/b.txt"),
    ]).toMatchInlineSnapshot(`
      [
        {
          "ok": true,
          "value": [
            {
              "mimeType": "text/markdown",
              "text": "skill://deploy/SKILL.md says: uri",
              "uri": "skill://deploy/SKILL.md",
            },
          ],
        },
        {
          "ok": true,
          "value": [
            {
              "blob": "iVBOR/8=",
              "mimeType": "image/png",
              "uri": "skill://deploy/logo.png",
            },
          ],
        },
        {
          "ok": true,
          "value": [
            {
              "mimeType": "text/markdown",
              "text": "skill b%2Fc é",
              "uri": "skill://b%2Fc é/SKILL.md",
            },
          ],
        },
        {
          "ok": true,
          "value": [
            {
              "text": "{"name":"a","part":"b.txt"}",
              "uri": "skill://a/b.txt",
            },
          ],
        },
      ]
    `);
    for (const uri of [
      `${PREFIX}deploy/SKILL.md`,
      `${PREFIX}manifest.json`,
      `${PREFIX}skills/echo`,
      `${PREFIX}skills/echo?params=%7B%7D`,
      "skill://gone/SKILL.md",
      "skill://deploy/SKILL.md/",
      "SKILL://deploy/SKILL.md",
      "skill:///SKILL.md",
      "skill://a/b/c",
    ]) {
      expect(await read(uri)).toBeUndefined();
    }
  });

  it("stand below the prefix by the other", async () => {
    const { catalog } = skills();
    expect([
      await readMapped(catalog, "deploy/SKILL.md"),
      await readMapped(catalog, "images/logo"),
      await readMapped(catalog, "b%2Fc/SKILL.md"),
      await readMapped(catalog, "parts/a/of/b"),
    ]).toMatchInlineSnapshot(`
      [
        {
          "ok": true,
          "value": [
            {
              "mimeType": "text/markdown",
              "text": "skill://deploy/SKILL.md says: uri",
              "uri": "mcp-extensions://example.org/jobs/deploy/SKILL.md",
            },
          ],
        },
        {
          "ok": true,
          "value": [
            {
              "blob": "iVBOR/8=",
              "mimeType": "image/png",
              "uri": "mcp-extensions://example.org/jobs/images/logo",
            },
          ],
        },
        {
          "ok": true,
          "value": [
            {
              "mimeType": "text/markdown",
              "text": "skill b%2Fc",
              "uri": "mcp-extensions://example.org/jobs/b%2Fc/SKILL.md",
            },
          ],
        },
        {
          "ok": true,
          "value": [
            {
              "text": "{"part":"a","name":"b"}",
              "uri": "mcp-extensions://example.org/jobs/parts/a/of/b",
            },
          ],
        },
      ]
    `);
    for (const path of ["deploy/logo.png", "gone/SKILL.md", "parts/a/of/"]) {
      expect(await readMapped(catalog, path)).toBeUndefined();
    }
    expect(await catalog.read("skill://deploy/SKILL.md", "resources", caller)).toBeUndefined();
    expect(await catalog.read("skill://x/SKILL.md", "resources", caller)).toBeUndefined();
  });

  it("never stand where a method does", async () => {
    const { catalog } = catalogOf({
      methods: { "jobs/get": { inputSchema: { required: ["id"] }, handler } },
      fileTemplates: [{ uriTemplate: "x://{a}/{b}", name: "any", read: () => ({ text: "file" }) }],
    });
    expect(await readMapped(catalog, "jobs/get")).toBeUndefined();
    expect(await readMapped(catalog, "jobs/get?params=")).toBeUndefined();
    expect(await readMapped(catalog, "jobs/other")).toMatchObject({ value: [{ text: "file" }] });
    expect(
      await callMapped(catalog, "jobs/get", { list: [{ uri: "x://jobs/get" }, { uri: "x://jobs/other" }] }),
    ).toEqual({
      list: [{ uri: "x://jobs/get" }, { uri: `${PREFIX}jobs/other` }],
    });
  });

  it("fail as methods do", async () => {
    const reads: [string, () => FileContents][] = [
      [
        "x://refused",
        () => {
          throw new Rejected(-32050, "Locked", { by: "a" });
        },
      ],
      [
        "x://broken",
        () => {
          throw new Error("secret");
        },
      ],
      ["x://undefined", () => undefined as never],
      ["x://other", () => ({ text: 5 }) as never],
    ];
    const { catalog, errors } = catalogOf({ files: reads.map(([uri, read]) => ({ uri, name: uri, read })) });
    const outcomes = [];
    for (const [uri] of reads) outcomes.push(await catalog.read(uri, "native", caller));
    expect({ outcomes, errors }).toMatchInlineSnapshot(`
      {
        "errors": [
          "The reading of x://broken failed.",
          "The reading of x://undefined gave neither text nor bytes.",
          "The reading of x://other gave neither text nor bytes.",
        ],
        "outcomes": [
          {
            "error": {
              "code": -32050,
              "data": {
                "by": "a",
              },
              "message": "Locked",
            },
            "ok": false,
          },
          {
            "error": {
              "code": -32603,
              "message": "Internal error",
            },
            "ok": false,
          },
          {
            "error": {
              "code": -32603,
              "message": "Internal error",
            },
            "ok": false,
          },
          {
            "error": {
              "code": -32603,
              "message": "Internal error",
            },
            "ok": false,
          },
        ],
      }
    `);
  });
});

describe("addresses in arguments and results", () => {
  const given = {
    uri: "skill://deploy/SKILL.md",
    uris: ["skill://deploy/SKILL.md"],
    resourceUri: "skill://deploy/SKILL.md",
    text: "skill://deploy/SKILL.md",
    nextCursor: "skill://deploy/SKILL.md",
    list: [{ uri: "skill://deploy/logo.png", deep: { uri: "skill://b%2Fc/SKILL.md" } }, [{ uri: "skill://a/b.txt" }]],
    object: { uri: { uri: "skill://deploy/SKILL.md" } },
    number: { uri: 1 },
    other: [{ uri: "other://deploy/SKILL.md" }, { uri: "skill://a/b/c" }, { uri: `${PREFIX}skills/echo` }],
  };

  it("of results are those of the face", async () => {
    const { catalog } = skills();
    expect(await callNative(catalog, "skills/echo", given)).toEqual(given);
    expect(await callMapped(catalog, "skills/echo", given)).toMatchInlineSnapshot(`
      {
        "list": [
          {
            "deep": {
              "uri": "mcp-extensions://example.org/jobs/b%2Fc/SKILL.md",
            },
            "uri": "mcp-extensions://example.org/jobs/images/logo",
          },
          [
            {
              "uri": "mcp-extensions://example.org/jobs/parts/b.txt/of/a",
            },
          ],
        ],
        "nextCursor": "skill://deploy/SKILL.md",
        "number": {
          "uri": 1,
        },
        "object": {
          "uri": {
            "uri": "skill://deploy/SKILL.md",
          },
        },
        "other": [
          {
            "uri": "other://deploy/SKILL.md",
          },
          {
            "uri": "skill://a/b/c",
          },
          {
            "uri": "mcp-extensions://example.org/jobs/skills/echo",
          },
        ],
        "resourceUri": "skill://deploy/SKILL.md",
        "text": "skill://deploy/SKILL.md",
        "uri": "mcp-extensions://example.org/jobs/deploy/SKILL.md",
        "uris": [
          "skill://deploy/SKILL.md",
        ],
      }
    `);
  });

  it("of arguments are what was registered, in either form", async () => {
    const seen: unknown[] = [];
    const { catalog } = catalogOf({
      methods: {
        "a/b": {
          handler: (params) => {
            seen.push(params);
            return {};
          },
        },
      },
      files: [{ uri: "x://a", name: "a", path: "other", read: () => ({ text: "" }) }],
      fileTemplates: [{ uriTemplate: "x://{a}/{b}", name: "b", path: "{b}/{a}", read: () => undefined }],
    });
    const uris = [
      `${PREFIX}other`,
      "x://a",
      `${PREFIX}1%20/2`,
      "x://1/2",
      `${PREFIX}manifest.json`,
      `${PREFIX}a/b`,
      `${PREFIX}a/b?params=%7B%7D`,
    ];
    await callMapped(catalog, "a/b", { list: uris.map((uri) => ({ uri })) });
    expect((seen[0] as { list: { uri: string }[] }).list.map(({ uri }) => uri)).toEqual([
      "x://a",
      "x://a",
      "x://2/1%20",
      "x://1/2",
      `${PREFIX}manifest.json`,
      `${PREFIX}a/b`,
      `${PREFIX}a/b?params=%7B%7D`,
    ]);
    await callNative(catalog, "a/b", { uri: `${PREFIX}other` });
    expect(seen[1]).toEqual({ uri: `${PREFIX}other` });
  });

  it("the first template that matches wins", async () => {
    const read = () => undefined;
    const { catalog } = catalogOf({
      methods: { echo: { handler } },
      fileTemplates: [
        { uriTemplate: "x://{a}/{b}", name: "1", path: "first/{a}/{b}", read },
        { uriTemplate: "x://{a}/b", name: "2", path: "second/{a}", read },
      ],
    });
    expect(await callMapped(catalog, "echo", { uri: "x://a/b" })).toEqual({ uri: `${PREFIX}first/a/b` });
  });

  it("an own key __proto__ is a key like others", async () => {
    const { catalog } = skills();
    const odd = JSON.parse('{"__proto__":{"uri":"skill://deploy/SKILL.md"}}') as unknown;
    const value = (await callMapped(catalog, "skills/echo", odd)) as object;
    expect(JSON.stringify(value)).toBe(`{"__proto__":{"uri":"${PREFIX}deploy/SKILL.md"}}`);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe("resources of the server", () => {
  it("stand on both faces as they are", async () => {
    const { catalog } = skills();
    catalog.resource({
      uri: "app://about",
      name: "about",
      mimeType: "text/plain",
      read: (context) => ({ text: `${"extension" in context} ${context.route}` }),
    });
    catalog.resourceTemplate({
      uriTemplate: "skill://{name}/{rest}",
      name: "rest",
      read: (v) => (v.name === "own" ? { text: "own" } : undefined),
    });
    for (const face of ["native", "resources"] as const) {
      expect(await catalog.read("app://about", face, caller)).toEqual({
        ok: true,
        value: [{ uri: "app://about", mimeType: "text/plain", text: `false ${face}` }],
      });
      expect(await catalog.read("skill://own/SKILL.md", face, caller)).toMatchObject({ value: [{ text: "own" }] });
      expect(catalog.resources(face).map(({ uri }) => uri)).toContain("app://about");
    }
    expect(await catalog.read("skill://deploy/SKILL.md", "native", caller)).toMatchObject({
      value: [{ text: expect.stringMatching(/says/) }],
    });
    expect(await catalog.read("skill://x/SKILL.md", "native", caller)).toMatchObject({ value: [{ text: "skill x" }] });
    expect(await callMapped(catalog, "skills/echo", { uri: "app://about" })).toEqual({ uri: "app://about" });
  });

  it("make a catalog have resources, as extensions do", () => {
    const catalog = createCatalog();
    expect([catalog.hasResources("native"), catalog.hasResources("resources")]).toEqual([false, false]);
    const { catalog: extended } = catalogOf({}, ID);
    expect([extended.hasResources("native"), extended.hasResources("resources")]).toEqual([false, true]);
    catalog.resourceTemplate({ uriTemplate: "x://{a}", name: "a", read: () => undefined });
    expect([catalog.hasResources("native"), catalog.hasResources("resources")]).toEqual([true, true]);
  });
});
