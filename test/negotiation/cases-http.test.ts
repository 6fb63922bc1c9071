import type { IncomingMessage } from "node:http";
import { at, encodeHeaderValue, isObject, type JsonObject } from "@mcptest/pack";
import { type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { recordingProxy } from "./testing/recording-proxy.js";
import { EVERY_OPTION, idsThatNeed, type NegotiationRun, runNegotiation } from "./testing/run-negotiation.js";

const TEST_MS = 120_000;

/** Hooks of a server. */
type Hooks = NonNullable<ServerOptions["hooks"]>[number];

/** The status of each check, with its first message where it has one. */
type Outcomes = Record<string, string>;

interface Judged {
  outcomes: Outcomes;
  messages: Record<string, string[]>;
  requests: Awaited<ReturnType<typeof startHttpServer>>["requests"];
}

/** Runs some checks on a generic server of 2026-07-28 over HTTP. */
async function judged(checkIds: string[], served: ServerOptions, more: Partial<NegotiationRun> = {}): Promise<Judged> {
  const server = await startHttpServer({ kind: "generic", era: "modern", jobMs: 120, ...served });
  try {
    const target = { kind: "http" as const, name: "testkit", url: server.url, headers: [] };
    const { checks } = packOf(await runNegotiation({ target, era: "modern", checkIds, ...more }));
    const outcomes = checks.map(({ id, status, skipReason, warnings = [], notes = [] }) => {
      const worst = skipReason ?? (status === "passed" && warnings.length > 0 ? "warning" : status);
      return [id, notes.length > 0 && worst === "passed" ? "note" : worst];
    });
    const messages = checks.map(({ id, error, warnings = [], notes = [] }) => {
      return [id, [...(error ? [error.message] : []), ...warnings, ...notes]];
    });
    return {
      outcomes: Object.fromEntries(outcomes),
      messages: Object.fromEntries(messages),
      requests: server.requests,
    };
  } finally {
    await server.close();
  }
}

/** Refuses what fails a check with this code and status. */
function refusing(check: string, code: number, status = 400): Hooks {
  return {
    refusal: (failed, error) => (failed === check ? Object.assign(error, { code, status }) : error),
  };
}

/** Answers requests that `isMeant` picks with a status and a text, before MCP. */
function turningAway(status: number, isMeant: (request: IncomingMessage) => boolean): Hooks {
  return {
    http: {
      intercept(request, response) {
        if (!isMeant(request)) return false;
        response.writeHead(status, { "Content-Type": "text/html" }).end("<h1>Not here</h1>");
        return true;
      },
    },
  };
}

describe("N15: header and body disagree on the version", () => {
  const MISMATCH = "http-version-mismatch";

  it.each([
    [-32020, "passed"],
    [-32022, "warning"],
    [-32602, "failed"],
    [-32001, "failed"],
  ])(
    "another version in _meta, refused with %i: %s",
    async (code, expected) => {
      const { outcomes } = await judged([MISMATCH], { hooks: [refusing("version-mismatch", code)] });
      expect(outcomes).toEqual({ [MISMATCH]: expected });
    },
    TEST_MS,
  );

  it(
    "names the code that is expected, and what became of the number of drafts",
    async () => {
      const { messages } = await judged([MISMATCH], { hooks: [refusing("version-mismatch", -32001)] });
      expect(messages[MISMATCH]).toMatchInlineSnapshot(`
        [
          "server/discover with MCP-Protocol-Version: 2026-07-28 and 1900-01-01 in _meta: refused: HTTP 400 with {"code":-32001,"message":"MCP-Protocol-Version differs from the version in _meta"}, and not with the code -32020; -32001 was the number in drafts of the revision, -32020 is the final one
        rule A60: header and _meta differ, so the answer is 400 and the code -32020 (-32022 is a warning)
        fix: compare MCP-Protocol-Version with the version in _meta before you look whether you serve it",
        ]
      `);
    },
    TEST_MS,
  );

  it.each([
    ["modern", "passed"],
    ["dual", "passed"],
  ] as const)(
    "no header, refused by a %s server: %s",
    async (era, expected) => {
      const id = "http-version-header-required";
      expect((await judged([id], { era })).outcomes).toEqual({ [id]: expected });
    },
    TEST_MS,
  );

  it.each([
    ["modern", "failed"],
    ["dual", "note"],
  ] as const)(
    "no header, answered by a %s server as it answers an older revision: %s",
    async (era, expected) => {
      const id = "http-version-header-required";
      const isMeant = ({ headers }: IncomingMessage) =>
        headers["mcp-method"] !== undefined && headers["mcp-protocol-version"] === undefined;
      const { outcomes } = await judged([id], { era, hooks: [turningAway(404, isMeant)] });
      expect(outcomes).toEqual({ [id]: expected });
    },
    TEST_MS,
  );

  it(
    "never names a legacy version next to a modern one",
    async () => {
      const { requests } = await judged([MISMATCH, "http-unsupported-version-400"], {});
      const versions = requests.map(({ headers, body }) => [
        headers.find(([name]) => name.toLowerCase() === "mcp-protocol-version")?.[1],
        /"io\.modelcontextprotocol\/protocolVersion":"([^"]*)"/.exec(body)?.[1],
      ]);
      const named = versions.filter(([, inBody]) => inBody !== undefined).flat();
      expect(new Set(named)).toEqual(new Set(["2026-07-28", "1900-01-01"]));
    },
    TEST_MS,
  );
});

