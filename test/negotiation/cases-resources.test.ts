import { describe, expect, it } from "vitest";
import { error, type Hooks, judged, library, type Outcome, result } from "./testing/hooked-server.js";

const TEST_MS = 120_000;

const READABLE = "resources-listed-readable";

/** Reads exactly the listed URIs. */
const listedAlone = (uris: string[]) => library(uris, [], (uri) => (uris.includes(uri) ? "text" : undefined));

describe("R03: a template whose literal is not ASCII", () => {
  const raw = "file:///docs/café/a.txt";
  const encoded = "file:///docs/caf%C3%A9/a.txt";
  const template = "file:///docs/café/{name}";

  it.each([
    ["neither form can be read", [encoded], [] as string[], "failed"],
    ["only the raw form can be read", [raw], [raw], "failed"],
    ["both forms can be read", [raw], [raw, encoded], "passed"],
    ["the encoded form is listed and can be read", [encoded], [encoded], "passed"],
  ])(
    "%s",
    async (_, listed, readable, expected) => {
      const served = library(listed, [template], (uri) => (readable.includes(uri) ? "text" : undefined));
      expect((await judged([READABLE], served)).outcomes).toEqual({ [READABLE]: expected });
    },
    TEST_MS,
  );

  it(
    "is not judged where no value of its variable is known",
    async () => {
      const { outcomes, messages } = await judged(
        [READABLE],
        library([], [template], () => undefined),
      );
      expect(outcomes).toEqual({ [READABLE]: "note" });
      expect(messages).toContain("no value is known");
    },
    TEST_MS,
  );
});

describe("R04, R10: a URI is the text that was listed", () => {
  const odd = [
    "users/me",
    "x-library://Example.org/P",
    "x-library://example.org/P",
    "x-library://Example.org/a/../b",
    "x-library://h/a/%2e%2e/b",
    "x-library://h/é",
    "x-library://h/x#tasks",
    "x-library://h/x?a=1&a=2",
    "x-library://h/x?b=2&a=1",
    "x-library://h/x?",
    "x-library://h/x",
    "x-library://h/x/",
    "x_library://h/x",
    "X-Library://Example.org/x",
  ];

  it.each(["modern", "legacy"] as const)(
    "is read byte for byte (%s), and two that differ little stay two",
    async (era) => {
      const { outcomes, read } = await judged([READABLE], listedAlone(odd), era);
      expect(outcomes).toEqual({ [READABLE]: "passed" });
      expect(read).toEqual(odd);
    },
    TEST_MS,
  );

  it(
    "fails where the server cannot read what it lists, and says which",
    async () => {
      const [uri = ""] = odd.slice(3);
      const { outcomes, messages } = await judged(
        [READABLE],
        library([uri], [], () => undefined),
      );
      expect(outcomes).toEqual({ [READABLE]: "failed" });
      expect(messages).toContain(JSON.stringify(uri));
    },
    TEST_MS,
  );

  it.each([
    ["x-library://example.org/b", "warning"],
    ["x-library://Example.org/a/../b", "passed"],
    ["x-library://Example.org/other", "passed"],
  ])(
    "contents[].uri %s: %s",
    async (named, expected) => {
      const listed = "x-library://Example.org/a/../b";
      const hooks: Hooks[] = [
        {
          around: async (call, next) =>
            call.method === "resources/read" && call.params.uri === listed
              ? result(call, { contents: [{ uri: named, text: "text" }] })
              : next(),
        },
        ...(listedAlone([listed]).hooks ?? []),
      ];
      expect((await judged([READABLE], { hooks })).outcomes).toEqual({ [READABLE]: expected });
    },
    TEST_MS,
  );
});

describe("an address of an extension that is offered as resources", () => {
  const mapped = ["mcp-extensions://a.b/c/c/start", "mcp-extensions://a.b/c/c/get?params=%7B%7D"];
  const manifest = "mcp-extensions://a.b/c/manifest.json";
  const template = "mcp-extensions://a.b/c/c/start?params={params}";

  it(
    "is left alone, since reading it may call a method, but for that of the interface",
    async () => {
      const served = library([...mapped, manifest], [template], () => "text");
      const { outcomes, messages, read } = await judged([READABLE], served, "legacy");
      expect([outcomes, read]).toEqual([{ [READABLE]: "note" }, [manifest]]);
      expect(messages).toContain("3 mcp-extensions:// addresses were left alone");
    },
    TEST_MS,
  );
});

describe("R05: a template that is matched by replacing text", () => {
  it.each([
    ["a dot for any character", "x://a.b/{city}", /^x:\/\/a.b\/[^/{}]+$/, "failed"],
    ["braces for a value", "x://a.b/{city}", /^x:\/\/a\.b\/[^/]+$/, "failed"],
    ["two variables, braces for values", "x://h/{a}-{b}", /^x:\/\/h\/[^/]+-[^/]+$/, "failed"],
    ["as it is meant", "x://a.b/{city}", /^x:\/\/a\.b\/[A-Za-z0-9%_.~-]+$/, "note"],
    ["a query in any order", "x://h/{?q,r}", /^x:\/\/h\/\?/, "passed"],
    ["anything at all, which A28 judges", "x://a.b/{city}", /^/, "note"],
  ])(
    "%s",
    async (_, template, pattern, expected) => {
      const served = library([], [template], (uri) => (pattern.test(uri) ? "text" : undefined));
      expect((await judged([READABLE], served)).outcomes).toEqual({ [READABLE]: expected });
    },
    TEST_MS,
  );
});

describe("R07: what a missing resource is answered with", () => {
  const CHECKS = ["rpc-retired-codes", "resource-not-found-shape"];

  it.each([
    ["-32602", (call) => error(call, -32602), ["passed", "passed"]],
    ["-32002", (call) => error(call, -32002), ["failed", "note"]],
    ["0", (call) => error(call, 0), ["passed", "failed"]],
    ["-32603", (call) => error(call, -32603), ["passed", "failed"]],
    ["no contents", (call) => result(call, { contents: [] }), ["passed", "failed"]],
    ["a text that says so", (call) => result(call, { isError: true, content: [] }), ["passed", "failed"]],
  ] as [string, (call: { id: string | number; era: string }) => Outcome, string[]][])(
    "2026-07-28: %s",
    async (_, answer, expected) => {
      const hooks: Hooks[] = [
        {
          around: async (call, next) =>
            call.method === "resources/read" && String(call.params.uri).includes("none-7f3a") ? answer(call) : next(),
        },
      ];
      const { outcomes } = await judged(CHECKS, { hooks });
      expect(CHECKS.map((id) => outcomes[id])).toEqual(expected);
    },
    TEST_MS,
  );

  it.each([
    [-32002, "passed"],
    [-32602, "note"],
  ])(
    "2025-11-25: %i",
    async (code, expected) => {
      const hooks: Hooks[] = [
        { around: async (call, next) => (call.method === "resources/read" ? error(call, code) : next()) },
      ];
      const { outcomes } = await judged(["resource-not-found-shape"], { hooks, versions: ["2025-11-25"] }, "legacy");
      expect(outcomes).toEqual({ "resource-not-found-shape": expected });
    },
    TEST_MS,
  );
});
