import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import { at, isObject, type JsonObject, member } from "@mcptest/pack";
import { type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { error, type Hooks, judged, type Outcome } from "./testing/hooked-server.js";
import { EVERY_OPTION, idsThatNeed, runNegotiation } from "./testing/run-negotiation.js";

const TOY = "com.example/toy";
const FALLBACK = "ext-fallback-or-reject";
const TEST_MS = 60_000;

type Call = Parameters<NonNullable<Hooks["around"]>>[0];

/** A server whose `toy_card` is answered like this where the toy extension is not declared. */
function undeclaredCard(answer: (call: Call) => Outcome | Promise<Outcome>, always = false): ServerOptions {
  const around: Hooks["around"] = async (call, next) => {
    const declares = isObject(member(member(call.declared, "extensions"), TOY));
    const isCard = call.method === "tools/call" && member(call.params, "name") === "toy_card";
    return isCard && (always || !declares) ? await answer(call) : await next();
  };
  return { hooks: [{ around }] };
}

describe("the fallback of a call (E06, E07)", () => {
  it(
    "fails where the connection ends",
    async () => {
      const served = undeclaredCard((call) => {
        (call.connection as Socket).destroy();
        return { status: 200 };
      });
      const { outcomes, messages } = await judged([FALLBACK], served);
      expect(outcomes).toEqual({ [FALLBACK]: "failed" });
      expect(messages).toContain("the same call with the extension declared gave a result");
    },
    TEST_MS,
  );

  it(
    "fails where no answer comes, and the declared call has one",
    async () => {
      const server = await startHttpServer({
        kind: "generic",
        era: "modern",
        hooks: [
          {
            around: async (call, next) => {
              if (call.method !== "tools/call" || call.declared.extensions !== undefined) return await next();
              return await new Promise<Outcome>(() => {});
            },
          },
          // A declared call that becomes something else might run as long.
          { policies: { generic: { toyActive: () => false } } },
        ],
      });
      try {
        const limits = { ...DEFAULT_LIMITS, requestTimeoutMs: 1_500 };
        const report = await runNegotiation({
          target: targetOf(server.url),
          checkIds: [FALLBACK],
          request: { limits },
        });
        expect(packOf(report).checks).toMatchObject([{ id: FALLBACK, status: "failed" }]);
      } finally {
        await server.close();
      }
    },
    TEST_MS,
  );

  it.each([401, 403])(
    "passes where the authorization answers %i without the declaration",
    async (status) => {
      expect(
        (
          await judged(
            [FALLBACK],
            undeclaredCard(() => ({ status })),
          )
        ).outcomes,
      ).toEqual({ [FALLBACK]: "passed" });
    },
    TEST_MS,
  );

  it.each([429, 503])(
    "could not run where somebody in front answers %i",
    async (status) => {
      const { outcomes } = await judged(
        [FALLBACK],
        undeclaredCard(() => ({ status })),
      );
      expect(outcomes).toEqual({ [FALLBACK]: "could-not-run" });
    },
    TEST_MS,
  );

  it(
    "could not run where the call fails with the declaration too",
    async () => {
      const { outcomes, messages } = await judged(
        [FALLBACK],
        undeclaredCard((call) => error(call, -32603), true),
      );
      expect(outcomes).toEqual({ [FALLBACK]: "could-not-run" });
      expect(messages).toContain('the call of "toy_card" that the option call names gave no result, neither by itself');
    },
    TEST_MS,
  );

  it(
    "passes where the call is refused with -32021, and names the draft number otherwise",
    async () => {
      const ids = [FALLBACK, "ext-missing-capability-error"];
      const data = { requiredCapabilities: { extensions: { [TOY]: {} } } };
      const right = await judged(
        ids,
        undeclaredCard((call) => error(call, -32021, data, 400)),
      );
      expect(right.outcomes).toEqual({ [FALLBACK]: "passed", "ext-missing-capability-error": "passed" });
      const draft = await judged(
        ids,
        undeclaredCard((call) => error(call, -32003, data, 400)),
      );
      expect(draft.outcomes).toEqual({ [FALLBACK]: "passed", "ext-missing-capability-error": "failed" });
      expect(draft.messages).toContain("-32003 was its number in drafts");
    },
    TEST_MS,
  );

  it(
    "does not hold against a server what happened once",
    async () => {
      let calls = 0;
      const { outcomes } = await judged(
        [FALLBACK],
        undeclaredCard((call) => (calls++ === 1 ? error(call, -32603) : { ...resultOf(call) })),
      );
      expect([outcomes, calls]).toEqual([{ [FALLBACK]: "note" }, 3]);
    },
    TEST_MS,
  );
});

function resultOf(call: Call): Outcome {
  const result = { resultType: "complete", content: [] };
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
}

function targetOf(url: string): Target {
  return { kind: "http", name: "testkit", url, headers: [] };
}

describe("servers without what a check needs", () => {
  const checkIds = [
    "ext-map-object",
    "ext-settings-object",
    "ext-id-grammar",
    "ext-no-use-undeclared",
    FALLBACK,
    "ext-missing-capability-error",
    "ext-missing-capability-no-false-positive",
    "ext-methods-gated",
    "ext-check-before-offer",
    "rpc-stateless",
    "ext-unknown-tolerated",
    "ext-untrusted-data",
    "ext-advertised-to-all",
    "ext-result-type-known",
    "ext-advertised-in-discover",
  ];

  it(
    "no extensions: what is about them does not apply, and the rest is judged",
    async () => {
      const { outcomes } = await judged(checkIds, { variants: ["ext-none"] });
      const judgedOnes = checkIds.slice(10);
      for (const id of checkIds) {
        expect([id, outcomes[id]]).toEqual([id, judgedOnes.includes(id) ? "passed" : "not-applicable"]);
      }
    },
    TEST_MS,
  );

  it(
    "no tool that is safe to call: what only compares calls is not selected, and the option is named",
    async () => {
      const { checks, notSelected, moreWithOptions } = await judgedWith({}, withoutHints);
      expect(idsThatNeed("call", notSelected)).toEqual([FALLBACK, "rpc-stateless"]);
      expect(checks.filter(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
      expect(moreWithOptions?.find(({ option }) => option.includes('"call"'))?.checks).toHaveLength(2);
      const [unknown] = checks.filter(({ id }) => id === "ext-unknown-tolerated");
      expect(unknown?.status).toBe("passed");
      const [asked] = (await judgedWith({}, withoutHints, [FALLBACK])).checks;
      expect(asked).toMatchObject({
        skipReason: "could-not-run",
        error: {
          message: expect.stringMatching(/needs no argument; call is not configured; give it with .*call/),
        },
      });
    },
    TEST_MS,
  );
});

/** A run of the pack on a server with these options. */
async function judgedWith(options: Record<string, unknown>, around: Hooks["around"], checkIds?: string[]) {
  const server = await startHttpServer({ kind: "generic", era: "modern", hooks: [{ around }] });
  try {
    return packOf(await runNegotiation({ target: targetOf(server.url), options, ...(checkIds ? { checkIds } : {}) }));
  } finally {
    await server.close();
  }
}

const COMPARING = [
  "ext-no-use-undeclared",
  FALLBACK,
  "ext-missing-capability-error",
  "ext-missing-capability-no-false-positive",
  "ext-unknown-tolerated",
  "ext-untrusted-data",
  "rpc-stateless",
  "rpc-log-optin",
  "rpc-progress",
];

/** Answers every call of `name` like this. */
function calling(name: string, answer: (call: Call) => Outcome): Hooks["around"] {
  return async (call, next) =>
    call.method === "tools/call" && member(call.params, "name") === name ? answer(call) : await next();
}

function failedTool({ id }: Call): Outcome {
  const result = { resultType: "complete", content: [{ type: "text", text: "No" }], isError: true };
  return { status: 200, message: { jsonrpc: "2.0", id, result } };
}

describe("a call of the option that gives no result", () => {
  it.each<[string, string, Hooks["around"], string]>([
    [
      "no such tool",
      "toy-crad",
      (_call, next) => next(),
      'the tool "toy-crad", which the option call names, is not in tools/list: tools are ',
    ],
    ["an error", "toy_card", calling("toy_card", (call) => error(call, -32602)), "gave no result, neither by itself"],
    ["isError", "toy_card", calling("toy_card", failedTool), "gave no result, neither by itself"],
    [
      "the end of the connection",
      "toy_card",
      calling("toy_card", ({ connection }) => {
        (connection as Socket).destroy();
        return { status: 200 };
      }),
      'the server broke on the call of "toy_card" that the option call names, which nothing disturbed: ',
    ],
  ])(
    "leaves every comparison open, and says why: %s",
    async (_what, tool, around, reason) => {
      const { checks } = await judgedWith({ call: { tool } }, around, COMPARING);
      const reasons = Object.fromEntries(checks.map(({ id, skipReason }) => [id, skipReason]));
      expect(reasons).toEqual(Object.fromEntries(COMPARING.map((id) => [id, "could-not-run"])));
      for (const { error: problem } of checks) expect(problem?.message).toContain(reason);
    },
    TEST_MS,
  );

  it(
    "says which tool was probably meant",
    async () => {
      const { checks } = await judgedWith({ call: { tool: "toy-crad" } }, (_call, next) => next(), [FALLBACK]);
      expect(checks[0]?.error?.message).toContain('; did you mean "toy_card"?');
    },
    TEST_MS,
  );
});

describe("the default call", () => {
  it(
    "is the first read-only tool that gives a result",
    async () => {
      const [first] = await defaultTools();
      const { checks } = await judgedWith({}, calling(String(first), failedTool), COMPARING);
      expect(checks.find(({ id }) => id === FALLBACK)?.status).toBe("passed");
    },
    TEST_MS,
  );

  it(
    "is none where every one fails: what compares calls does not apply, and the rest is judged",
    async () => {
      const names = await defaultTools();
      const around: Hooks["around"] = async (call, next) => {
        const isSafe = call.method === "tools/call" && names.includes(String(member(call.params, "name")));
        return isSafe ? failedTool(call) : await next();
      };
      const { checks } = await judgedWith({}, around, COMPARING);
      const skipped = checks.filter(({ status }) => status === "skipped");
      expect(skipped.map(({ id, skipReason }) => [id, skipReason])).toEqual(
        [FALLBACK, "ext-missing-capability-error", "rpc-stateless"].map((id) => [id, "not-applicable"]),
      );
    },
    TEST_MS,
  );
});

/** The read-only tools of the generic server that need no argument. */
async function defaultTools(): Promise<string[]> {
  let listed: string[] = [];
  await judgedWith(
    {},
    async (call, next) => {
      const outcome = await next();
      const tools = member(member(outcome.message, "result"), "tools");
      if (call.method === "tools/list" && Array.isArray(tools)) listed = safeCalls(tools.filter(isObject));
      return outcome;
    },
    ["ext-unknown-tolerated"],
  );
  return listed;
}

function safeCalls(tools: readonly JsonObject[]): string[] {
  const safe = tools.filter(
    (tool) =>
      at(tool, "annotations", "readOnlyHint") === true &&
      [at(tool, "inputSchema", "required") ?? []].flat().length === 0,
  );
  return safe.map(({ name }) => String(name));
}

/** Takes the annotations from every listed tool. */
const withoutHints: Hooks["around"] = async (call, next) => {
  const outcome = await next();
  const tools = member(member(outcome.message, "result"), "tools");
  if (call.method !== "tools/list" || !Array.isArray(tools) || !isObject(outcome.message)) return outcome;
  const bare = tools.filter(isObject).map(({ annotations: _annotations, ...tool }) => tool);
  return {
    ...outcome,
    message: { ...outcome.message, result: { ...(outcome.message.result as object), tools: bare } },
  };
};

describe("the option baseline (E11)", () => {
  const id = "ext-breaking-change-new-id";
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "mcptest-baseline-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function compared(text: string) {
    const file = join(folder, "saved.json");
    await writeFile(file, text);
    const server = await startHttpServer({ kind: "generic", era: "modern" });
    try {
      const options = { baseline: file };
      const [check] = packOf(await runNegotiation({ target: targetOf(server.url), options, checkIds: [id] })).checks;
      return [check?.skipReason ?? check?.status, check?.error?.message.replace(folder, "FOLDER")];
    } finally {
      await server.close();
    }
  }

  function saved(era: string, settings: unknown): string {
    const capabilities = { extensions: { [TOY]: settings } };
    return JSON.stringify({
      schemaVersion: 1,
      tool: { name: "mcptest", version: "0.1.0" },
      savedAt: "2026-11-02T09:00:00.000Z",
      server: { name: "testkit", target: "node server.js" },
      lanes: [{ transport: "stdio", era, protocolVersion: "2026-07-28", capabilities }],
    });
  }

  it(
    "compares with the same era, whatever the transport",
    async () => {
      expect(await compared(saved("modern", { version: "0.9" }))).toEqual(["passed", undefined]);
      expect(await compared(saved("legacy", {}))).toEqual(["not-applicable", "the saved file has nothing of this era"]);
      const [status, message] = await compared(saved("modern", { version: { major: 1 }, suits: 4 }));
      expect(status).toBe("failed");
      expect(message).toMatchInlineSnapshot(`
        "server/discover: since 2026-11-02T09:00:00.000Z the settings of "com.example/toy" have changed at "/version": an object became a string
        rule E11: a change that breaks clients takes a new identifier
        fix: keep the member as it was, or give the extension another id, such as "com.example/toy-v2" (and 1 more)"
      `);
    },
    TEST_MS,
  );

  it(
    "says what is wrong with the file",
    async () => {
      expect(await compared("{")).toMatchInlineSnapshot(`
        [
          "could-not-run",
          "FOLDER/saved.json is no file that mcptest capabilities --save wrote. It is no JSON.",
        ]
      `);
      expect(await compared("{}")).toMatchInlineSnapshot(`
        [
          "could-not-run",
          "FOLDER/saved.json is no file that mcptest capabilities --save wrote. Its schemaVersion is (absent), and this version reads 1.",
        ]
      `);
    },
    TEST_MS,
  );
});

describe("both eras of one server (E24)", () => {
  const id = "ext-eras-agree";
  const inLegacy = (extensions: Record<string, object> | undefined): ServerOptions => ({
    era: "dual",
    hooks: [
      { capabilities: (given, era) => (era === "legacy" && extensions ? { ...given, extensions } : given) } as Hooks,
    ],
  });

  it(
    "notes ids that one era alone names",
    async () => {
      const { outcomes, messages } = await judged([id], inLegacy({ "com.example/old": {} }));
      expect(outcomes).toEqual({ [id]: "note" });
      expect(messages).toContain('"com.example/toy" stands in server/discover and not in initialize');
      expect(messages).toContain('"com.example/old" stands in initialize and not in server/discover');
    },
    TEST_MS,
  );

  it(
    "has nothing to say where they agree, where initialize names none, and where there is one era",
    async () => {
      expect((await judged([id], inLegacy({ [TOY]: {} }))).outcomes).toEqual({ [id]: "passed" });
      expect((await judged([id], inLegacy(undefined))).outcomes).toEqual({ [id]: "not-applicable" });
      expect((await judged([id], {})).outcomes).toEqual({ [id]: "not-applicable" });
    },
    TEST_MS,
  );
});

describe("another target for the same server (E25)", () => {
  const id = "ext-transports-agree";

  async function beside(other: ServerOptions) {
    const first = await startHttpServer({ kind: "generic", era: "modern" });
    const second = await startHttpServer({ kind: "generic", era: "modern", ...other });
    try {
      const also = { ...targetOf(second.url), name: "also" };
      const report = await runNegotiation({ target: targetOf(first.url), checkIds: [id], request: { also } });
      const [check] = packOf(report).checks;
      return { ...check, said: [...(check?.warnings ?? []), ...(check?.notes ?? [])].join("\n") };
    } finally {
      await first.close();
      await second.close();
    }
  }

  const settings = (toySettings: Record<string, number | string>): ServerOptions => ({
    hooks: [{ policies: { generic: { toySettings } } }],
  });

  it(
    "passes where both advertise the same",
    async () => {
      const { status, warnings, notes } = await beside({});
      expect([status, warnings, notes]).toEqual(["passed", undefined, undefined]);
    },
    TEST_MS,
  );

  it(
    "notes another value",
    async () => {
      const { warnings, said } = await beside(settings({ version: "1.1" }));
      expect(warnings).toBeUndefined();
      expect(said).toContain('"com.example/toy"/version has another value on the other target');
    },
    TEST_MS,
  );

  it.each([
    ["an extension is missing", { variants: ["ext-none"] }, 'only this target advertises "com.example/toy"'],
    ["there is one more", { faults: ["ext-id-single-label"] }, 'only the other target advertises "example/foo"'],
    ["a member is missing", settings({}), 'differ at "/version": only the first target has it: "1.0"'],
    ["a member is of another type", settings({ version: 1 }), "a string became a number"],
    [
      "there is one more member",
      settings({ version: "1.0", suits: 4 }),
      'differ at "/suits": only the other target has it',
    ],
    ["the other one is legacy", { era: "legacy" }, "the other target does not speak 2026-07-28"],
  ] as [string, ServerOptions, string][])(
    "warns where %s",
    async (_what, other, message) => {
      const { status, warnings = [], said } = await beside(other);
      expect([status, warnings.length]).toEqual(["passed", 1]);
      expect(said).toContain(message);
    },
    TEST_MS,
  );
});

it("selects what needs a file or another target only where there is one", async () => {
  const server = await startHttpServer({ kind: "generic", era: "modern" });
  try {
    const { baseline: _baseline, ...options } = EVERY_OPTION;
    const { notSelected } = packOf(await runNegotiation({ target: targetOf(server.url), options }));
    expect(idsThatNeed("baseline", notSelected)).toEqual(["ext-breaking-change-new-id"]);
    expect(idsThatNeed("also", notSelected)).toEqual(["ext-transports-agree"]);
  } finally {
    await server.close();
  }
}, 60_000);
