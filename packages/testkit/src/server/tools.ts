import { ERROR, type Era, isObject, type JsonObject, member } from "@mcptest/pack";
import { invalidParams, missingCapability, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "./call.js";
import { satisfies } from "./capabilities.js";
import type { Server } from "./server.js";
import type { Tool } from "./tool.js";

/** `tools/list`: one page. */
export function listTools(server: Server, params: JsonObject, era: Era): JsonObject {
  const { pageSize, cursor } = server.policies.core;
  const starts = pageStarts(server.tools.length, pageSize);
  const given = member(params, "cursor");
  const start = given === undefined ? 0 : starts.slice(1).find((offset) => cursor(offset) === given);
  if (start === undefined) throw invalidParams("Unknown cursor");
  const next = starts[starts.indexOf(start) + 1];
  return {
    tools: server.tools.slice(start, next).map((tool) => describe(server, tool, era)),
    ...(next === undefined ? {} : { nextCursor: cursor(next) }),
  };
}

function pageStarts(length: number, pageSize: number): number[] {
  if (!Number.isFinite(pageSize)) return [0];
  return Array.from({ length: Math.ceil(length / pageSize) }, (_, page) => page * pageSize);
}

function describe(server: Server, tool: Tool, era: Era): JsonObject {
  const { name, title, description, inputSchema, annotations } = tool;
  const extras = server.extensions.map((extension) => extension.describeTool?.(tool, era) ?? {});
  return Object.assign({ name, title, description, inputSchema, annotations }, ...extras);
}

/** `tools/call`: `plain` runs the tool within the request; an extension may stand before it. */
export function callTool(
  server: Server,
  call: Call,
  plain: (tool: Tool, args: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  const name = member(call.params, "name");
  const tool = server.tools.find((candidate) => candidate.name === name);
  if (!tool) throw invalidParams(`Unknown tool: ${typeof name === "string" ? name : "(no name)"}`);
  const args = member(call.params, "arguments") ?? {};
  if (!isObject(args)) throw invalidParams("arguments must be an object");
  if (tool.requires && !satisfies(call.declared, tool.requires)) throw unmet(tool.requires, call.era);
  return server.extensions.reduceRight<() => Promise<JsonObject>>(
    (next, extension) => () => extension.callTool?.(tool, call, next) ?? next(),
    () => plain(tool, args),
  )();
}

function unmet(required: JsonObject, era: Era): Error {
  if (era === "modern") return missingCapability(required);
  return rpcError(ERROR.invalidRequest, `The client must declare: ${Object.keys(required).join(", ")}`);
}
