import { member } from "@mcptest/pack";
import { type Tool, textResult } from "../server/tool.js";

/** Tools that answer at once and never become a task. */
export const plainTools: Tool[] = [
  {
    name: "echo",
    title: "Echo",
    description: "Returns the text it is given, unchanged (also 读取, é and ✅).",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string", description: "What to return" } },
      required: ["text"],
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run({ arguments: args }) {
      const text = member(args, "text");
      if (typeof text !== "string") return textResult("text must be a string", { isError: true });
      return textResult(text);
    },
  },
  {
    name: "quick",
    title: "Quick answer",
    description: "Answers at once, never as a task.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: async () => textResult("Done at once."),
  },
];
