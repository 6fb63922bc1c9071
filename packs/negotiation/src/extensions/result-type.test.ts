import { expect, it } from "vitest";
import { ownerOfResultType } from "./result-type.js";

const TOY = "com.example/toy";
const TASKS = "io.modelcontextprotocol/tasks";
const UI = "io.modelcontextprotocol/ui";

it.each([
  ["complete", [], [], "core"],
  ["input_required", [TOY], [], "core"],
  ["task", [TASKS], [TASKS], "active"],
  ["task", [TASKS], [], "undeclared"],
  ["task", [TASKS, TOY], [TOY], "undeclared"],
  ["task", [], [TASKS], "unadvertised"],
  ["task", [TOY], [TOY], "unadvertised"],
  ["com.example/toy", [TOY], [TOY], "active"],
  ["com.example/card", [TOY], [], "undeclared"],
  ["com.example/card", [TASKS, UI], [], "unadvertised"],
  ["com.example.other/card", [TOY], [TOY], "unadvertised"],
  ["card", [TOY], [TOY], "active"],
  ["card", [TOY], [UI], "undeclared"],
  ["card", [TASKS, UI], [TASKS, UI], "nobody"],
  ["Complete", [], [], "nobody"],
] as const)("%s, advertised %j, declared %j: %s", (value, advertised, declared, owner) => {
  expect(ownerOfResultType(value, advertised, declared)).toBe(owner);
});