describe("N18: Origin and Host", () => {
  const ORIGIN = "http-origin-403";

  it.each([
    [403, "note"],
    [400, "failed"],
    [200, "failed"],
    [401, "could-not-run"],
    [503, "could-not-run"],
  ])(
    "a foreign Origin that gets %i: %s",
    async (status, expected) => {
      const refuse = (given: number) => (given !== 403 ? given : status === 200 ? undefined : status);
      const { outcomes } = await judged([ORIGIN], { hooks: [{ http: { refuse } }] });
      expect(outcomes).toEqual({ [ORIGIN]: expected });
    },
    TEST_MS,
  );

  it.each([
    [200, "note", [expect.stringContaining("server/discover with Host: attacker.invalid was served.")]],
    [403, "passed", []],
    [421, "passed", []],
  ] as const)(
    "a foreign Host that gets %i: %s",
    async (status, outcome, said) => {
      const hooks = status === 200 ? [] : [turningAway(status, ({ headers }) => headers.host === "attacker.invalid")];
      const { outcomes, messages } = await judged([ORIGIN], { hooks });
      expect(outcomes).toEqual({ [ORIGIN]: outcome });
      expect(messages[ORIGIN]).toEqual(said);
    },
    TEST_MS,
  );

  it(
    "sends none where the option says so",
    async () => {
      const options = { ...EVERY_OPTION, origin: "never" };
      const { outcomes, requests } = await judged([ORIGIN], {}, { options });
      expect(outcomes).toEqual({ [ORIGIN]: "not-applicable" });
      expect(requests.filter(({ headers }) => headers.some(([name]) => name === "Origin"))).toEqual([]);
    },
    TEST_MS,
  );
});

describe("N06: a stream that ends inside its last event", () => {
  it(
    "fails the check of answers, in words that say so",
    async () => {
      const ids = ["http-name-header", "http-response-content-type"];
      const { outcomes, messages } = await judged(ids, { faults: ["sse-event-unterminated"] });
      expect(outcomes).toEqual({ "http-name-header": "passed", "http-response-content-type": "failed" });
      expect(messages["http-response-content-type"]?.[0]).toMatch(
        /^prompts\/get: the stream ended inside an event: "\{.*\n.*A55/,
      );
    },
    TEST_MS,
  );

  it.each(["sse-crlf-split", "sse-lone-cr", "sse-bom", "sse-comments"])(
    "%s is read to its end",
    async (framing) => {
      const ids = ["http-name-header", "http-response-content-type", "http-sse-ends-with-response"];
      const { outcomes } = await judged(ids, { variants: [framing] });
      expect(Object.values(outcomes)).toEqual(["passed", "passed", "passed"]);
    },
    TEST_MS,
  );
});

