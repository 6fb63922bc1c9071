import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.js";
import { REGISTRATION_ERRORS, RegistrationError } from "./errors.js";
import { Extension } from "./extension.js";
import { caller, catalogOf, extensionOf, ID } from "./testing/catalog.js";
import type { ExtensionOptions } from "./types.js";

const handler = () => ({});
const read = () => ({ text: "" });

/** What a registration says where it is refused; `undefined` where it is taken. */
function refusal(register: () => unknown): string | undefined {
  try {
    register();
    return undefined;
  } catch (error) {
    if (!(error instanceof RegistrationError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

function refusalOf(options: unknown, id = ID): string | undefined {
  return refusal(() => createCatalog().extension(new Extension(id, options as never)));
}

function method(name: string): ExtensionOptions {
  return { methods: { [name]: { handler } } };
}

function file(uri: string, path?: string): ExtensionOptions {
  return { files: [{ uri, name: "file", read, ...(path === undefined ? {} : { path }) }] };
}

function template(uriTemplate: string, path?: string): ExtensionOptions {
  return { fileTemplates: [{ uriTemplate, name: "files", read, ...(path === undefined ? {} : { path }) }] };
}

describe("names of methods", () => {
  it.each([
    "jobs/start",
    "start",
    "jobs.start",
    "a/b/c",
    "größe/lesen",
    "__proto__",
    "jobs/...",
    "manifest",
    "m/x.json",
  ])("%s is taken", (name) => {
    expect(refusalOf(method(name))).toBeUndefined();
  });

  it.each([
    "",
    "a b",
    "a\tb",
    "a\n",
    "\u00a0a",
    "a\u0000b",
    "a\ud800",
    "a?b",
    "a#b",
    "a%20b",
    "a:b",
    "a{b",
    "a}b",
    "a\\b",
    "/a",
    "a/",
    "a//b",
    "./a",
    "a/..",
    "a/./b",
    "manifest.json",
    "a/manifest.json",
  ])("%j cannot be a part of an address", (name) => {
    expect(refusalOf(method(name))).toMatch(/^METHOD_NAME: /);
  });

  it.each([
    "ping",
    "initialize",
    "server/discover",
    "subscriptions/listen",
    "tools/call",
    "resources/read",
    "logging/setLevel",
    "sampling/createMessage",
    "roots/list",
    "elicitation/create",
    "notifications/jobs",
    "rpc.discover",
  ])("%s is the protocol's", (name) => {
    expect(refusalOf(method(name))).toMatch(/^METHOD_OF_PROTOCOL: /);
  });

  it("those of the tasks utility are free unless the server serves it", () => {
    for (const name of ["tasks/get", "tasks/list", "tasks/result", "tasks/cancel"]) {
      expect(refusalOf(method(name))).toBeUndefined();
      const withTasks = createCatalog({ capabilities: { tasks: {} } });
      expect(refusal(() => withTasks.extension(extensionOf(method(name))))).toBe(
        `METHOD_OF_PROTOCOL: The method ${name} of ${ID} belongs to the protocol.`,
      );
      expect(refusal(() => withTasks.extension(extensionOf(method("tasks/update"))))).toBeUndefined();
    }
  });

  it("those of official extensions are taken with a warning, unless by these", () => {
    const options = {
      methods: { "tasks/get": { handler }, "skills/list": { handler }, "task/get": { handler } },
      notifications: { "notifications/tasks": {}, "notifications/tasks/done": {}, "notifications/tasksets": {} },
    };
    expect(catalogOf(options).warnings).toMatchInlineSnapshot(`
      [
        "tasks/get of example.org/jobs has a name that io.modelcontextprotocol/tasks uses; clients may take it for that.",
        "skills/list of example.org/jobs has a name that io.modelcontextprotocol/skills uses; clients may take it for that.",
        "notifications/tasks of example.org/jobs has a name that io.modelcontextprotocol/tasks uses; clients may take it for that.",
        "notifications/tasks/done of example.org/jobs has a name that io.modelcontextprotocol/tasks uses; clients may take it for that.",
      ]
    `);
    expect(catalogOf(method("tasks/get"), "io.modelcontextprotocol/tasks").warnings).toEqual([]);
    expect(catalogOf(method("skills/get"), "io.modelcontextprotocol/skills").warnings).toEqual([]);
  });
});

describe("names of notifications", () => {
  it.each(["jobs/changed", "notifications/", "notifications", "notifications/a b", "Notifications/a", ""])(
    "%j has not the form of one",
    (name) => {
      expect(refusalOf({ notifications: { [name]: {} } })).toMatch(/^NOTIFICATION_NAME: /);
    },
  );

  it.each(["notifications/message", "notifications/resources/updated", "notifications/tasks/status"])(
    "%s is the protocol's",
    (name) => {
      expect(refusalOf({ notifications: { [name]: {} } })).toMatch(/^NOTIFICATION_OF_PROTOCOL: /);
    },
  );

  it("a topic is the name of a member", () => {
    const { catalog } = catalogOf({ notifications: { "notifications/a": { topic: "id" }, "notifications/b": {} } });
    expect(["notifications/a", "notifications/b", "notifications/c", "constructor"].map(catalog.topicOf)).toEqual([
      "id",
      null,
      undefined,
      undefined,
    ]);
    expect(refusalOf({ notifications: { "notifications/a": { topic: "" } } })).toMatchInlineSnapshot(
      `"DECLARATION: The notification notifications/a of example.org/jobs is no object, or its topic is not the name of a member of its params."`,
    );
  });
});

describe("files", () => {
  it.each([
    file("jobs://readme"),
    file("urn:jobs:readme", "readme"),
    file("file:///etc/motd", "motd"),
    file("x://a%2e%2e/b"),
    file("x://a b\tc/{d}"),
    file("x://manifest.json/a"),
    template("jobs://{job}/log.txt"),
    template("urn:job:{job}", "{job}.txt"),
    template("x://{a}-{b}/{c}", "{c}/{b}/{a}"),
  ])("%j is taken", (options) => {
    expect(refusalOf(options)).toBeUndefined();
  });

  it.each([
    file("readme.md"),
    file(""),
    file("//host/path"),
    file("x:"),
    file("mcp-extensions://example.org/jobs/x"),
    template("{job}/log.txt"),
    template("mcp-extensions://{a}/b"),
  ])("%j has no address of its own", (options) => {
    expect(refusalOf(options)).toMatch(/^RESOURCE_URI: /);
  });

  it.each([
    file("urn:jobs:readme"),
    file("file:///etc/motd"),
    file("x://a//b"),
    file("x://a/./b"),
    file("x://../b"),
    file("x://a/"),
    file("x://"),
    file("x://a", ""),
    file("x://a", "b/.."),
    file("x://manifest.json"),
    file("x://a/manifest.json"),
    file("x://a", "manifest.json"),
    template("x://{a}/manifest.json"),
    template("x://{a}//b"),
  ])("%j has no path", (options) => {
    expect(refusalOf(options)).toMatch(/^FILE_PATH: /);
  });

  it.each([
    template("x://a/b"),
    template("x://{a/b"),
    template("x://{a}/b}"),
    template("x://{+path}"),
    template("x://{a}/{?b}"),
    template("x://{}"),
    template("x://{a}/{a}"),
    template("x://{a}/{b}", "{a}"),
    template("x://{a}", "{b}"),
    template("x://{a}", "{a}/{b}"),
    template("x://{a}", "{a}/{a}"),
  ])("%j is no template", (options) => {
    expect(refusalOf(options)).toMatch(/^FILE_TEMPLATE: /);
  });
});

describe("what stands already", () => {
  const methods = { "jobs/start": { handler }, "jobs/get": { inputSchema: { required: ["id"] }, handler } };

  it.each<[string, ExtensionOptions]>([
    ["the same file twice", { files: [...(file("x://a").files ?? []), ...(file("x://a", "b").files ?? [])] }],
    ["two files at one path", { files: [...(file("x://a").files ?? []), ...(file("y://a").files ?? [])] }],
    ["a file at the address of a method", { methods, ...file("x://jobs/start") }],
    ["a file at the address of a method that needs arguments", { methods, ...file("x://jobs/get") }],
    ["a file at a call", { methods, ...file("x://jobs/get?params=%7B%7D") }],
    ["a file at the text of the template of a method", { methods, ...file("x://jobs/get?params={params}") }],
    ["a file template that is that of a method", { methods, ...template("x://jobs/get?params={params}") }],
    [
      "the same template twice",
      {
        fileTemplates: [
          ...(template("x://{a}").fileTemplates ?? []),
          ...(template("x://{a}", "b{a}").fileTemplates ?? []),
        ],
      },
    ],
  ])("%s is refused", (_what, options) => {
    expect(refusalOf(options)).toMatch(/^ADDRESS_TAKEN: /);
  });

  it("an extension, a method, a notification, a file of another extension", () => {
    const { catalog } = catalogOf({
      ...method("jobs/start"),
      ...file("x://a"),
      ...template("x://{a}/b"),
      notifications: { "notifications/jobs": {} },
    });
    const other = (options: ExtensionOptions, id = "com.example/other") =>
      refusal(() => catalog.extension(extensionOf(options, id)));
    expect([
      other({}, ID),
      other(method("jobs/start")),
      other({ notifications: { "notifications/jobs": { topic: "id" } } }),
      other(file("x://a", "elsewhere")),
      other(template("x://{a}/b")),
      other(file("y://a")),
    ]).toMatchInlineSnapshot(`
      [
        "EXTENSION_TWICE: The extension example.org/jobs is registered already.",
        "METHOD_TWICE: The method jobs/start of com.example/other is a method of example.org/jobs too.",
        "NOTIFICATION_TWICE: The notification notifications/jobs of com.example/other is one of example.org/jobs too.",
        "ADDRESS_TAKEN: The address x://a of the file x://a of com.example/other is that of the file x://a of example.org/jobs.",
        "ADDRESS_TAKEN: The address x://{a}/b of the file template x://{a}/b of com.example/other is that of the file template x://{a}/b of example.org/jobs.",
        undefined,
      ]
    `);
  });

  it("resources of the server, whichever came first", () => {
    const uris = [
      `mcp-extensions://${ID}/manifest.json`,
      `mcp-extensions://${ID}/jobs/start`,
      `mcp-extensions://${ID}/jobs/start?params=%7B%7D`,
      `mcp-extensions://${ID}/a`,
      "x://a",
    ];
    const options = { methods, ...file("x://a") };
    for (const uri of uris) {
      const first = createCatalog();
      first.resource({ uri, name: "own", read });
      expect(refusal(() => first.extension(extensionOf(options)))).toMatch(/^ADDRESS_TAKEN: /);
      const { catalog } = catalogOf(options);
      expect(refusal(() => catalog.resource({ uri, name: "own", read }))).toMatch(/^ADDRESS_TAKEN: /);
    }
    const twice = createCatalog();
    twice.resource({ uri: "x://a", name: "own", read });
    twice.resourceTemplate({ uriTemplate: "x://{a}", name: "own", read });
    expect([
      refusal(() => twice.resource({ uri: "x://a", name: "again", read })),
      refusal(() => twice.resourceTemplate({ uriTemplate: "x://{a}", name: "again", read })),
      refusal(() => twice.resourceTemplate({ uriTemplate: "x://a", name: "none", read })),
      refusal(() => twice.resource({ uri: "readme", name: "none", read })),
    ]).toMatchInlineSnapshot(`
      [
        "ADDRESS_TAKEN: The address x://a of the resource again is that of the resource own.",
        "ADDRESS_TAKEN: The address x://{a} of the resource template again is that of the resource template own.",
        "FILE_TEMPLATE: The resource template none has no template of variables: x://a.",
        "RESOURCE_URI: The resource none has no address with a scheme: "readme".",
      ]
    `);
  });

  it("a template that covers a method is taken with a warning", () => {
    expect(catalogOf({ methods, ...template("x://{dir}/{name}") }).warnings).toMatchInlineSnapshot(`
      [
        "On older revisions the file template x://{dir}/{name} of example.org/jobs also covers the address of jobs/start, which wins there; give it another path.",
      ]
    `);
    expect(catalogOf({ methods, ...template("x://{name}") }).warnings).toMatchInlineSnapshot(`
      [
        "On older revisions the file template x://{name} of example.org/jobs also covers the address of manifest.json, which wins there; give it another path.",
      ]
    `);
    expect(catalogOf({ methods, ...template("x://{dir}/{name}", "f/{dir}/{name}") }).warnings).toEqual([]);
  });
});

describe("declarations", () => {
  it("parts that are missing or of the wrong type", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect([
      refusal(() => createCatalog().extension(undefined as never)),
      refusalOf(null),
      refusalOf({ method: {} }),
      refusalOf({ methods: [] }),
      refusalOf({ methods: { "jobs/a": {} } }),
      refusalOf({ methods: { "jobs/a": null } }),
      refusalOf({ methods: { "jobs/a": { handler, description: 1 } } }),
      refusalOf({ methods: { "jobs/a": { handler, params: {} } } }),
      refusalOf({ notifications: { "notifications/a": null } }),
      refusalOf({ files: {} }),
      refusalOf({ files: [{ uri: "x://a", read }] }),
      refusalOf({ files: [{ uri: "x://a", name: "a" }] }),
      refusalOf({ fileTemplates: [null] }),
      refusalOf({ instructions: 1 }),
      refusalOf({ settings: [] }),
      refusalOf({ settings: { notifications: {} } }),
      refusalOf({ settings: cyclic }),
    ]).toMatchInlineSnapshot(`
      [
        "DECLARATION: What is registered is no Extension with an object of options.",
        "DECLARATION: What is registered is no Extension with an object of options.",
        "DECLARATION: The options of example.org/jobs have a member method; there are settings, instructions, methods, notifications, files, fileTemplates.",
        "DECLARATION: The methods of example.org/jobs are no object.",
        "DECLARATION: The method jobs/a of example.org/jobs has no handler.",
        "DECLARATION: The method jobs/a of example.org/jobs has no handler.",
        "DECLARATION: The description of the method jobs/a of example.org/jobs is no string.",
        "DECLARATION: The params of jobs/a is no Standard Schema.",
        "DECLARATION: The notification notifications/a of example.org/jobs is no object, or its topic is not the name of a member of its params.",
        "DECLARATION: The files of example.org/jobs are no array.",
        "DECLARATION: A file of example.org/jobs has no name.",
        "DECLARATION: A file of example.org/jobs, a, has no function read.",
        "DECLARATION: A file template of example.org/jobs has no name.",
        "DECLARATION: The instructions of example.org/jobs are no string.",
        "SETTINGS: The settings of example.org/jobs are no JSON object.",
        "SETTINGS: The settings of example.org/jobs have a member notifications.",
        "SETTINGS: The settings of example.org/jobs are no JSON.",
      ]
    `);
  });

  it("are taken whole or not at all", () => {
    const { catalog } = catalogOf({ ...method("jobs/start"), ...file("x://a") });
    const before = shown(catalog);
    const options = {
      settings: { a: 1 },
      methods: { "other/a": { handler }, "other/b": { handler } },
      notifications: { "notifications/other": {} },
      files: [...(file("x://b").files ?? []), ...(file("x://a", "elsewhere").files ?? [])],
    };
    expect(refusal(() => catalog.extension(extensionOf(options, "com.example/other")))).toMatch(/^ADDRESS_TAKEN/);
    expect(shown(catalog)).toEqual(before);
    const mended = { ...options, files: options.files.slice(0, 1) };
    expect(refusal(() => catalog.extension(extensionOf(mended, "com.example/other")))).toBeUndefined();
    expect(shown(catalog)).not.toEqual(before);
  });

  it("change no more once they are taken", async () => {
    const settings = { nested: { list: [1] } };
    const inputSchema = { type: "object", properties: { a: {} } };
    const options = {
      settings,
      methods: { "jobs/start": { description: "Starts.", inputSchema, handler: () => ({ by: "first" }) } },
      notifications: { "notifications/jobs": { topic: "id" } },
      files: [{ uri: "x://a", name: "a", read: () => ({ text: "first" }) }],
    };
    const { catalog } = catalogOf(options);
    const before = shown(catalog);
    settings.nested.list.push(2);
    inputSchema.properties = { a: { type: "string" } } as never;
    Object.assign(options.methods, { "jobs/more": { handler } });
    options.methods["jobs/start"].description = "Stops.";
    options.methods["jobs/start"].handler = () => ({ by: "second" });
    options.notifications["notifications/jobs"].topic = "other";
    Object.assign(options.files[0] as object, { uri: "x://b", name: "b", read: () => ({ text: "second" }) });
    options.files.push({ uri: "x://c", name: "c", read });
    expect(shown(catalog)).toEqual(before);
    expect(await catalog.call("jobs/start", {}, caller)).toEqual({ ok: true, value: { by: "first" } });
    expect(await catalog.read("x://a", "native", caller)).toEqual({
      ok: true,
      value: [{ uri: "x://a", text: "first" }],
    });
    expect(Object.isFrozen(catalog.advertised()[ID]?.nested)).toBe(true);
    expect(Object.isFrozen(catalog.manifests().get(ID)?.methodResources["jobs/start"]?.inputSchema.properties)).toBe(
      true,
    );
  });
});

/** Everything that a catalog shows of itself. */
function shown(catalog: ReturnType<typeof createCatalog>): unknown {
  return structuredClone({
    methods: catalog.methods(),
    advertised: catalog.advertised(),
    manifests: [...catalog.manifests()],
    lists: (["native", "resources"] as const).map((face) => [catalog.resources(face), catalog.templates(face)]),
    topic: catalog.topicOf("notifications/other") ?? null,
  });
}

it("every refusal says why and what to do", () => {
  const error = new RegistrationError("ID_RESERVED", "what");
  expect([error.why, error.fix]).toEqual(Object.values(REGISTRATION_ERRORS.ID_RESERVED));
  for (const { why, fix } of Object.values(REGISTRATION_ERRORS)) {
    expect(why).toMatch(/^[A-Z].*\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  }
});
