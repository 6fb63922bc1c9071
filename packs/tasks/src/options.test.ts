import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { tasksOptions } from "./options.js";
import { optionsJsonSchema } from "./options-json-schema.js";
import { optionsSchema } from "./options-schema.js";

const validate = async (value: unknown) => tasksOptions["~standard"].validate(value);

describe("the options", () => {
  it("have defaults", async () => {
    expect(await validate(undefined)).toEqual({
      value: { roles: {}, requireRoles: false, discoverTools: false, pollTimeoutMs: 30_000 },
    });
  });

  it("take everything that is documented", async () => {
    const given = {
      profile: "full",
      roles: {
        task: { tool: "long_job", arguments: { durationMs: 500 } },
        sync: { tool: "quick" },
        ask: { tool: "ask", inputResponses: { name: { action: "accept", content: { name: "Ada" } } } },
        askMany: { tool: "ask_many", inputResponses: "auto", deterministic: true },
      },
      requireRoles: true,
      discoverTools: true,
      pollTimeoutMs: 1_000,
      secondIdentity: true,
    };
    expect(await validate(given)).toEqual({ value: given });
  });

  it("let the task role have arguments alone, for the tool that the pack picks", async () => {
    expect(await validate({ roles: { task: { arguments: {} } } })).toMatchObject({ value: {} });
  });

  it.each<[unknown, string, string]>([
    [[], "", "expected a value of type object, got []"],
    [
      { poolTimeoutMs: 1 },
      "",
      'unknown key "poolTimeoutMs"; known here: profile, roles, requireRoles, discoverTools, pollTimeoutMs, secondIdentity',
    ],
    [
      JSON.parse('{"__proto__":{}}'),
      "",
      'unknown key "__proto__"; known here: profile, roles, requireRoles, discoverTools, pollTimeoutMs, secondIdentity',
    ],
    [{ profile: "quick" }, "profile", 'expected one of "baseline", "full", got "quick"'],
    [
      { roles: { tusk: {} } },
      "roles",
      'unknown key "tusk"; known here: task, sync, required, ask, askTwice, askMany, toolError, protocolError, slow',
    ],
    [{ roles: { ask: {} } }, "roles.ask.tool", "is missing"],
    [{ roles: { task: { tool: "" } } }, "roles.task.tool", "must not be empty"],
    [{ roles: { task: { arguments: [] } } }, "roles.task.arguments", "expected an object, got []"],
    [
      { roles: { task: { args: {} } } },
      "roles.task",
      'unknown key "args"; known here: tool, arguments, inputResponses, deterministic',
    ],
    [{ pollTimeoutMs: "5000" }, "pollTimeoutMs", 'expected a value of type number, got "5000"'],
    [{ pollTimeoutMs: "x".repeat(61) }, "pollTimeoutMs", "expected a value of type number, got a long string"],
    [{ pollTimeoutMs: 0 }, "pollTimeoutMs", "must be greater than 0, got 0"],
    [{ pollTimeoutMs: 2 ** 31 }, "pollTimeoutMs", "must be at most 2147483647, got 2147483648"],
    [
      { roles: { ask: { tool: "a", inputResponses: 1 } } },
      "roles.ask.inputResponses",
      'expected "auto" or an object of answers by key, got 1',
    ],
  ])("refuse %j", async (given, path, message) => {
    const result = await validate(given);
    expect(result.issues?.map((issue) => [issue.path?.join("."), issue.message])).toEqual([[path, message]]);
  });

  it("are described by the JSON Schema of the manifest, name by name", () => {
    const names = (schema: unknown): unknown => {
      const { properties } = schema as { properties?: Record<string, unknown> };
      return properties && Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, names(each)]));
    };
    expect(names(optionsJsonSchema)).toEqual(names(z.toJSONSchema(optionsSchema, { io: "input" })));
  });
});