describe("N17: whoever turns a probe away before MCP", () => {
  const PROBES = [
    "http-version-header-required",
    "http-version-mismatch",
    "http-method-header",
    "http-name-header",
    "http-name-header-base64-invalid",
    "http-param-header",
    "http-unknown-method-404",
    "http-unsupported-version-400",
    "http-missing-meta-400",
    "http-last-event-id-ignored",
  ];

  it.each([401, 403, 407, 421, 429, 502, 503])(
    "with %i blames nobody",
    async (status) => {
      const opening = new Set([
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
      ]);
      // Each of the usual requests once, and then nothing any more.
      const isLater = ({ headers }: IncomingMessage) => !opening.delete(String(headers["mcp-method"]));
      const { outcomes } = await judged(PROBES, { hooks: [turningAway(status, isLater)] });
      expect(new Set(Object.values(outcomes))).toEqual(new Set(["could-not-run"]));
    },
    TEST_MS,
  );
});

describe("R09: names that no header carries as they are", () => {
  const NAME = "http-name-header";
  const LONG = `x://long?${"q".repeat(9_000)}`;
  const resources = ["x://测试", "=?base64?abc?=", "x://a ", LONG].map((uri, index) => ({
    uri,
    name: `odd-${index}`,
    mimeType: "text/plain",
    contents: { text: `${index}` },
  }));
  const odd: Hooks = { policies: { generic: { resources } } };
  const isLong = ({ headers }: IncomingMessage) => String(headers["mcp-name"]).length > 8_000;

  it(
    "travel encoded and are served",
    async () => {
      const ids = [NAME, "resources-listed-readable"];
      const { outcomes, requests } = await judged(ids, { hooks: [odd] });
      expect(outcomes[NAME]).toBe("passed");
      expect(["passed", "note"]).toContain(outcomes["resources-listed-readable"]);
      const names = requests.flatMap(({ headers }) =>
        headers.filter(([name]) => name === "Mcp-Name").map(([, value]) => value),
      );
      for (const { uri } of resources) expect(names).toContain(encodeHeaderValue(uri));
      expect(encodeHeaderValue("x://测试")).toBe("=?base64?eDovL+a1i+ivlQ==?=");
    },
    TEST_MS,
  );

  it(
    "are refused by a server that compares them as they came, which fails",
    async () => {
      const { outcomes } = await judged([NAME], { faults: ["name-header-not-decoded"] });
      expect(outcomes).toEqual({ [NAME]: "failed" });
    },
    TEST_MS,
  );

  it(
    "are too long for whoever is in between, which fails nothing",
    async () => {
      const { outcomes } = await judged([NAME, "resources-listed-readable"], {
        hooks: [odd, turningAway(431, isLong)],
      });
      expect(Object.values(outcomes)).not.toContain("failed");
    },
    TEST_MS,
  );

  it.each([
    ["a wrapped value that is no base64", "name-header-lenient-base64", "http-name-header-base64-invalid", "failed"],
    ["a number in place of a URI", "resource-uri-coerced", NAME, "warning"],
  ])(
    "%s must not be served",
    async (_, fault, id, expected) => {
      expect((await judged([id], { faults: [fault] })).outcomes).toEqual({ [id]: expected });
    },
    TEST_MS,
  );
});

