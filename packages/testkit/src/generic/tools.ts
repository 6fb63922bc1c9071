import { ERROR, type JsonObject, member } from "@mcptest/pack";
import { REVISED } from "../legacy/version.js";
import { rpcError } from "../protocol/json-rpc.js";
import type { ExtensionFactory } from "../server/extension.js";
import { type Tool, textResult } from "../server/tool.js";
import { elicitation } from "../tools/elicitation.js";
import { levelOf } from "./logging.js";
import type { GenericPolicy } from "./policy.js";

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Asks for a name: within the request on 2026-07-28, with a request of its own before. */
const ask: Tool = {
  name: "ask",
  title: "Ask",
  description: "Asks for a name and greets whoever it is.",
  inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  requires: { elicitation: {} },
  since: REVISED,
  async run(run) {
    const properties = { name: { type: "string", title: "Name", minLength: 1 } };
    const { name } = await run.ask({ name: elicitation("What is your name?", properties) });
    const action = member(name, "action");
    const given = action === "accept" ? member(member(name, "content"), "name") : `(${String(action)})`;
    return textResult(`Hello ${typeof given === "string" ? given : "(nobody)"}.`);
  },
};

/** Has arguments that HTTP repeats in headers. */
const region: Tool = {
  name: "region",
  title: "Region",
  description: "Tells which region and which shard it was called for.",
  inputSchema: {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      shard: { type: "integer", "x-mcp-header": "Shard" },
    },
    required: ["region"],
  },
  annotations: READ_ONLY,
  async run({ arguments: args }) {
    const name = member(args, "region");
    if (typeof name !== "string") return textResult("region must be a string", { isError: true });
    return textResult(`Region ${name}, shard ${JSON.stringify(member(args, "shard") ?? null)}.`);
  },
};

function count({ progress, logs }: GenericPolicy): Tool {
  return {
    name: "count",
    title: "Count",
    description: "Counts to three: with progress and log messages for clients that ask for them.",
    inputSchema: { type: "object", properties: {} },
    annotations: READ_ONLY,
    async run({ call }) {
      const token = call && member(member(call.params, "_meta"), "progressToken");
      const talks = call !== undefined && logs(call);
      const notify = (method: string, params: JsonObject) => call?.emit({ jsonrpc: "2.0", method, params });
      for (const value of progress) {
        if (token !== undefined) notify("notifications/progress", { progressToken: token, progress: value, total: 3 });
        if (talks) notify("notifications/message", { level: "info", logger: "count", data: `At ${value}` });
      }
      return textResult("One, two, three.");
    },
  };
}

/** Takes long enough to be cancelled. */
const wait: Tool = {
  name: "wait",
  title: "Wait",
  description: "Answers after a while: twenty times as long as a job takes, or durationMs.",
  inputSchema: { type: "object", properties: { durationMs: { type: "integer", minimum: 0 } } },
  annotations: READ_ONLY,
  async run(run) {
    const given = member(run.arguments, "durationMs");
    const milliseconds = typeof given === "number" && given >= 0 ? given : run.jobMs * 20;
    await run.sleep(milliseconds);
    return textResult(`Waited ${milliseconds} ms.`);
  },
};

/** The tools that need more than an answer, and logging. */
export const toolsPart: ExtensionFactory = ({ policies }) => ({
  capabilities: () => ({ logging: {} }),
  tools: [ask, count(policies.generic), region, wait],
  methods: {
    legacy: new Map([
      [
        "logging/setLevel",
        (params, call) => {
          if (!call.session) throw rpcError(ERROR.invalidRequest, "There is no session");
          call.session.logLevel = levelOf(member(params, "level"));
          return {};
        },
      ],
    ]),
  },
});
