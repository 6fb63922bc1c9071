import { ERROR, type Era, isObject, type JsonObject, member } from "@mcptest/pack";
import { REVISED } from "../legacy/version.js";
import { invalidParams, missingCapability, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "./call.js";
import { satisfies } from "./capabilities.js";
import { pageOf } from "./page.js";
import type { Server } from "./server.js";
import type { Tool } from "./tool.js";

/** First revision whose tools have annotations. */
const ANNOTATED = "2025-03-26";

/** `tools/list`: one page. */
export function listTools(server: Server, params: JsonObject, call: Call): JsonObject {
  const tools = server.tools.filter((tool) => isThere(tool, call)).flatMap((tool) => describe(server, tool, call));
  return pageOf("tools", tools, params, server.policies.core);
}

function isThere(tool: Tool, call: Call): boolean {
  return (tool.since ?? "") <= call.version && (tool.present?.() ?? true);
}

/**
 * Tools have annotations from 2025-03-26 on, and a title of their own from 2025-06-18 on. Nothing where an extension leaves
 * the tool out.
 */
function describe(server: Server, tool: Tool, call: Call): JsonObject[] {
  const { name, title, description, inputSchema, annotations } = tool;
  const { era, version } = call;
  const extras = server.extensions.map((extension) =>
    extension.describeTool ? extension.describeTool(tool, era, call) : {},
  );
  if (extras.includes(undefined)) return [];
  const base: JsonObject = {
    name,
    ...(version >= REVISED ? { title } : {}),
    description,
    inputSchema,
    ...(version >= ANNOTATED ? { annotations } : {}),
  };
  return [Object.assign(base, ...extras)];
}

/** `tools/call`: `plain` runs the tool within the request; an extension may stand before it. */
export function callTool(
  server: Server,
  call: Call,
  plain: (tool: Tool, args: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  const name = member(call.params, "name");
  const tool = server.tools.find((candidate) => candidate.name === name && isThere(candidate, call));
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
