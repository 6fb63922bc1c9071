import { expect, it } from "vitest";
import { isOneSlip } from "./slip.js";

const meant = "io.modelcontextprotocol/tasks";

it.each(["taks", "task", "taskss", "tasls", "xtasks", "tsaks", "tassk"])("takes %s for a slip of tasks", (name) => {
  expect(isOneSlip(`io.modelcontextprotocol/${name}`, meant)).toBe(true);
});

it.each([
  meant,
  "io.modelcontextprotocol/skills",
  "io.modelcontextprotocol/tks",
  "io.modelcontextprotocol/satks",
  "io.modelcontextprotocol/tasks-v2",
  "com.example/taks",
  "tasks",
  "",
])("takes %j for no slip of tasks", (id) => {
  expect(isOneSlip(id, meant)).toBe(false);
});

it("takes short names for no slips", () => {
  expect(isOneSlip("io.modelcontextprotocol/ux", "io.modelcontextprotocol/ui")).toBe(false);
});
