import type { Negotiated } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { TasksOptions } from "./options.js";
import { requiredTool } from "./required-tool.js";
import { toolsOf } from "./tools.js";

const negotiated: Negotiated = {
  transport: "stdio",
  era: "legacy",
  protocolVersion: "2025-11-25",
  capabilities: { tasks: { requests: { tools: { call: {} } } } },
  discovered: true,
};

const list = {
  evidence: [],
  tools: toolsOf({
    tools: [
      { name: "both", execution: { taskSupport: "optional" }, annotations: { readOnlyHint: true } },
      { name: "acts", execution: { taskSupport: "required" } },
      { name: "drops", execution: { taskSupport: "required" }, annotations: { destructiveHint: true } },
    ],
  }),
};
const readOnly = {
  evidence: [],
  tools: [
    ...list.tools,
    ...toolsOf({
      tools: [{ name: "reads", execution: { taskSupport: "required" }, annotations: { readOnlyHint: true } }],
    }),
  ],
};

function choose(tools: typeof list, roles: TasksOptions["roles"] = {}, { asked = false, requireRoles = false } = {}) {
  const options = { roles, requireRoles, discoverTools: false, pollTimeoutMs: 1 };
  const optionName = (path: readonly string[]) => path.join(".");
  return requiredTool({ negotiated, options, asked, optionName }, tools);
}

describe("the task-only tool that is called plainly", () => {
  it("is the one that is named for the role, or for the role task", () => {
    const required = { tool: "drops", arguments: { n: 1 } };
    expect(choose(list, { required }).value).toMatchObject({ tool: "drops", arguments: { n: 1 } });
    expect(choose(list, { task: { tool: "acts", arguments: { n: 2 } } }).value).toMatchObject({
      tool: "acts",
      arguments: { n: 2 },
    });
  });

  it("is else a read-only one in a suite, and one that is not destructive where the pack was asked for", () => {
    expect(choose(readOnly, { task: { tool: "both" } }).value).toMatchObject({ tool: "reads" });
    expect(choose(list, { task: { tool: "both" } }, { asked: true }).value).toMatchObject({ tool: "acts" });
  });

  it("is none where none may be called: a missing role, unless roles are required", () => {
    const reason =
      'no tool that can only run as a task may be called without being named (left alone: "acts", "drops"); name one with roles.required.tool';
    expect(choose(list)).toEqual({ value: reason });
    expect(choose(list, {}, { requireRoles: true })).toEqual({ problem: { reason } });
  });

  it("is none where no tool is task-only, or the named one is not", () => {
    const optional = { ...list, tools: list.tools.slice(0, 1) };
    expect(choose(optional).value).toBe('no tool has execution.taskSupport "required"');
    expect(choose(list, { required: { tool: "both" } }).value).toBe(
      'the tool "both" may be called plainly: execution.taskSupport is "optional"',
    );
    expect(choose(list, { required: { tool: "gone" } }).problem?.reason).toContain('the server lists no tool "gone"');
  });
});