describe("what Mcp-Name is tried with", () => {
  const ids = ["http-name-header", "http-name-header-base64-invalid"];
  const passed = Object.fromEntries(ids.map((id) => [id, "passed"]));
  const refusedAlone = (data?: JsonObject): Hooks => ({
    async around(call, next) {
      if (call.method === "prompts/list") return listed(call.id, { prompts: [] });
      if (call.method === "resources/list") return listed(call.id, { resources: [] });
      const declares = at(call.declared, "extensions", "com.example/toy") !== undefined;
      if (call.method !== "tools/call" || declares) return await next();
      const refusal = { code: -32021, message: "The toy is needed", ...(data ? { data } : {}) };
      return { status: 400, message: { jsonrpc: "2.0", id: call.id, error: refusal } };
    },
  });

  it.each([
    ["which it names", refusedAlone({ requiredCapabilities: { extensions: { "com.example/toy": {} } } })],
    ["which it does not name", refusedAlone()],
  ])(
    "is a tool that needs an extension, %s",
    async (_what, hooks) => {
      expect((await judged(ids, { hooks: [hooks] }, { options: {} })).outcomes).toEqual(passed);
    },
    TEST_MS,
  );

  it(
    "is tried in a read-only run, too: only the header is wrong",
    async () => {
      const more = { options: {}, request: { readOnly: true } };
      expect((await judged(ids, {}, more)).outcomes).toEqual(passed);
    },
    TEST_MS,
  );

  it(
    "is not selected where nothing has a name",
    async () => {
      const bare: Hooks = {
        async around(call, next) {
          const outcome = await next();
          const result = at(outcome.message, "result");
          if (!isObject(result)) return outcome;
          const {
            prompts: _prompts,
            resources: _resources,
            ...capabilities
          } = (result.capabilities ?? {}) as JsonObject;
          const tools = [{ name: "write", inputSchema: { type: "object" } }];
          if (call.method === "tools/list") return listed(call.id, { ...result, tools });
          return call.method === "server/discover" ? listed(call.id, { ...result, capabilities }) : outcome;
        },
      };
      const server = await startHttpServer({ kind: "generic", era: "modern", hooks: [bare] });
      try {
        const target = { kind: "http" as const, name: "testkit", url: server.url, headers: [] };
        const { checks, notSelected } = packOf(await runNegotiation({ target, era: "modern", options: {} }));
        expect(idsThatNeed("call", notSelected)).toEqual(expect.arrayContaining(ids));
        expect(checks.filter(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
      } finally {
        await server.close();
      }
    },
    TEST_MS,
  );
});

function listed(id: string | number, result: JsonObject) {
  const cached = { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result };
  return { status: 200, message: { jsonrpc: "2.0" as const, id, result: cached } };
}

describe("headers on the wire", () => {
  it(
    "go out byte for byte: their case, the spaces around them, bytes beyond ASCII",
    async () => {
      const server = await startHttpServer({ kind: "generic", era: "modern" });
      const proxy = await recordingProxy(server.url);
      try {
        const target = { kind: "http" as const, name: "testkit", url: proxy.url, headers: [] };
        const checkIds = ["http-method-header", "http-name-header", "http-param-header"];
        const { checks } = packOf(await runNegotiation({ target, era: "modern", checkIds }));
        expect(checks.map(({ status }) => status)).toEqual(["passed", "passed", "passed"]);
        const sent = proxy.sent();
        expect(sent).toContain("\r\nmCP-mETHOD: server/discover\r\n");
        expect(sent).toContain("\r\nmCP-nAME: toy_card\r\n");
        expect(sent).toContain("\r\nMcp-Name:   toy_card\t \r\n");
        expect(sent).toContain("\r\nMcp-Name: =?base64?dG95X2NhcmQ=?=\r\n");
        expect(sent).toContain("\r\nMcp-Param-Region: eu-west\u00e9\r\n");
        expect(sent).toContain("\r\nMcp-Param-Shard: 7.0\r\n");
      } finally {
        await proxy.close();
        await server.close();
      }
    },
    TEST_MS,
  );
});
